// Offset pagination of long lists without scanning skipped rows: daily counts determine on which
// day a page begins. Pure.
import { DAY_MS } from '../../time/durations.ts';

/** A day in UTC, `YYYY-MM-DD`, and its number of rows in the list. */
export interface DayCount {
  day: string;
  value: number;
}

export interface PagePlace {
  /** The number of rows in the whole list. */
  total: number;
  /** The page contains rows older than this; undefined when the page is past the end. */
  beforeMs: number | undefined;
  /** The number of rows older than `beforeMs` to skip; they all belong to the same day. */
  skip: number;
}

/** @param counts newest day first; the list itself is also sorted newest first */
export function locatePage(counts: readonly DayCount[], offset: number): PagePlace {
  const total = counts.reduce((sum, { value }) => sum + value, 0);
  let skip = offset;
  for (const { day, value } of counts) {
    if (skip < value) return { total, beforeMs: startOfDay(day) + DAY_MS, skip };
    skip -= value;
  }
  return { total, beforeMs: undefined, skip: 0 };
}

/** @returns the days to which the rows on a page belong */
export function daysOfPage(
  counts: readonly DayCount[],
  { offset, limit }: { offset: number; limit: number },
): string[] {
  let end = 0;
  const covered = counts.filter(({ value }) => {
    const start = end;
    end += value;
    return end > offset && start < offset + limit;
  });
  return covered.map(({ day }) => day);
}

/**
 * Adds up the counts of several parts of a list.
 * @returns one count per day, newest day first
 */
export const sumByDay = (counts: readonly DayCount[]): DayCount[] =>
  [...Map.groupBy(counts, ({ day }) => day)]
    .map(([day, some]) => ({ day, value: some.reduce((sum, one) => sum + one.value, 0) }))
    .toSorted((one, other) => (one.day < other.day ? 1 : -1));

/**
 * Reads a page of a list that has daily counts.
 * @param readRows reads the rows from the start of the page; not called for a page past the end
 */
export async function readLocatedPage<Row>(
  counts: readonly DayCount[],
  offset: number,
  readRows: (place: PagePlace) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const place = locatePage(counts, offset);
  return { rows: place.beforeMs === undefined ? [] : await readRows(place), total: place.total };
}

/**
 * @param day the day, `YYYY-MM-DD`
 * @returns the first millisecond of the day, UTC
 */
const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** @returns the day in UTC, `YYYY-MM-DD` */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A range of days. Both ends are optional and inclusive. */
export interface DayRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** @returns the range in milliseconds: `fromMs` is inclusive, `beforeMs` exclusive */
export function millisecondsOf({ startDate, endDate }: DayRange): {
  fromMs: number;
  beforeMs: number;
} {
  return {
    fromMs: startDate === undefined ? 0 : startOfDay(startDate),
    beforeMs: endDate === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(endDate) + DAY_MS,
  };
}

/** Returns `count` consecutive days, earliest first, that end today or `endingDaysAgo` days ago. */
export function lastDays(nowMs: number, count: number, endingDaysAgo = 0): string[] {
  const last = nowMs - endingDaysAgo * DAY_MS;
  return Array.from({ length: count }, (_, n) => dayOf(last - (count - 1 - n) * DAY_MS));
}
