// Sweeps that take a limited number of rows per run alternate the end at which they begin: rows
// that keep failing remain, and would otherwise block all other rows.
import { MINUTE_MS } from '../../time/durations.ts';

/** The interval of the schedule (domain/operations/health/schedule.ts). */
const RUN_MS = 10 * MINUTE_MS;

/** Alternates from run to run. */
export const sweptFirst = (nowMs: number): 'oldest' | 'newest' =>
  Math.floor(nowMs / RUN_MS) % 2 === 0 ? 'oldest' : 'newest';
