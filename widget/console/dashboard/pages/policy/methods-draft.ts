// The accepted methods in the form, their differences from the saved settings, and the effect of
// these differences.
import type { WireSettings, WireSettingsChanges } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import type { Effect } from '../../effect.ts';
import { differing, isSame, switched } from './changes.ts';

type Settings = WireSettings;

export const METHODS = ['account', 'wallet', 'face', 'document', 'pass', 'key'] as const;
/** Methods that are accepted only if `accept_methods` lists them (D-152, D-154). */
const IF_NAMED: readonly Method[] = ['pass', 'key'];
export const DOCUMENTS = ['passport', 'id_card', 'residence_permit', 'drivers_license'] as const;
/** Boolean settings, in the order in which they matter during a check. */
export const SWITCHES = [
  'agate_id',
  'agate_id_face',
  'document_step_up',
  'reviews',
  'review_second_person',
] as const;

export type Method = (typeof METHODS)[number];

export interface MethodsDraft {
  /**
   * The accepted methods; null means every method except those that are accepted only if listed.
   */
  methods: Settings['accept_methods'];
  /** The order of the methods; null means the default order. */
  order: Settings['accept_order'];
  documents: Settings['allowed_documents'];
  on: readonly (typeof SWITCHES)[number][];
}

export const draftOf = (settings: Settings): MethodsDraft => ({
  methods: settings.accept_methods,
  order: settings.accept_order,
  documents: settings.allowed_documents,
  on: SWITCHES.filter((name) => settings[name]),
});

export const methodsOf = ({ methods }: Pick<MethodsDraft, 'methods'>): Method[] =>
  METHODS.filter((method) => methods?.includes(method) ?? !IF_NAMED.includes(method));

/**
 * Applies the chosen methods. A method that was set through the API is kept, even if this console
 * does not offer it.
 */
export function withMethods(
  draft: MethodsDraft,
  settings: Settings,
  chosen: readonly Method[],
): MethodsDraft {
  const others = (draft.methods ?? []).filter(
    (method) => !METHODS.some((offered) => offered === method),
  );
  const isUsual = METHODS.every((method) => chosen.includes(method) !== IF_NAMED.includes(method));
  return {
    ...draft,
    methods: isUsual && settings.accept_methods === null ? null : [...chosen, ...others],
  };
}

export const changesOf = (
  settings: Settings,
  { methods, order, documents, on }: MethodsDraft,
): WireSettingsChanges => ({
  ...(!isSame(methods, settings.accept_methods) && { accept_methods: methods }),
  ...(order?.join() !== settings.accept_order?.join() && { accept_order: order }),
  ...(!isSame(documents, settings.allowed_documents) && { allowed_documents: documents }),
  ...differing(settings, Object.fromEntries(SWITCHES.map((name) => [name, on.includes(name)]))),
});

export function effectsOf(settings: Settings, draft: MethodsDraft, t: ConsoleTexts): Effect[] {
  const before = methodsOf(draftOf(settings));
  const after = methodsOf(draft);
  const turned = METHODS.filter((name) => before.includes(name) !== after.includes(name));
  const documents = DOCUMENTS.filter(
    (name) => settings.allowed_documents.includes(name) !== draft.documents.includes(name),
  );
  return [
    ...turned.map((name) => {
      const isOn = after.includes(name);
      return {
        what: switched(t, t(`methods.${name}_short`), isOn),
        meaning: t(`effect.${name}_${isOn ? 'on' : 'off'}`),
      };
    }),
    ...(draft.order?.join() === settings.accept_order?.join()
      ? []
      : [{ what: t('order.title'), meaning: t('effect.order') }]),
    ...documents.map((name) => {
      const isOn = draft.documents.includes(name);
      return {
        what: switched(t, t(`documents.${name}`), isOn),
        meaning: t(`effect.kind_${isOn ? 'on' : 'off'}`),
      };
    }),
    ...SWITCHES.filter((name) => settings[name] !== draft.on.includes(name)).map((name) => {
      const isOn = draft.on.includes(name);
      return {
        what: switched(t, t(`setting.${name}`), isOn),
        meaning: t(`effect.${name}_${isOn ? 'on' : 'off'}`),
      };
    }),
  ];
}
