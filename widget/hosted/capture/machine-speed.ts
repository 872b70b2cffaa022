// How many pictures per second this machine measures, and whether that is enough. Pure. Below the
// rate that MAX_MEDIAN_GAP_MS requires, no trajectory can pass, so no movement may be requested.
import { MAX_MEDIAN_GAP_MS } from '../../../src/vision/face/challenge.ts';

/** Below this rate, the page uses smaller pictures and gives more time for movements. */
const SLOW_PER_SECOND = 10;
/** At this rate or above, the machine counts as fast again. */
const RECOVERED_PER_SECOND = 15;
const MIN_PER_SECOND = 1_000 / MAX_MEDIAN_GAP_MS + 0.5;
const WINDOW_MS = 2_000;
/**
 * Over a shorter time, the rate is unknown, unless at least PLENTY pictures were measured in that
 * time.
 */
const MIN_SPAN_MS = 1_200;
const PLENTY = 12;

export class MachineSpeed {
  #times: number[] = [];
  #isSlow = false;

  /**
   * Records a measured picture.
   * @param hasFace whether the picture contains a face; without a face, the whole picture is
   *   searched, which takes longer and does not indicate the machine's speed
   */
  see(nowMs: number, hasFace: boolean): void {
    if (!hasFace) return this.reset();
    this.#times = [...this.#times, nowMs].filter((time) => nowMs - time <= WINDOW_MS);
    const rate = this.perSecond;
    if (rate !== undefined)
      this.#isSlow = rate < (this.#isSlow ? RECOVERED_PER_SECOND : SLOW_PER_SECOND);
  }

  /** Starts over because the page was hidden, or the face was gone. */
  reset(): void {
    this.#times = [];
  }

  /** The pictures measured per second; undefined until there are enough of them. */
  get perSecond(): number | undefined {
    const [first = 0] = this.#times;
    const spanMs = (this.#times.at(-1) ?? 0) - first;
    if (spanMs < MIN_SPAN_MS && this.#times.length < PLENTY) return undefined;
    return ((this.#times.length - 1) * 1_000) / spanMs;
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Whether the machine is too slow to answer a challenge. */
  get isTooSlow(): boolean {
    return (this.perSecond ?? SLOW_PER_SECOND) < MIN_PER_SECOND;
  }
}
