// Months of age passes, in UTC: a key signs in its month, and what it signed is good until three months later (D-152). Pure.

/** `YYYY-MM`. */
export type PassMonth = string;

/** How many months after its own a pass is good. */
const GOOD_FOR_MONTHS = 3;

/** How long after its end a month's keys still sign: for a page that began just before. */
export const LATE_MS = 10 * 60_000;

export const monthOf = (ms: number): PassMonth => new Date(ms).toISOString().slice(0, 7);

/** @param by months, also backwards */
export function monthAfter(month: PassMonth, by = 1): PassMonth {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + by));
}

/** Its first moment, ms since the epoch. */
export const startOf = (month: PassMonth): number => Date.parse(`${month}-01T00:00:00Z`);

/** The first moment at which its passes are not good any more. */
export const redeemUntilMs = (month: PassMonth): number =>
  startOf(monthAfter(month, GOOD_FOR_MONTHS + 1));

/** Months whose keys are kept: those whose passes are good, this one, and the next, which is published ahead. */
export const isKept = (month: PassMonth, nowMs: number): boolean => nowMs < redeemUntilMs(month);

/** Whether its keys sign now. */
export const isSigning = (month: PassMonth, nowMs: number): boolean =>
  nowMs >= startOf(month) && nowMs < startOf(monthAfter(month)) + LATE_MS;

/** Whether passes of the month can be redeemed now. */
export const isGood = (month: PassMonth, nowMs: number): boolean =>
  nowMs >= startOf(month) && isKept(month, nowMs);

/** Whole days since the pass was made, at most: since the end of its month, as nobody knows the day. */
export function daysSince(month: PassMonth, nowMs: number): number {
  const endedMs = startOf(monthAfter(month));
  return Math.max(0, Math.ceil((nowMs - endedMs) / 86_400_000));
}
