// Warns two minutes before a session ends, and reports its end.

/**
 * The time between the warning and the end: long enough to read the warning, decide and press the
 * button (WCAG 2.2.1 requires 20 seconds).
 */
export const WARNING_MS = 120_000;
/**
 * The longest delay that setTimeout supports (32 bits). No session is that long, but a wrong number
 * must not make the timer fire immediately.
 */
const LONGEST_MS = 2 ** 31 - 1;

export class SessionClock {
  #onShort: (endsAtMs: number) => void;
  #onEnd: () => void;
  #timers: ReturnType<typeof setTimeout>[] = [];

  /**
   * @param onShort called when only WARNING_MS is left, with the session's end on the clock of
   *   performance.now
   */
  constructor(onShort: (endsAtMs: number) => void, onEnd: () => void) {
    this.#onShort = onShort;
    this.#onEnd = onEnd;
  }

  /**
   * Sets new timers in place of the earlier ones.
   * @param remainingMs the time until the session ends
   */
  set(remainingMs: number): void {
    this.stop();
    const left = Math.min(remainingMs, LONGEST_MS);
    const endsAtMs = performance.now() + left;
    this.#timers = [
      setTimeout(() => this.#onShort(endsAtMs), Math.max(0, left - WARNING_MS)),
      setTimeout(() => this.#onEnd(), left),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
