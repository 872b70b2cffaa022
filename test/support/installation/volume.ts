// The platform's limiter, as tests meet it.
import type { VolumeName } from '../../../src/config/config.ts';
import { makeContext } from './context.ts';

const MINUTE_MS = 60_000;

/**
 * The windows of the local limiter are minutes of the clock: what is counted must not end in the next one. Waits for
 * that one when this has less time left.
 * @param leastMs what the counting takes on a busy machine
 */
export async function untilMinuteLasts(leastMs: number): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < leastMs) await scheduler.wait(leftMs + 20);
}

/** As that many requests would be counted, without what they cost. @param key as the route counts them */
export async function countCalls(name: VolumeName, key: string, calls: number): Promise<void> {
  const limiter = makeContext().volume[name];
  for (let i = 0; i < calls; i += 1) await limiter.limit({ key });
}
