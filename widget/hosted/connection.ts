// When another try is worth it after the network failed. The page and the engine's worker both use it.

const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/**
 * Resolves after a pause that doubles with every failure, or at once when the browser hears of a connection.
 * @param failures in a row, from 1
 * @param wake ends the pause early, such as a person who presses "Try again"
 */
export function untilWorthTrying(failures: number, wake?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      wake?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)));
    addEventListener('online', done);
    wake?.addEventListener('abort', done);
  });
}
