// Determines when an erased session is settled, which means that no event about it can still
// arrive. Pure.
import { DAY_MS } from '../../../../time/durations.ts';

/** How long a row outlives its session's erasure: longer than late events are retried. */
export const SETTLED_MS = 7 * DAY_MS;
