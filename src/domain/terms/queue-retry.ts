// How long a queue message that failed waits for its next try. Pure.

const FIRST_SECONDS = 10;
/** The database may be away for a day; asking every half hour is often enough to notice its return. */
const LAST_SECONDS = 30 * 60;

/**
 * Doubles from ten seconds to half an hour.
 * @param attempts tries so far, from 1
 * @returns whole seconds
 */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(FIRST_SECONDS * 2 ** Math.max(0, attempts - 1), LAST_SECONDS);
}
