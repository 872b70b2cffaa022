// Walks a page with the Tab key, as keyboard users do, and reports where that fails.
import type { Page } from 'playwright-core';

interface Stop {
  name: string;
  isVisible: boolean;
  top: number;
  bottom: number;
  /** Distance from where lines begin, whichever way the language runs. */
  start: number;
}

/** Same line: their middles are no further apart than this. */
const LINE_PX = 16;
/** More than the parts of two dates, and the way around the browser's own. */
const SPARE_PRESSES = 10;

/**
 * @returns sentences: a stop without visible focus, one that goes back in reading order, a control that Tab
 *   never reaches (WCAG 2.2, 2.1.1, 2.4.3, 2.4.7)
 */
export async function walk(page: Page): Promise<string[]> {
  const expected = await page.evaluate(markControls);
  const found: string[] = [];
  const reached = new Set<string>();
  let rounds = 0;
  let before: Stop | undefined;
  for (
    let presses = 0;
    reached.size < expected.length && presses <= 2 * expected.length + SPARE_PRESSES;
    presses++
  ) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(readStop);
    // A date has a stop for each of its parts.
    if (stop && stop.name === before?.name) continue;
    if (!stop || reached.has(stop.name)) {
      before = undefined;
      continue;
    }
    reached.add(stop.name);
    // From the last control on to the first, as the walk began at the heading: once.
    if (before && expected.indexOf(stop.name) < expected.indexOf(before.name)) {
      before = undefined;
      rounds += 1;
      if (rounds > 1) found.push(`${stop.name} comes out of turn.`);
    }
    if (!stop.isVisible) found.push(`The focus on ${stop.name} cannot be seen.`);
    if (before && goesBack(before, stop)) found.push(`${stop.name} comes after ${before.name}.`);
    before = stop;
  }
  const missed = expected.filter((name) => !reached.has(name));
  return [...found, ...missed.map((name) => `Tab never reaches ${name}.`)];
}

function goesBack(before: Stop, stop: Stop): boolean {
  const middle = ({ top, bottom }: Stop) => (top + bottom) / 2;
  const down = middle(stop) - middle(before);
  return Math.abs(down) <= LINE_PX ? stop.start < before.start : down < 0;
}

/** Runs in the page. The heading keeps the focus: Tab continues from there. */
function markControls(): string[] {
  const dialog = document.querySelector('dialog[open], [role="dialog"]');
  const controls = [
    ...(dialog ?? document).querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ];
  const reachable = controls.filter(
    (control) =>
      // Of choices that exclude each other, Tab reaches the chosen one; arrow keys lead to the others.
      control.checkVisibility({ checkVisibilityCSS: true }) &&
      !control.matches('[type="radio"]:not(:checked), :disabled, [tabindex="-1"]'),
  );
  return reachable.map((control, index) => {
    const name = `${index} ${control.textContent?.trim().slice(0, 40) || control.tagName}`;
    control.setAttribute('data-stop', name);
    return name;
  });
}

/** Runs in the page. */
function readStop(): Stop | undefined {
  const element = document.activeElement;
  const name = element?.getAttribute('data-stop');
  if (!element || !name) return undefined;
  const frame = element.closest('.language, .palette-field') ?? element;
  const isOutlined = [element, frame].some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  // The page, a dialog or a row that is swiped has moved to show the stop.
  let [moved, down] = [0, 0];
  for (let around = element.parentElement; around; around = around.parentElement) {
    moved += around.scrollLeft;
    down += around.scrollTop;
  }
  const start = document.documentElement.dir === 'rtl' ? innerWidth - right - moved : left + moved;
  return { name, isVisible: isOutlined, top: top + down, bottom: bottom + down, start };
}
