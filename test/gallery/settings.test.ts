// Requirements for people with their own browser settings: text direction, motion and colours.
import { expect, test } from 'vitest';
import languages from '../../widget/locales/languages.json' with { type: 'json' };
import { STATES } from './states/all-states.ts';
import { findMotion } from './support/barriers.ts';
import { walk } from './support/focus-walk.ts';
import { useTours } from './support/tour.ts';
import { ZOOMED } from './support/visitor.ts';

const visit = useTours(STATES);

test('the welcome page shows its button without scrolling on a small phone, in every language', async () => {
  const names = ['welcome', 'welcome-edge', 'welcome-document', 'welcome-step-up'];
  const states = STATES.filter(({ name }) => names.includes(name));
  const viewport = { width: 360, height: 640 };
  const { below } = await visit({ states }, async (visitor) => {
    const below: string[] = [];
    for (const language of Object.keys(languages)) {
      await visitor.arrange({ width: 'narrow', language, theme: 'light', viewport });
      await visitor.settle();
      const box = await visitor.page.locator('.consent .button').boundingBox();
      const bottom = box ? box.y + box.height : Infinity;
      if (bottom > viewport.height) below.push(`${language}: ${bottom}`);
    }
    return { below };
  });
  expect(below).toEqual([]);
});

test('a page zoomed to 400 % shows the picture and the instruction without scrolling', async () => {
  const names = ['hold-still', 'movement-first', 'age-hold-still'];
  const states = STATES.filter(({ name }) => names.includes(name));
  expect(states.length).toBeGreaterThan(1);
  const { below } = await visit({ states }, async (visitor) => {
    const below: string[] = [];
    for (const language of ['en', 'de', 'ar']) {
      await visitor.arrange({ width: 'desktop', language, theme: 'light', viewport: ZOOMED });
      await visitor.settle();
      for (const part of ['.stage', '.instruction']) {
        const box = await visitor.page.locator(part).boundingBox();
        const bottom = box ? box.y + box.height : Infinity;
        if (bottom > ZOOMED.height) below.push(`${language} ${part}: ${bottom}`);
      }
    }
    return { below };
  });
  expect(below).toEqual([]);
});

test('from right to left, Tab follows each line in reading direction', async () => {
  const names = [
    'welcome',
    'camera-denied',
    'movement-first',
    'help',
    'join',
    'time-short',
    'document-choose',
  ];
  const states = STATES.filter(({ name }) => names.includes(name));
  const { order } = await visit({ states }, async (visitor) => {
    await visitor.speak('ar');
    return { order: await walk(visitor.page) };
  });
  expect(order).toEqual([]);
});

test('without reduced motion the arrow moves, so that the check above can fail', async () => {
  const states = STATES.filter(({ name }) => name === 'turn-left');
  const order = { states, reducedMotion: 'no-preference' } as const;
  const { motion } = await visit(order, async ({ page }) => ({
    motion: await page.evaluate(findMotion),
  }));
  expect(motion).toContain('turn-left: beckon');
});

/** One state of each screen and dialog. */
const EVERY_SCREEN = [
  'loading',
  'welcome-loading',
  'welcome-edge',
  'welcome-test',
  'camera-off',
  'camera-denied',
  'preparing',
  'turn-left',
  'help',
  'age',
  'paused',
  'assistance',
  'retry-pictures-late',
  'blocked-offline',
  'handoff-offered',
  'handoff-confirmed',
  'join',
  'cancel-dialog',
  'time-short',
  'verdict-receipt',
  'verdict-not-same-person',
];

test('with forced colours, controls keep their edges, the focus is visible, and ring, steps and code keep their meaning', async () => {
  const states = STATES.filter(({ name }) => EVERY_SCREEN.includes(name));
  expect(states).toHaveLength(EVERY_SCREEN.length);
  const wish = { states, forcedColors: 'active' } as const;
  const { lost, order } = await visit(wish, async (visitor) => {
    await visitor.arrange({ width: 'desktop', language: 'en', theme: 'light' });
    const { page } = visitor;
    return { lost: await page.evaluate(findLostMeaning), order: await walk(page) };
  });
  expect(lost).toEqual([]);
  expect(order).toEqual([]);
});

/** Returns what can no longer be seen or told apart under forced colours. Runs in the page. */
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
  const focus = document.activeElement;
  if (focus && focus !== document.body) {
    const { outlineStyle, outlineColor } = getComputedStyle(focus);
    if (outlineStyle !== 'none' && outlineColor === ground) found.push('the focus is not seen');
  }
  const code = paint('.qr', 'backgroundColor');
  if (code && code !== 'rgb(255, 255, 255)') found.push('the code is not on white');
  return found;
}
