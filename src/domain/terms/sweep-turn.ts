// Sweeps that process a limited number of rows per run alternate the end at which they begin,
// because rows that keep failing remain and would otherwise block all other rows.
import { MINUTE_MS } from '../../time/durations.ts';

/** The interval of the schedule (domain/operations/health/schedule.ts). */
const RUN_MS = 10 * MINUTE_MS;

/** Returns the end at which the current run begins; it alternates from run to run. */
export const sweptFirst = (nowMs: number): 'oldest' | 'newest' =>
  Math.floor(nowMs / RUN_MS) % 2 === 0 ? 'oldest' : 'newest';
