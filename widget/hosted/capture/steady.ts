// Keeps feedback readable: a remark comes at once, stays long enough to be read, and does not flicker when
// its cause does. One remark at a time. Pure.
import type { Framing } from './framing.ts';

/** A remark that was said stands at least this long. */
const READING_MS = 600;
/** Its cause must be gone for this long, or it would come back with the next picture. */
const GONE_MS = 250;

export class SteadyFraming {
  #shown: Framing = 'ok';
  #sinceMs = 0;
  #trueMs = 0;

  /** What to show now, given what is true now. */
  see(nowMs: number, framing: Framing): Framing {
    if (framing === this.#shown) this.#trueMs = nowMs;
    else if (this.#shown === 'ok' || this.#mayGo(nowMs)) {
      this.#shown = framing;
      this.#sinceMs = nowMs;
      this.#trueMs = nowMs;
    }
    return this.#shown;
  }

  #mayGo(nowMs: number): boolean {
    return nowMs - this.#sinceMs >= READING_MS && nowMs - this.#trueMs >= GONE_MS;
  }
}
