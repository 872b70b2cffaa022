import { vi } from 'vitest';

/**
 * Waits for the effect of a queue consumer, an alarm or deferred work. Queues wait for a batch to
 * fill and a busy machine is slow, so the time limit is long. It should be reached only if the
 * effect never occurs.
 * @param check throws until the effect has occurred
 * @returns what `check` returned when it no longer threw
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}
