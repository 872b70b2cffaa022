// Keeps feedback readable: a remark stays long enough to be read before another takes its place. Pure.
import type { Framing } from './framing.ts';

const READING_MS = 600;

export class SteadyFraming {
  #shown: Framing = 'ok';
  #sinceMs = Number.NEGATIVE_INFINITY;

  /** What to show now, given what is true now. */
  see(nowMs: number, framing: Framing): Framing {
    if (framing !== this.#shown && nowMs - this.#sinceMs >= READING_MS) {
      this.#shown = framing;
      this.#sinceMs = nowMs;
    }
    return this.#shown;
  }
}
