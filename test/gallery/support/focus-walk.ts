// Walks through a page with the Tab key, as keyboard users do, and reports the problems that it
// finds.
import type { Page } from 'playwright-core';

interface Stop {
  name: string;
  isVisible: boolean;
  top: number;
  bottom: number;
  /**
   * Distance from the edge at which lines of text begin, in CSS pixels: the left edge, or the right
   * edge if the text runs from right to left.
   */
  start: number;
}

declare global {
  interface Window {
    /** The stops that presses of Tab have reached since the walk last read them. */
    walkStops?: (Stop | null)[];
  }
}

/** Two controls are on the same line if their vertical centres are at most this far apart. */
const LINE_PX = 16;
/** Extra presses for the separate parts of two date fields and for the browser's own controls. */
const SPARE_PRESSES = 10;

/**
 * @returns a sentence for each stop without visible focus, each stop that goes back in reading
 *   order, and each control that Tab never reaches (WCAG 2.2, 2.1.1, 2.4.3, 2.4.7)
 */
export async function walk(page: Page): Promise<string[]> {
  const expected = await page.evaluate(markControls);
  await page.evaluate(recordStops);
  const walked = new Walk(expected);
  const most = 2 * expected.length + SPARE_PRESSES;
  for (let presses = 0; walked.missed.length > 0 && presses <= most;) {
    const together = walked.missed.length;
    for (let press = 0; press < together; press++) await page.keyboard.press('Tab');
    presses += together;
    for (const stop of await page.evaluate(takeStops)) walked.add(stop);
  }
  return [...walked.found, ...walked.missed.map((name) => `Tab never reaches ${name}.`)];
}

class Walk {
  readonly found: string[] = [];
  readonly #expected: readonly string[];
  readonly #reached = new Set<string>();
  #before: Stop | undefined;
  #rounds = 0;

  /** @param expected names of the controls, in reading order */
  constructor(expected: readonly string[]) {
    this.#expected = expected;
  }

  get missed(): string[] {
    return this.#expected.filter((name) => !this.#reached.has(name));
  }

  /** @param stop null when Tab led to none of the controls */
  add(stop: Stop | null): void {
    const before = this.#before;
    // A date field has a stop for each of its parts, and each stop has the field's name.
    if (stop && stop.name === before?.name) return;
    this.#before = undefined;
    if (!stop || this.#reached.has(stop.name)) return;
    this.#reached.add(stop.name);
    this.#before = stop;
    if (!stop.isVisible) this.found.push(`The focus on ${stop.name} cannot be seen.`);
    if (!before) return;
    if (this.#indexOf(stop) > this.#indexOf(before)) {
      if (goesBack(before, stop)) this.found.push(`${stop.name} comes after ${before.name}.`);
      return;
    }
    // The walk starts at the heading, so it wraps around once, from the last control to the first.
    this.#rounds += 1;
    if (this.#rounds > 1) this.found.push(`${stop.name} comes out of turn.`);
  }

  readonly #indexOf = ({ name }: Stop): number => this.#expected.indexOf(name);
}

function goesBack(before: Stop, stop: Stop): boolean {
  const middle = ({ top, bottom }: Stop) => (top + bottom) / 2;
  const down = middle(stop) - middle(before);
  return Math.abs(down) <= LINE_PX ? stop.start < before.start : down < 0;
}

/**
 * Names the controls that Tab should reach. Runs in the page, and leaves the focus on the heading,
 * so that Tab continues from there.
 */
function markControls(): string[] {
  const dialog = document.querySelector('dialog[open], [role="dialog"]');
  const controls = [
    ...(dialog ?? document).querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ];
  const reachable = controls.filter(
    (control) =>
      // In a radio group, Tab reaches the chosen option, and arrow keys reach the other options.
      control.checkVisibility({ checkVisibilityCSS: true }) &&
      !control.matches('[type="radio"]:not(:checked), :disabled, [tabindex="-1"]'),
  );
  return reachable.map((control, index) => {
    const name = `${index} ${control.textContent?.trim().slice(0, 40) || control.tagName}`;
    control.setAttribute('data-stop', name);
    return name;
  });
}

/**
 * Records the control that each press of Tab reaches. Runs in the page, because querying the page
 * after each press takes longer.
 */
function recordStops(): void {
  const readStop = (): Stop | null => {
    const element = document.activeElement;
    const name = element?.getAttribute('data-stop');
    if (!element || !name) return null;
    const frame = element.closest('.language, .palette-field') ?? element;
    const isOutlined = [element, frame].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    // The page, a dialog or a swiped row may have scrolled to bring the stop into view, which
    // changes its position on the screen.
    let [moved, down] = [0, 0];
    for (let around = element.parentElement; around; around = around.parentElement) {
      moved += around.scrollLeft;
      down += around.scrollTop;
    }
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const start = isRightToLeft ? innerWidth - right - moved : left + moved;
    return { name, isVisible: isOutlined, top: top + down, bottom: bottom + down, start };
  };
  const isRecorded = window.walkStops !== undefined;
  window.walkStops = [];
  if (isRecorded) return;
  const record = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    // When the focus leaves the page, no keyup event arrives, so the null that keydown has pushed
    // remains.
    if (event.type === 'keydown') window.walkStops?.push(null);
    else window.walkStops?.splice(-1, 1, readStop());
  };
  for (const type of ['keydown', 'keyup'] as const)
    addEventListener(type, record, { capture: true });
}

/** Returns the stops recorded since the last call. Runs in the page. */
function takeStops(): (Stop | null)[] {
  return window.walkStops?.splice(0) ?? [];
}
