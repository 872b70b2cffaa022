// The differences between a form and the saved settings.
import type { WireSettings } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';

type Settings = WireSettings;

/**
 * @returns only the settings in `draft` that differ; lists with the same elements in any order
 *   count as equal
 */
export const differing = <Draft extends Partial<Settings>>(
  settings: Settings,
  draft: Draft,
): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => {
      const saved: unknown = settings[name as keyof Settings];
      return Array.isArray(value) && Array.isArray(saved) ? !isSame(value, saved) : saved !== value;
    }),
  ) as Partial<Draft>;

/** Whether two lists have the same elements in any order; null equals only null. */
export const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one?.toSorted().join() === other?.toSorted().join();

export const switched = (t: ConsoleTexts, what: string, isOn: boolean): string =>
  t(isOn ? 'effect.on' : 'effect.off', { what });

/** @returns the offered values and, if it is not among them, the saved value, in ascending order */
export const offeredOf = (offered: readonly number[], saved: number): number[] =>
  [...new Set([...offered, saved])].toSorted((one, other) => one - other);
