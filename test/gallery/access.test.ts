// What every state offers to everybody, as a phone shows it. Settings of one's own are in settings.test.ts.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { findBarriers } from '../support/browser/inspect.ts';
import { STATES } from './states/all-states.ts';
import { findFaintThings, findMotion, findSmallTargets } from './support/barriers.ts';
import { walk } from './support/focus-walk.ts';
import type { GalleryState } from './support/gallery-state.ts';
import { useTours } from './support/tour.ts';
import { THEMES } from './support/visitor.ts';

const visit = useTours(STATES);

describe('every state, on a phone, with less motion wished for', () => {
  let found: Awaited<ReturnType<typeof inspectAll>>;

  beforeAll(async () => {
    found = await inspectAll();
  });

  test('has nothing for axe to find, in both themes', () => expect(found.axe).toEqual([]));
  test('can be read, in both themes (WCAG 2.2, 1.4.3, 1.4.11)', () =>
    expect(found.faint).toEqual([]));
  test('has targets of 24 by 24 px and more (2.5.8)', () => expect(found.targets).toEqual([]));
  test('does not move (2.3.3)', () => expect(found.motion).toEqual([]));
  test('begins with the focus on its heading, and never loses it (2.4.3)', () =>
    expect(found.focus).toEqual([]));
  test('announces its status messages once (4.1.3)', () => expect(found.silence).toEqual([]));
  test('is walked by Tab in reading order, each stop visible (2.1.1, 2.4.3, 2.4.7)', () =>
    expect(found.order).toEqual([]));
});

function inspectAll() {
  return visit({ states: STATES }, async ({ page }, state) => {
    const [axe, faint]: [string[], string[]] = [[], []];
    const focus = await judgeFocus(page, state);
    const silence = await judgeSpeech(page);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      axe.push(...(await findBarriers(page)));
      faint.push(...(await page.evaluate(findFaintThings)));
    }
    const targets = await page.evaluate(findSmallTargets);
    const order = await walk(page);
    return { axe, faint, focus, silence, targets, order, motion: await page.evaluate(findMotion) };
  });
}

async function judgeFocus(page: Page, { name, reach }: GalleryState): Promise<string[]> {
  if (name === 'loading') return [];
  const tag = await page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
  if (tag === 'BODY') return ['nothing has the focus'];
  return reach || tag === 'H1' || (await page.locator('dialog[open]').count()) > 0
    ? []
    : [`${tag} has the focus`];
}

/** The instruction in front of the camera is in exactly one live region. */
async function judgeSpeech(page: Page): Promise<string[]> {
  const instruction = page.locator('.instruction');
  if ((await instruction.count()) === 0) return [];
  const hint = await page.locator('.hint').textContent();
  const expected = `${await instruction.textContent()} ${hint}`.trim();
  let spoken: string[] = [];
  for (let tries = 0; tries < 20; tries++) {
    const regions = await page.locator('[aria-live]').allTextContents();
    spoken = regions.filter((words) => words !== '');
    if (spoken.length === 1 && spoken[0] === expected) return [];
    await page.waitForTimeout(100);
  }
  return [`says ${JSON.stringify(spoken)} instead of “${expected}”`];
}
