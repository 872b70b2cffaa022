// Watching an API that has no push: asks again and again, and outlives what passes.
import { AgateConnectionError, AgateError } from '../src/errors.ts';
import type { Terminal } from './terminal.ts';

/** How long between two looks. */
const PERIOD_MS = 2_000;
/** How long at most while the service does not answer. */
const LONGEST_MS = 30_000;

/**
 * Looks until stopped. What passes (no answer, 5xx, too many requests) is noted once and waited out.
 * @throws AgateError for everything else, such as a revoked key
 */
export async function watch(terminal: Terminal, look: () => Promise<void>): Promise<void> {
  let failures = 0;
  while (!terminal.stopped.aborted) {
    try {
      await look();
      if (failures > 0) terminal.note('The service answers again.');
      failures = 0;
    } catch (error) {
      if (!passes(error)) throw error;
      failures += 1;
      if (failures === 1)
        terminal.note(`${error instanceof Error ? error.message : 'No answer.'} Trying again.`);
    }
    await terminal.sleep(Math.min(PERIOD_MS * 2 ** failures, LONGEST_MS));
  }
}

const passes = (error: unknown): boolean =>
  error instanceof AgateConnectionError ||
  (error instanceof AgateError && (error.status >= 500 || error.status === 429));
