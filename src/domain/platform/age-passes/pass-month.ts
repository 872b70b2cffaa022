// Months of age passes, in UTC: a key signs passes during its month, and the passes are valid for
// three more months (D-152). Pure.

/** A month in UTC, `YYYY-MM`. */
export type PassMonth = string;

/** The number of months for which a pass remains valid after its own month. */
const GOOD_FOR_MONTHS = 3;

/**
 * How long a month's keys keep signing after the month ends, for pages that were opened just before
 * the end.
 */
export const LATE_MS = 10 * 60_000;

export const monthOf = (ms: number): PassMonth => new Date(ms).toISOString().slice(0, 7);

/** @param by the number of months to add; negative for earlier months */
export function monthAfter(month: PassMonth, by = 1): PassMonth {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + by));
}

/** The start of the month, ms since the epoch. */
export const startOf = (month: PassMonth): number => Date.parse(`${month}-01T00:00:00Z`);

/** When passes of the month become invalid, ms since the epoch. */
export const redeemUntilMs = (month: PassMonth): number =>
  startOf(monthAfter(month, GOOD_FOR_MONTHS + 1));

/**
 * Whether the month's keys are kept: its passes are still valid, or its keys have been published
 * ahead of the month.
 */
export const isKept = (month: PassMonth, nowMs: number): boolean => nowMs < redeemUntilMs(month);

/** Whether the month's keys sign now. */
export const isSigning = (month: PassMonth, nowMs: number): boolean =>
  nowMs >= startOf(month) && nowMs < startOf(monthAfter(month)) + LATE_MS;

/** Whether passes of the month can be redeemed now. */
export const isGood = (month: PassMonth, nowMs: number): boolean =>
  nowMs >= startOf(month) && isKept(month, nowMs);

/**
 * Counts the days since the end of the pass's month, because the day on which the pass was issued
 * is unknown. The number is rounded up, and is 0 until the month has ended.
 */
export function daysSince(month: PassMonth, nowMs: number): number {
  const endedMs = startOf(monthAfter(month));
  return Math.max(0, Math.ceil((nowMs - endedMs) / 86_400_000));
}
