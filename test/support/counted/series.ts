// Counts round trips in series: calls of bindings that began only after another one was answered.
import { Faults } from '../faults/faults.ts';

/** For faultyEnv. Nothing fails; a call that waits for nobody is counted with those it runs beside. */
export class SeriesCount extends Faults {
  #answered = 0;
  #longest = 0;

  /** The longest chain since the last time. */
  take(): number {
    const longest = this.#longest;
    this.#answered = 0;
    this.#longest = 0;
    return longest;
  }

  override async call<T>(name: string, perform: () => Promise<T>): Promise<T> {
    const place = this.#answered + 1;
    this.#longest = Math.max(this.#longest, place);
    try {
      return await super.call(name, perform);
    } finally {
      this.#answered = Math.max(this.#answered, place);
    }
  }
}
