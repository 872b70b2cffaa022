// Turns daily counts into figures: series without gaps, sums, and changes between periods. Pure.

export const OUTCOMES = ['success', 'failed', 'canceled', 'expired'] as const;
export const STATS = ['created', ...OUTCOMES] as const;
type Stat = (typeof STATS)[number];

interface Count {
  name: string;
  day: string;
  value: number;
}

export type DayFigures = { date: string } & Record<Stat, number>;

export interface PeriodFigures extends Record<Stat, number> {
  /** `success` plus `failed`: sessions with a verdict. */
  completed: number;
  /** `success` divided by `completed`, 0 to 1; null when `completed` is 0. */
  successRate: number | null;
}

/** Returns the number of sessions that ended, whatever their outcome. */
export const endedOf = ({ completed, canceled, expired }: PeriodFigures): number =>
  completed + canceled + expired;

/**
 * Returns one row per day, in the order of `days`. A day without counts has zeros; counts with the
 * same name and day are added up.
 */
export function seriesOf(days: readonly string[], counts: readonly Count[]): DayFigures[] {
  const byName = new Map<string, Map<string, number>>(STATS.map((stat) => [stat, new Map()]));
  for (const { name, day, value } of counts) {
    const byDay = byName.get(name);
    byDay?.set(day, (byDay.get(day) ?? 0) + value);
  }
  return days.map((date) => {
    const valueOf = (stat: Stat): number => byName.get(stat)?.get(date) ?? 0;
    return {
      date,
      created: valueOf('created'),
      success: valueOf('success'),
      failed: valueOf('failed'),
      canceled: valueOf('canceled'),
      expired: valueOf('expired'),
    };
  });
}

export function sumOf(series: readonly Record<Stat, number>[]): PeriodFigures {
  const total = (stat: Stat): number => series.reduce((sum, day) => sum + day[stat], 0);
  const [success, failed] = [total('success'), total('failed')];
  const completed = success + failed;
  return {
    created: total('created'),
    success,
    failed,
    canceled: total('canceled'),
    expired: total('expired'),
    completed,
    successRate: completed === 0 ? null : success / completed,
  };
}

/** Returns the sum of the counts with the given name. */
export const totalIn = (counts: readonly Count[], name: string): number =>
  counts.reduce((sum, count) => sum + (count.name === name ? count.value : 0), 0);

/**
 * @param days earliest first
 * @returns the first and the last day
 */
export const spanOf = (days: readonly string[]): { from: string; to: string } => ({
  from: days[0] ?? '',
  to: days.at(-1) ?? '',
});

/**
 * Returns the median of a frequency table.
 * @param counts the rows of the table, in any order
 * @returns null when the table is empty
 */
export function medianOf(counts: readonly { value: number; times: number }[]): number | null {
  const sorted = counts.toSorted((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { times }) => sum + times, 0);
  const nth = (n: number): number => {
    let passed = 0;
    return sorted.find(({ times }) => (passed += times) > n)?.value ?? 0;
  };
  return total === 0 ? null : (nth(Math.ceil(total / 2) - 1) + nth(Math.floor(total / 2))) / 2;
}

/**
 * Returns the percentage change, to one decimal place. If the previous value is 0, the result is 0
 * (unchanged) or 100, so that it is always a finite number.
 */
export function changeOf(current: number, previous: number): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  return Math.round(((current - previous) / previous) * 1000) / 10;
}
