// Watches an API that cannot push, by polling it, and survives temporary failures.
import { AgateConnectionError, AgateError } from '../src/errors.ts';
import type { Terminal } from './terminal.ts';

/** The pause between two polls. */
const PERIOD_MS = 2_000;
/** The longest pause while the service does not respond. */
const LONGEST_MS = 30_000;

/**
 * Polls until stopped. A temporary failure (no response, 5xx, too many requests) is reported once,
 * and polling continues.
 * @throws AgateError for any error that is not temporary, such as a revoked key
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
