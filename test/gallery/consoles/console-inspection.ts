// What is checked of a console's state besides how it looks: what axe finds, what is faint, and, once per language, the page zoomed to
// 400 %, where everything must still be reached, by Tab too.
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

/** Colours depend on no width: both themes on a phone, and once where everything stands side by side. */
const isJudged = ({ width, theme }: ConsoleSheet): boolean =>
  width === 390 || (width === 1440 && theme === 'light');

export async function judgeSheet(page: Page, sheet: ConsoleSheet): Promise<string[]> {
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  const tooWide = scrollWidth > sheet.width ? [`${scrollWidth} px wide`] : [];
  if (!isJudged(sheet)) return tooWide;
  // Arabic has the same colours.
  if (sheet.language === 'ar')
    return [...tooWide, ...(await findBarriers(page, 'all but colours'))];
  return [
    ...tooWide,
    ...(await findBarriers(page, RULES_OF[sheet.theme])),
    ...(await page.evaluate(findFaintThings)),
  ];
}

/** After the pictures, which would show where Tab has led. What stops the gallery's own styles comes last. */
export async function judgeZoomed(
  page: Page,
  language: ConsoleSheet['language'],
): Promise<string[]> {
  await page.setViewportSize(ZOOMED);
  const found = [...(await page.evaluate(findUnreachable))];
  // Where Tab leads and how large things are depends on no language.
  if (language === 'en')
    found.push(
      ...(await page.evaluate(findSmallTargets)),
      ...(await walk(page)),
      ...(await page.evaluate(findMotion)),
    );
  return found.map((sentence) => `at 400 % zoom: ${sentence}`);
}
