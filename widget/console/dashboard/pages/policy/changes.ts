// What of a form differs from what is saved.
import type { WireSettings } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

type Settings = WireSettings;

/** @returns of `draft` only what differs */
export const differing = <Draft extends Partial<Settings>>(
  settings: Settings,
  draft: Draft,
): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => settings[name as keyof Settings] !== value),
  ) as Partial<Draft>;

/** Whether two lists have the same members; null is a list of its own. */
export const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one?.toSorted().join() === other?.toSorted().join();

export const switched = (t: ConsoleTexts, what: string, isOn: boolean): string =>
  t(isOn ? 'effect.on' : 'effect.off', { what });

/** @returns what is offered, and what is saved if that is another one, in order */
export const offeredOf = (offered: readonly number[], saved: number): number[] =>
  [...new Set([...offered, saved])].toSorted((one, other) => one - other);
