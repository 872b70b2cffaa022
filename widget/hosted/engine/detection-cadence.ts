// How often the engine looks for other faces. A detection costs several measurements: a quick machine can
// afford one every other picture, and then says "two faces" at once; a slow one must not. Pure.

/** The camera's pictures come every 33 ms; the rest of that is the page's. */
const BUDGET_MS = 27;
const OFTEN = 2;
const SELDOM = 10;
/** Where even following a face takes the time of three pictures. */
const RARELY = 25;
const SLOW_MS = 90;
/** How many measurements the figures forget in; one hiccup must not change the cadence. */
const MEMORY = 12;

export class DetectionCadence {
  #follow = new Middle();
  #detect = new Middle();

  /** Takes how long one picture took. @param detected whether that included a detection */
  note(tookMs: number, detected: boolean): void {
    if (detected) this.#detect.add(Math.max(0, tookMs - (this.#follow.value ?? 0)));
    else this.#follow.add(tookMs);
  }

  /** Pictures from one detection to the next. */
  get every(): number {
    const follow = this.#follow.value;
    const detect = this.#detect.value;
    if (follow === undefined || detect === undefined) return SELDOM;
    if (follow >= SLOW_MS) return RARELY;
    const spare = BUDGET_MS - follow;
    return spare <= 0 ? SELDOM : Math.min(SELDOM, Math.max(OFTEN, Math.ceil(detect / spare)));
  }
}

/** The median of the last few values. */
class Middle {
  #values: number[] = [];

  add(value: number): void {
    this.#values = [...this.#values.slice(1 - MEMORY), value];
  }

  get value(): number | undefined {
    return this.#values.toSorted((a, b) => a - b)[this.#values.length >> 1];
  }
}
