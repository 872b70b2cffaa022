// When an erased session is settled: no event of it can arrive any more. Pure.
import { DAY_MS } from '../../../../time/durations.ts';

/** How long a row outlives its session's erasure: longer than late events are retried. */
export const SETTLED_MS = 7 * DAY_MS;
