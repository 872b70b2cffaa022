// When a failed delivery is tried again, and when it is given up (D-26). Pure.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
];
const LAST_DELAY_MS = 12 * HOUR_MS;

/** So long a delivery is retried, and so long an endpoint may fail before it is disabled. */
export const PATIENCE_MS = 3 * 24 * HOUR_MS;
/** A queue holds a message back for 12 hours at most. */
const MAX_DELAY_MS = 12 * HOUR_MS;
const JITTER = 0.1;

/**
 * @param failures attempts of this round that have failed, at least 1
 * @param startedMs when the round began
 * @param random in [0, 1): spreads the retries of many deliveries by a tenth either way
 * @returns milliseconds to wait, or undefined when the time is up; the last attempt is made when it ends
 */
export function nextDelayMs(
  failures: number,
  startedMs: number,
  nowMs: number,
  random: number,
): number | undefined {
  const leftMs = startedMs + PATIENCE_MS - nowMs;
  if (leftMs <= 0) return undefined;
  const plain = DELAYS_MS[failures - 1] ?? LAST_DELAY_MS;
  const jittered = plain * (1 - JITTER + 2 * JITTER * random);
  return Math.max(SECOND_MS, Math.min(jittered, leftMs, MAX_DELAY_MS));
}
