// Helpers for tests that reach the limits of the platform's rate limiter.
import type { VolumeName } from '../../../src/config/config.ts';
import { makeContext } from './context.ts';

const MINUTE_MS = 60_000;

/**
 * Waits for the next clock minute if too little of the current one is left. The local limiter
 * counts per clock minute, so a test's calls must all fall within the same minute.
 * @param leastMs how long the test's calls take on a busy machine
 */
export async function untilMinuteLasts(leastMs: number): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < leastMs) await scheduler.wait(leftMs + 20);
}

/**
 * Raises a limiter's count as `calls` requests would, without sending any.
 * @param key the key under which the route counts calls
 */
export async function countCalls(name: VolumeName, key: string, calls: number): Promise<void> {
  const limiter = makeContext().volume[name];
  for (let i = 0; i < calls; i += 1) await limiter.limit({ key });
}
