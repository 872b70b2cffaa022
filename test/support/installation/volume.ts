// The platform's rate limiter in tests.
import type { VolumeName } from '../../../src/config/config.ts';
import { makeContext } from './context.ts';

const MINUTE_MS = 60_000;

/**
 * The local limiter counts per clock minute, so the count of one test must not spread over two.
 * Waits for the next minute when this one has less time left.
 * @param leastMs time that the counting takes on a busy machine
 */
export async function untilMinuteLasts(leastMs: number): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < leastMs) await scheduler.wait(leftMs + 20);
}

/**
 * Counts as many calls as that many requests would, without their cost.
 * @param key as the route counts them
 */
export async function countCalls(name: VolumeName, key: string, calls: number): Promise<void> {
  const limiter = makeContext().volume[name];
  for (let i = 0; i < calls; i += 1) await limiter.limit({ key });
}
