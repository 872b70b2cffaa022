// Exponential backoff of failed queue messages. Pure.

const FIRST_SECONDS = 10;
/**
 * The maximum delay, in seconds: even during an outage of a day, a retry every half hour is
 * frequent enough.
 */
const LAST_SECONDS = 30 * 60;

/**
 * The delay before the next try: doubles from ten seconds to half an hour.
 * @param attempts number of attempts so far, from 1
 * @returns whole seconds
 */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(FIRST_SECONDS * 2 ** Math.max(0, attempts - 1), LAST_SECONDS);
}
