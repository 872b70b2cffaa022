// Repeats what the network made fail, for as long as it takes.
import { ApiError } from './api.ts';
import { untilWorthTrying } from './connection.ts';

type Wait = (failures: number, wake: AbortSignal) => Promise<void>;

export class Perseverance {
  #onWait: () => void;
  #wait: Wait;
  #wake = new AbortController();

  /** @param onWait called when there is no connection and the task waits for it */
  constructor(onWait: () => void, wait: Wait = untilWorthTrying) {
    this.#onWait = onWait;
    this.#wait = wait;
  }

  /**
   * Runs a task until an answer comes, whatever it says.
   * @param task safe to repeat @param isOver whether nobody waits for it any more
   * @throws what the task throws, except that no answer came
   */
  async run<T>(task: () => Promise<T>, isOver: () => boolean): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await task();
      } catch (error) {
        if (!isNetworkError(error) || isOver()) throw error;
        this.#onWait();
        await this.#wait(failures, this.#wake.signal);
      }
    }
  }

  /** The person does not want to wait for the next try. */
  tryNow(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }
}

function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NETWORK';
}
