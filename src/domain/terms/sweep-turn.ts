// From which end a sweep begins that takes some rows a run: what cannot be done stays, and would be in front of all others.
import { MINUTE_MS } from '../../time/durations.ts';

/** From one run to the next (domain/operations/health/schedule.ts). */
const RUN_MS = 10 * MINUTE_MS;

/** Both in turn. */
export const sweptFirst = (nowMs: number): 'oldest' | 'newest' =>
  Math.floor(nowMs / RUN_MS) % 2 === 0 ? 'oldest' : 'newest';
