// Optimistic concurrency: a change is written only if the row that it is based on has not changed.

/**
 * The maximum number of attempts. No row of the incident register or the single sign-on settings is
 * ever changed by this many requests at the same time.
 */
const MAX_ATTEMPTS = 20;

/**
 * Retries a change from the beginning whenever another change was written first.
 * @param attempt reads, changes and writes; returns undefined if another change was written first
 * @returns the result of the successful attempt
 * @throws Error after 20 attempts: the values read evidently never match the stored ones, so no
 *   further attempt would succeed
 */
export async function untilWritten<T extends object>(
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
    const written = await attempt();
    if (written !== undefined) return written;
  }
  throw new Error(`A change was not written in ${MAX_ATTEMPTS} attempts.`);
}
