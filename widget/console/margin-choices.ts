// Which age margins both consoles offer: targets, and years for experts.

export const TARGETS = [5, 2, 1] as const;
type Target = (typeof TARGETS)[number];

const YEARS = [2, 3, 5, 7, 9, 11, 15];

/** @param value as a choice has it @returns null for what is no target */
export const toTarget = (value: string | undefined): Target | null =>
  TARGETS.find((each) => String(each) === value) ?? null;

/**
 * @param floor the least that the service takes @param saved also where a program has saved another number
 * @returns ascending; none that would be refused, unless it is saved
 */
export function offeredYears(floor: number, saved: number | null): number[] {
  const taken = YEARS.filter((years) => years > floor);
  const offered = new Set([floor, ...taken, ...(saved === null ? [] : [saved])]);
  return [...offered].toSorted((one, other) => one - other);
}
