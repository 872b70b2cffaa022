// Determines where a visitor left a check, for counts that the customer may enable (D-124). Pure.
import type { FunnelEvent } from './funnel.ts';
import { finalStatus } from './state.ts';
import type { SessionRecord } from './session.ts';
import type { SeenVisitor } from './visitor.ts';

/**
 * The point at which a visitor left: the step that the visitor cancelled or did not return from.
 * The last two values are verdicts, for visitors who left after a verdict.
 */
export const DROP_OFF_POINTS = [
  'consent',
  'wallet',
  'camera',
  'liveness',
  'age',
  'document',
  'review',
  'failed',
  'success',
] as const;
export type DropOffPoint = (typeof DROP_OFF_POINTS)[number];

/** A visitor who left, as recorded in the counts. */
export interface DropOff extends SeenVisitor {
  at: DropOffPoint;
}

/**
 * @returns undefined for a session that was never opened, or whose customer had disabled the counts
 *   when the session began
 */
export function dropOffOf(record: SessionRecord): DropOff | undefined {
  const { funnel, visitor } = record;
  const { seen } = visitor;
  const status = finalStatus(record);
  if (seen === undefined || status === undefined) return undefined;
  const isVerdict = status === 'success' || status === 'failed';
  return { ...seen, at: isVerdict ? status : stepOf(funnel) };
}

/**
 * Returns the step of the last event. An event without a step means that the session was waiting
 * for a reviewer.
 */
function stepOf(funnel: readonly FunnelEvent[]): DropOffPoint {
  const step = funnel.at(-1)?.step ?? 'review';
  const sawCamera = funnel.some(({ name }) => name === 'camera');
  return step === 'liveness' && !sawCamera ? 'camera' : step;
}

/**
 * The number of days after the end of a month until its counts are published: by then, the last
 * events of that month's sessions have arrived. The counts never change afterwards.
 */
const SHOWN_AFTER_DAYS = 7;

/** @returns `YYYY-MM`, in UTC */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/**
 * @param month the month, `YYYY-MM`
 * @returns the time from which the month's counts are published
 */
export function shownFromMs(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number, 1 + SHOWN_AFTER_DAYS);
}

/** @returns the last `count` months before the month of `nowMs`, newest first */
export function monthsBefore(nowMs: number, count: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, n) =>
    monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - n, 1)),
  );
}
