// Inspects the current screen with axe in both themes, and takes screenshots when SCREENSHOTS=1.
import { createRequire } from 'node:module';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type axe from 'axe-core';
import { expect } from 'vitest';
import { ROOT } from '../puppet/cache.ts';
import { DESKTOP, PHONE } from './visitor.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const THEMES = ['light', 'dark'] as const;
/**
 * The axe rules whose result can differ between the themes, which differ in colours only
 * (contract/themes).
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The set of axe rules to run. */
type Rules = 'all' | 'colours' | 'all but colours';
export const RULES_OF = { light: 'all', dark: 'colours' } as const;
/** Paths of the hosted page and the consoles, whose colours the gallery inspects in both themes. */
const IN_GALLERY = /^\/(v|dashboard|admin)(\/|$)/;
const PICTURES = join(ROOT, '.cache/screenshots');
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Inspects the screen in both themes, or only in the light one if the page's colours are inspected
 * elsewhere.
 * @param name the name of the state, for messages and pictures
 * @param rules `all but colours` for a page that has already been inspected in a different language
 * @throws AssertionError that lists the accessibility problems
 */
export async function inspect(
  page: Page,
  name: string,
  rules: 'all' | 'all but colours' = 'all',
): Promise<void> {
  const takesPictures = process.env['SCREENSHOTS'] === '1';
  const isJudged = rules !== 'all' || IN_GALLERY.test(new URL(page.url()).pathname);
  for (const theme of isJudged && !takesPictures ? (['light'] as const) : THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    const ofTheme = theme === 'light' ? rules : RULES_OF[theme];
    expect(await findBarriers(page, ofTheme), `${name}, ${theme}`).toEqual([]);
    if (takesPictures) await takePictures(page, `${name}-%-${theme}`);
  }
  await page.emulateMedia({ colorScheme: null });
}

/**
 * The problems that axe finds in the current page, one sentence each.
 * @param rules `colours` if all rules have already been run in the other theme, `all but colours`
 *   if the colours cannot differ
 */
export async function findBarriers(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Without this wait, a page could be inspected before its style sheets have loaded, when its
  // buttons are still too small.
  await page.waitForLoadState('load');
  await finishAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const options = {
    ...(rules === 'colours'
      ? { runOnly: { type: 'rule' as const, values: COLOUR_RULES } }
      : { runOnly: { type: 'tag' as const, values: TAGS } }),
    ...(rules === 'all but colours' && {
      rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
    }),
  };
  const violations = await page.evaluate(async (wanted) => {
    const { axe: tool } = window as unknown as { axe: typeof axe };
    // React Aria's live announcer briefly keeps an unnamed entry for a button that has been
    // removed.
    const where = { include: [['html']], exclude: [['[data-live-announcer]']] };
    const { violations } = await tool.run(where, { ...wanted, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({ id, help, html: nodes.map((n) => n.html) }));
  }, options);
  return violations.map(({ id, help, html }) => `${id}: ${help} ${html.join(' ')}`);
}

/**
 * Finishes animations, so that elements that fade in are inspected in their final state. Endless
 * ones are left out, because `finish` would throw an error.
 */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}

async function takePictures(page: Page, pattern: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  const before = page.viewportSize();
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const path = join(PICTURES, `${pattern.replace('%', String(viewport.width))}.png`);
    await page.screenshot({ path });
  }
  if (before) await page.setViewportSize(before);
}
