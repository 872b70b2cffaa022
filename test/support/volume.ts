// The platform's limiter, as tests meet it.

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
