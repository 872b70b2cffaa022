// How often the engine looks for other faces. A quick search costs about as much as following the
// face. With a search on every other picture, "two faces" is shown within 100 ms; a slower machine
// searches less often. Pure.

/** The time from one picture of the camera to the next. */
const BUDGET_MS = 33;
const OFTEN = 2;
const SELDOM = 3;
/**
 * The cadence for a slow machine, which takes about as long as three camera pictures just to follow
 * the face in one, even without a search.
 */
const RARELY = 8;
const SLOW_MS = 90;
/**
 * How many of the latest measurements the median covers; a single hiccup must not change the
 * cadence.
 */
const MEMORY = 12;

export class DetectionCadence {
  #follow = new RunningMedian();
  #detect = new RunningMedian();

  /**
   * Records how long one picture took.
   * @param detected whether that time includes a detection
   */
  note(tookMs: number, detected: boolean): void {
    if (detected) this.#detect.add(Math.max(0, tookMs - (this.#follow.value ?? 0)));
    else this.#follow.add(tookMs);
  }

  /** The number of pictures from one detection to the next. */
  get every(): number {
    const follow = this.#follow.value;
    const detect = this.#detect.value;
    if (follow === undefined || detect === undefined) return SELDOM;
    if (follow >= SLOW_MS) return RARELY;
    return follow + detect / OFTEN <= BUDGET_MS ? OFTEN : SELDOM;
  }
}

/** The median of the last few values. */
class RunningMedian {
  #values: number[] = [];

  add(value: number): void {
    this.#values = [...this.#values.slice(1 - MEMORY), value];
  }

  get value(): number | undefined {
    return this.#values.toSorted((a, b) => a - b)[this.#values.length >> 1];
  }
}
