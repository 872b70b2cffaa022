// The age margins that both consoles offer: targets for the share of people who pass although they
// are too young and, for experts, numbers of years.

export const TARGETS = [5, 2, 1] as const;
type Target = (typeof TARGETS)[number];

const YEARS = [2, 3, 5, 7, 9, 11, 15];

/**
 * The saved setting. Both fields are null when nothing is set and the service's default applies.
 */
interface Margin {
  age_target: Target | null;
  age_margin_years: number | null;
}

/** A choice in the list, such as `default`, `target:5` or `years:7`. */
export type Choice = string;

export function choiceOf({ age_target: target, age_margin_years: years }: Margin): Choice {
  if (target !== null) return `target:${target}`;
  return years === null ? 'default' : `years:${years}`;
}

/** Returns the setting for a choice. */
export function marginOf(choice: Choice): Margin {
  const [kind, value] = choice.split(':');
  return {
    age_target: TARGETS.find((each) => choice === `target:${each}`) ?? null,
    age_margin_years: kind === 'years' ? Number(value) : null,
  };
}

/**
 * @param floor the smallest margin that the service accepts
 * @param saved the saved number, which is offered even if the service would now refuse it
 * @returns the choices in ascending order
 */
export function offeredYears(floor: number, saved: number | null): number[] {
  const taken = YEARS.filter((years) => years > floor);
  const offered = new Set([floor, ...taken, ...(saved === null ? [] : [saved])]);
  return [...offered].toSorted((one, other) => one - other);
}
