// Checks of a console's state that do not use its picture: axe, low contrast and, once per
// language, the page at a zoom of 400 %, in which everything must still be reachable, including
// with Tab.
import type { Page } from 'playwright-core';
import { findBarriers, RULES_OF } from '../../support/browser/inspect.ts';
import {
  findFaintThings,
  findMotion,
  findSmallTargets,
  findUnreachable,
} from '../support/barriers.ts';
import { walk } from '../support/focus-walk.ts';
import { ZOOMED } from '../support/visitor.ts';
import type { ConsoleSheet } from './console-sheets.ts';

/**
 * Whether the page is inspected at this sheet's width and in its theme. Colours do not depend on
 * the width, so both themes are inspected at the width of a phone, and only one at the width at
 * which all parts are side by side.
 */
const isJudged = ({ width, theme }: ConsoleSheet): boolean =>
  width === 390 || (width === 1440 && theme === 'light');

export async function judgeSheet(page: Page, sheet: ConsoleSheet): Promise<string[]> {
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  const tooWide = scrollWidth > sheet.width ? [`${scrollWidth} px wide`] : [];
  if (!isJudged(sheet)) return tooWide;
  // Low contrast is checked in one language only, since the colours are the same in Arabic.
  if (sheet.language === 'ar')
    return [...tooWide, ...(await findBarriers(page, 'all but colours'))];
  return [
    ...tooWide,
    ...(await findBarriers(page, RULES_OF[sheet.theme])),
    ...(await page.evaluate(findFaintThings)),
  ];
}

/**
 * Inspects the zoomed page. Must be called after the page's pictures were taken, since they would
 * otherwise show where Tab has moved the focus. `findMotion` comes last because it removes the
 * gallery's own styles.
 */
export async function judgeZoomed(
  page: Page,
  language: ConsoleSheet['language'],
): Promise<string[]> {
  await page.setViewportSize(ZOOMED);
  const found = [...(await page.evaluate(findUnreachable))];
  // Tab order and target sizes do not depend on the language.
  if (language === 'en')
    found.push(
      ...(await page.evaluate(findSmallTargets)),
      ...(await walk(page)),
      ...(await page.evaluate(findMotion)),
    );
  return found.map((sentence) => `at 400 % zoom: ${sentence}`);
}
