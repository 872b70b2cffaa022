// How long to wait before retrying a request after a network failure. Both the page and the
// engine's worker use this module.

const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/**
 * Resolves after a pause that doubles with every failure, or as soon as the browser reports a
 * connection.
 * @param failures consecutive failures, from 1
 * @param skip ends the pause early, when the visitor presses "Try again"
 */
export function waitBeforeRetry(failures: number, skip?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      skip?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)));
    addEventListener('online', done);
    skip?.addEventListener('abort', done);
  });
}
