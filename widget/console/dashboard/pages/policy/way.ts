// The steps that a visitor takes when the session request specifies no mode, and the settings with
// which no session could be created. The rules are the same as for sessions (D-57, D-91), and the
// server enforces them on every change.
import type { WireSettings } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { methodsOf, type Method, type MethodsDraft } from './methods-draft.ts';
import { orderOf } from './order.ts';

type Mode = WireSettings['required_method'];

/** @returns the reason why no session could be created, or undefined if there is none */
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

/**
 * @param mode the mode that the settings require of every session, or null if they require none
 * @returns the steps, in order; an empty list if the choice has a fault
 */
export function wayOf(mode: Mode, draft: MethodsDraft, t: ConsoleTexts): string[] {
  if (faultOfChoice(mode, draft, t) !== undefined) return [];
  const isOn = (name: MethodsDraft['on'][number]) => draft.on.includes(name);
  const review = isOn('reviews') ? [t('way.review')] : [];
  if (mode === 'document') return [t('way.movements'), t('way.document_always'), ...review];
  if (mode === 'facial') return [t('way.face')];
  const methods = orderOf(draft);
  const account = t(isOn('agate_id_face') ? 'way.account_face' : 'way.account');
  const takesDocument =
    methods.includes('face') && methods.includes('document') && isOn('document_step_up');
  const isFirst = methods.indexOf('document') < methods.indexOf('face');
  const said: Record<Method, string[]> = {
    pass: [t('way.pass')],
    key: [t('way.key')],
    account: isOn('agate_id') ? [account] : [],
    wallet: [t('way.wallet')],
    face: [t('way.face')],
    document: takesDocument ? [t(isFirst ? 'way.document_choice' : 'way.document')] : [],
  };
  return [...methods.flatMap((method) => said[method]), ...(takesDocument ? review : [])];
}
