// Exponential backoff for failed queue messages. Pure.

const FIRST_SECONDS = 10;
/**
 * The maximum delay, in seconds. Even during a day-long outage, one retry every half hour is
 * frequent enough.
 */
const LAST_SECONDS = 30 * 60;

/**
 * Returns the delay before the next attempt, which doubles from ten seconds up to half an hour.
 * @param attempts the number of attempts so far, from 1
 * @returns whole seconds
 */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(FIRST_SECONDS * 2 ** Math.max(0, attempts - 1), LAST_SECONDS);
}
