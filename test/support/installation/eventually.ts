import { vi } from 'vitest';

/**
 * Waits for what a queue's consumer, an alarm or deferred work does. Queues wait for a batch to fill, and a busy machine
 * is late: the limit only tells that it never comes.
 * @param check throws while it is not there @returns what `check` returned when it no longer threw
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}
