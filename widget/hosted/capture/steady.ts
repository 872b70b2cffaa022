// Keeps feedback readable: a hint appears immediately, stays long enough to be read, and does not
// flicker while its cause comes and goes. Only one hint is shown at a time. Pure.
import type { Framing } from './framing.ts';

/** A hint is shown for at least this long. */
const READING_MS = 600;
/**
 * The cause of a hint must be gone for this long; otherwise the hint could reappear with the next
 * picture.
 */
const GONE_MS = 250;

export class SteadyFraming {
  #shown: Framing = 'ok';
  #sinceMs = 0;
  #lastMs = 0;

  /**
   * @param framing the fault of the current picture, or `ok`
   * @returns what to show
   */
  see(nowMs: number, framing: Framing): Framing {
    if (framing === this.#shown) this.#lastMs = nowMs;
    else if (this.#shown === 'ok' || this.#mayHide(nowMs)) {
      this.#shown = framing;
      this.#sinceMs = nowMs;
      this.#lastMs = nowMs;
    }
    return this.#shown;
  }

  #mayHide(nowMs: number): boolean {
    return nowMs - this.#sinceMs >= READING_MS && nowMs - this.#lastMs >= GONE_MS;
  }
}
