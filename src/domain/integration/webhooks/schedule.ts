// The retry schedule for failed deliveries (D-26). Pure.

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

/**
 * How long a failed delivery is retried, and how long an endpoint may fail before it is disabled.
 */
export const RETRY_PERIOD_MS = 3 * 24 * HOUR_MS;
/** The longest delay that a queue supports. */
const MAX_DELAY_MS = 12 * HOUR_MS;
const JITTER = 0.1;

/**
 * Returns the start of a round of retries, which is the time of its first attempt. An endpoint's
 * failing period also starts with an attempt, so if the endpoint has only one delivery, the round
 * and the failing period start together and the last attempt is three days later.
 */
export const roundStartOf = (
  { round_attempts: made, round_started_ms: startedMs }: Round,
  attemptAtMs: number,
): number => (made === 0 ? attemptAtMs : startedMs);

interface Round {
  round_attempts: number;
  /** The time of the round's first attempt; until then, the time when the round was requested. */
  round_started_ms: number;
}

/**
 * @param failures the number of failed attempts in this round, at least 1
 * @param startedMs the start of the round
 * @param random in [0, 1), for jitter of up to a tenth in either direction
 * @returns milliseconds to wait, or undefined when the retry period is over; the last attempt is
 *   made at its end
 */
export function nextDelayMs(
  failures: number,
  startedMs: number,
  nowMs: number,
  random: number,
): number | undefined {
  const leftMs = startedMs + RETRY_PERIOD_MS - nowMs;
  if (leftMs <= 0) return undefined;
  const plain = DELAYS_MS[failures - 1] ?? LAST_DELAY_MS;
  const jittered = plain * (1 - JITTER + 2 * JITTER * random);
  return Math.max(SECOND_MS, Math.min(jittered, leftMs, MAX_DELAY_MS));
}
