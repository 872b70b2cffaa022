// Sweeps that process a limited number of rows per run start alternately with the oldest and the
// newest rows, because rows that keep failing remain and would otherwise block all other rows.
import { MINUTE_MS } from '../../time/durations.ts';

/** The interval of the schedule (domain/operations/health/schedule.ts). */
const RUN_MS = 10 * MINUTE_MS;

/** Returns which rows the current run starts with. */
export const sweptFirst = (nowMs: number): 'oldest' | 'newest' =>
  Math.floor(nowMs / RUN_MS) % 2 === 0 ? 'oldest' : 'newest';
