// How a visitor is asked whose session names no mode, and what would leave nothing to ask for: as the rules of sessions have it
// (D-57, D-91), which the server holds every change to.
import type { WireSettings } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { methodsOf, type MethodsDraft } from './methods-draft.ts';

type Mode = WireSettings['required_method'];

/** @returns why no session could be made; nothing where one could */
export function faultOfChoice(
  mode: Mode,
  draft: MethodsDraft,
  t: ConsoleTexts,
): string | undefined {
  const methods = methodsOf(draft);
  if (draft.methods?.length === 0 || draft.documents.length === 0) return t('methods.at_least_one');
  if (mode === 'document')
    return methods.includes('document') ? undefined : t('methods.document_needed');
  const isEnough = methods.includes('face') || (mode === null && methods.includes('wallet'));
  return isEnough ? undefined : t('methods.face_needed');
}

/** @param mode of every session; null: of a request that names none @returns the steps, in order; none where there is a fault */
export function wayOf(mode: Mode, draft: MethodsDraft, t: ConsoleTexts): string[] {
  if (faultOfChoice(mode, draft, t) !== undefined) return [];
  const isOn = (name: MethodsDraft['on'][number]) => draft.on.includes(name);
  const review = isOn('reviews') ? [t('way.review')] : [];
  if (mode === 'document') return [t('way.movements'), t('way.document_always'), ...review];
  if (mode === 'facial') return [t('way.face')];
  const methods = methodsOf(draft);
  const account = t(isOn('agate_id_face') ? 'way.account_face' : 'way.account');
  return [
    ...(methods.includes('account') && isOn('agate_id') ? [account] : []),
    ...(methods.includes('wallet') ? [t('way.wallet')] : []),
    ...(methods.includes('face') ? [t('way.face')] : []),
    ...(methods.includes('face') && methods.includes('document') && isOn('document_step_up')
      ? [t('way.document'), ...review]
      : []),
  ];
}
