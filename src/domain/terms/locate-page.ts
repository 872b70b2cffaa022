// Finding a page far down a list without walking there: daily counts say in which day it begins. Pure.

const DAY_MS = 86_400_000;

/** A day in UTC, `YYYY-MM-DD`, and how many rows of the list it has. */
export interface DayCount {
  day: string;
  value: number;
}

export interface PagePlace {
  /** Rows of the whole list. */
  total: number;
  /** Rows younger than this are on earlier pages; undefined when the page is past the end. */
  beforeMs: number | undefined;
  /** Rows still to pass over, all of one day. */
  skip: number;
}

/** @param counts latest day first, of rows that are listed latest first */
export function locatePage(counts: readonly DayCount[], offset: number): PagePlace {
  const total = counts.reduce((sum, { value }) => sum + value, 0);
  let skip = offset;
  for (const { day, value } of counts) {
    if (skip < value) return { total, beforeMs: startOfDay(day) + DAY_MS, skip };
    skip -= value;
  }
  return { total, beforeMs: undefined, skip: 0 };
}

/** @param day `YYYY-MM-DD` @returns its first millisecond, UTC */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** @returns `YYYY-MM-DD` in UTC */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days, both inclusive; either may be open. */
export interface DayRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** @returns the range's milliseconds: from inclusive, before exclusive */
export function millisecondsOf({ startDate, endDate }: DayRange): {
  fromMs: number;
  beforeMs: number;
} {
  return {
    fromMs: startDate === undefined ? 0 : startOfDay(startDate),
    beforeMs: endDate === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(endDate) + DAY_MS,
  };
}

/** The last `count` days up to today, earliest first. */
export function lastDays(nowMs: number, count: number, endingDaysAgo = 0): string[] {
  const last = nowMs - endingDaysAgo * DAY_MS;
  return Array.from({ length: count }, (_, n) => dayOf(last - (count - 1 - n) * DAY_MS));
}
