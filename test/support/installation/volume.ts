// The platform's rate limiter in tests.
import type { VolumeName } from '../../../src/config/config.ts';
import { makeContext } from './context.ts';

const MINUTE_MS = 60_000;

/**
 * Waits for the next clock minute if too little is left of the current one: the local limiter
 * counts per clock minute, so a test's count must not span two of them.
 * @param leastMs the time that the counting takes on a busy machine
 */
export async function untilMinuteLasts(leastMs: number): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < leastMs) await scheduler.wait(leftMs + 20);
}

/**
 * Raises a limiter's count as `calls` requests would, without their cost.
 * @param key the key that the route counts under
 */
export async function countCalls(name: VolumeName, key: string, calls: number): Promise<void> {
  const limiter = makeContext().volume[name];
  for (let i = 0; i < calls; i += 1) await limiter.limit({ key });
}
