// Retries requests that fail because of the network, until a response arrives.
import { ApiError } from './api.ts';
import { waitBeforeRetry } from './backoff.ts';

type Wait = (failures: number, skip: AbortSignal) => Promise<void>;

export class NetworkRetry {
  #onWait: () => void;
  #wait: Wait;
  #skip = new AbortController();

  /** @param onWait called when there was no response and the task waits to be repeated */
  constructor(onWait: () => void, wait: Wait = waitBeforeRetry) {
    this.#onWait = onWait;
    this.#wait = wait;
  }

  /**
   * Runs a task until there is a response, which may be a refusal.
   * @param task must be safe to repeat
   * @param isOver whether the response is no longer needed
   * @throws the task's error; a NETWORK error is thrown only if `isOver` returns true, and
   *   otherwise the task is repeated
   */
  async run<T>(task: () => Promise<T>, isOver: () => boolean): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await task();
      } catch (error) {
        if (!isNetworkError(error) || isOver()) throw error;
        this.#onWait();
        await this.#wait(failures, this.#skip.signal);
      }
    }
  }

  /** Ends the current wait when the visitor presses "Try again". */
  tryNow(): void {
    this.#skip.abort();
    this.#skip = new AbortController();
  }
}

function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NETWORK';
}
