// What holds for people who set their browser up for themselves: another language, zoom, motion, colours.
import { expect, test } from 'vitest';
import { STATES } from './states/all-states.ts';
import { findMotion, findUnreachable } from './support/barriers.ts';
import { walk } from './support/focus-walk.ts';
import { useTours } from './support/tour.ts';
import type { Visitor } from './support/visitor.ts';

const visit = useTours(STATES);

const MOVEMENTS = ['turn_left', 'turn_right', 'look_up', 'look_down'] as const;

test.each(MOVEMENTS)(
  'the movement %s is announced at once, in every language',
  async (movement) => {
    const states = STATES.filter(({ name }) => name === movement.replace('_', '-'));
    const { default: languages } = await import('../../widget/locales/languages.json', {
      with: { type: 'json' },
    });
    const { unheard } = await visit({ states }, async (visitor) => {
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
  },
);

test('nothing is out of reach at 400 % zoom: 320 by 256 px, in the longest words (1.4.10, 2.4.11)', async () => {
  const viewport = { width: 320, height: 256 };
  const order = { states: STATES, width: 'desktop', viewport } as const;
  const { unreachable } = await visit(order, async (visitor) => {
    await visitor.speak('de');
    return { unreachable: await visitor.page.evaluate(findUnreachable) };
  });
  expect(unreachable).toEqual([]);
});

test('from right to left, Tab follows the lines the other way', async () => {
  const names = ['welcome', 'camera-denied', 'movement-first', 'help', 'join', 'time-short'];
  const states = STATES.filter(({ name }) => names.includes(name));
  const { order } = await visit({ states }, async (visitor) => {
    await visitor.speak('ar');
    return { order: await walk(visitor.page) };
  });
  expect(order).toEqual([]);
});

test('with motion welcome, the arrow beckons: the check above can fail', async () => {
  const states = STATES.filter(({ name }) => name === 'turn-left');
  const order = { states, reducedMotion: 'no-preference' } as const;
  const { motion } = await visit(order, async ({ page }) => ({
    motion: await page.evaluate(findMotion),
  }));
  expect(motion).toContain('turn-left: beckon');
});

test('with forced colours, controls keep their edges and the ring, the steps and the code their meaning', async () => {
  const names = ['welcome-agreed', 'camera-off', 'turn-left', 'handoff-offered', 'cancel-dialog'];
  const states = STATES.filter(({ name }) => names.includes(name));
  const order = { states, width: 'desktop' } as const;
  const { lost } = await visit(order, async ({ page }: Visitor) => {
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
