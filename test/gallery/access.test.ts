import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { buildAssets } from '../../scripts/build.ts';
import { findBarriers } from '../support/browser/inspect.ts';
import { STATES } from './states/all-states.ts';
import {
  findFaintThings,
  findMotion,
  findSmallTargets,
  findUnreachable,
} from './support/barriers.ts';
import { walk } from './support/focus-walk.ts';
import { launchGalleryBrowser } from './support/gallery-browser.ts';
import type { GalleryState } from './support/gallery-state.ts';
import { serveStates, type StubServer } from './support/stub-server.ts';
import { tour } from './support/tour.ts';
import { THEMES, type Visitor } from './support/visitor.ts';

let browser: Browser;
let server: StubServer;

beforeAll(async () => {
  await buildAssets();
  browser = await launchGalleryBrowser();
  server = await serveStates(STATES);
});

afterAll(async () => {
  await Promise.all([browser?.close(), server?.close()]);
});

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
  test('says aloud what it writes, once (4.1.3)', () => expect(found.silence).toEqual([]));
  test('is walked by Tab in reading order, each stop visible (2.1.1, 2.4.3, 2.4.7)', () =>
    expect(found.order).toEqual([]));
});

function inspectAll() {
  return tour(browser, server.origin, { states: STATES }, async ({ page }, state) => {
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

/** What is asked for in front of the camera stands in a live region, and in one only. */
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

const MOVEMENTS = ['turn_left', 'turn_right', 'look_up', 'look_down'] as const;

test.each(MOVEMENTS)('the movement %s is heard at once, in every language', async (movement) => {
  const states = STATES.filter(({ name }) => name === movement.replace('_', '-'));
  const { default: languages } = await import('../../widget/locales/languages.json', {
    with: { type: 'json' },
  });
  const { unheard } = await tour(browser, server.origin, { states }, async (visitor) => {
    const unheard: string[] = [];
    for (const language of Object.keys(languages)) {
      const { default: words } = (await import(`../../widget/locales/${language}.json`, {
        with: { type: 'json' },
      })) as { default: Record<string, string> };
      const wanted = words[`guide.${movement}`] ?? '';
      await visitor.speak(language);
      const region = visitor.page.locator('[aria-live="assertive"]', { hasText: wanted });
      await region.waitFor({ state: 'attached', timeout: 3_000 }).catch(() => {
        unheard.push(`${language}: ${wanted}`);
      });
    }
    return { unheard };
  });
  expect(unheard).toEqual([]);
});

test('nothing is out of reach at 400 % zoom: 320 by 256 px, in the longest words (1.4.10, 2.4.11)', async () => {
  const viewport = { width: 320, height: 256 };
  const order = { states: STATES, width: 'desktop', viewport } as const;
  const { unreachable } = await tour(browser, server.origin, order, async (visitor) => {
    await visitor.speak('de');
    return { unreachable: await visitor.page.evaluate(findUnreachable) };
  });
  expect(unreachable).toEqual([]);
});

test('from right to left, Tab follows the lines the other way', async () => {
  const names = ['welcome', 'camera-denied', 'movement-first', 'help', 'join', 'time-short'];
  const states = STATES.filter(({ name }) => names.includes(name));
  const { order } = await tour(browser, server.origin, { states }, async (visitor) => {
    await visitor.speak('ar');
    return { order: await walk(visitor.page) };
  });
  expect(order).toEqual([]);
});

test('with motion welcome, the arrow beckons: the check above can fail', async () => {
  const states = STATES.filter(({ name }) => name === 'turn-left');
  const order = { states, reducedMotion: 'no-preference' } as const;
  const { motion } = await tour(browser, server.origin, order, async ({ page }) => ({
    motion: await page.evaluate(findMotion),
  }));
  expect(motion).toContain('turn-left: beckon');
});

test('with forced colours, controls keep their edges and the ring, the steps and the code their meaning', async () => {
  const names = ['welcome-agreed', 'camera-off', 'turn-left', 'handoff-offered', 'cancel-dialog'];
  const states = STATES.filter(({ name }) => names.includes(name));
  const order = { states, width: 'desktop' } as const;
  const { lost } = await tour(browser, server.origin, order, async ({ page }: Visitor) => {
    await page.emulateMedia({ forcedColors: 'active' });
    return { lost: await page.evaluate(findLostMeaning) };
  });
  expect(lost).toEqual([]);
});

/** Runs in the page. */
function findLostMeaning(): string[] {
  const found: string[] = [];
  const ground = getComputedStyle(document.body).backgroundColor;
  for (const button of document.querySelectorAll('.button:not([data-look="plain"])')) {
    const { borderTopWidth, borderTopColor } = getComputedStyle(button);
    if (Number.parseFloat(borderTopWidth) < 1 || borderTopColor === ground)
      found.push(`${button.textContent} has no edge`);
  }
  const paint = (selector: string, property: 'backgroundColor' | 'stroke' | 'color') => {
    const element = document.querySelector(selector);
    return element && getComputedStyle(element)[property];
  };
  const [now, next] = ['now', 'next'].map((state) =>
    paint(`.step-dot[data-state="${state}"]`, 'backgroundColor'),
  );
  if (now && now === next) found.push('the steps look alike');
  const ring = paint('.ring[data-empty="false"]', 'stroke');
  if (ring && ring === paint('.ring-track', 'stroke')) found.push('the ring cannot be told apart');
  const code = paint('.qr', 'backgroundColor');
  if (code && code !== 'rgb(255, 255, 255)') found.push('the code is not on white');
  return found;
}
