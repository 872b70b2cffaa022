// The period of an evidence pack: which days it may span, and when its figures are final (D-161).
// Pure.
import { AppError } from '../../../errors.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { dayOf } from '../../terms/locate-page.ts';

/** The maximum length of a period: a year, with a month to spare. */
const MAX_MONTHS = 13;

/** Days in UTC, `YYYY-MM-DD`, both inclusive. */
export interface PackPeriod {
  from: string;
  to: string;
}

/**
 * @param period valid days
 * @throws AppError VALIDATION_FAILED for a period that is reversed, is longer than 13 months, or
 *   ends in the future; CONFLICT for a period whose last day is today
 */
export function requirePastPeriod({ from, to }: PackPeriod, nowMs: number): void {
  const today = dayOf(nowMs);
  if (from > to) throw refused('to', 'to must not be before from.');
  if (to > today) throw refused('to', 'to must not be in the future.');
  if (to >= monthsAfter(from, MAX_MONTHS))
    throw refused('to', `The period must not be longer than ${MAX_MONTHS} months.`);
  if (to === today) throw notFinal();
}

const refused = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });

export const notFinal = (): AppError =>
  new AppError(
    'CONFLICT',
    'The figures of this period are not final yet: its last day, in UTC, must be over and counted by the nightly run.',
  );

/** Returns the same day of a later month, or that month's last day if it is shorter. */
function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** @returns the first moment after the period */
export const endOf = ({ to }: PackPeriod): number => Date.parse(`${to}T00:00:00Z`) + DAY_MS;

export const beginOf = ({ from }: PackPeriod): number => Date.parse(`${from}T00:00:00Z`);

export function daysOf(period: PackPeriod): string[] {
  const fromMs = beginOf(period);
  const count = Math.round((endOf(period) - fromMs) / DAY_MS);
  return Array.from({ length: count }, (_, n) => dayOf(fromMs + n * DAY_MS));
}

/** The name of the recounting step in the nightly run. */
const RECOUNT = 'recountRollups';

/** The last nightly run. */
export interface CountingRun {
  startedAtMs: number;
  /** Names of the steps that failed. */
  failed: readonly string[];
  /** The time of the last run without a failure. */
  succeededAtMs?: number;
}

/**
 * Whether the nightly run has recounted the daily counts since the period ended.
 * @param run undefined when there was no run
 */
export const hasCountedSince = (run: CountingRun | undefined, endMs: number): boolean =>
  run !== undefined &&
  ((run.startedAtMs >= endMs && !run.failed.includes(RECOUNT)) ||
    (run.succeededAtMs ?? 0) >= endMs);
