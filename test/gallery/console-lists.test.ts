// Values of maximum length make a list's rows at most one line taller, and on a phone no part of a
// list is cut off. The last test covers the sidebar, which must be fully visible on a laptop.
import { readFileSync } from 'node:fs';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAssets } from '../../scripts/build.ts';
import type { ConsoleLanguage } from '../../widget/console/texts/languages.ts';
import type { ConsoleState } from './consoles/console-state.ts';
import { answerPage, succeedPage } from './consoles/console-visit.ts';
import { ConsoleWindow } from './consoles/console-window.ts';
import { measureLists, openState } from './consoles/long-values.ts';
import { CONSOLE_STATES } from './consoles/states/all-states.ts';
import { KEYS } from './consoles/states/answers.ts';
import { launchGalleryBrowser } from './support/gallery-browser.ts';

let browser: Browser;
let window: ConsoleWindow;
beforeAll(async () => {
  await buildAssets();
  browser = await launchGalleryBrowser();
  window = await ConsoleWindow.open(browser);
});
afterAll(() => browser.close());

/** Pages whose path has no parameter, each with its first state. */
const PAGES = ['dashboard', 'admin'].flatMap((name) =>
  [...readFileSync(`widget/console/${name}/inside.tsx`, 'utf8').matchAll(/path: '(\/[^:']*)'/g)]
    .map(([, path = '']) => path)
    .flatMap((path) => {
      const state = CONSOLE_STATES.find(
        (each) =>
          each.console === name && each.user !== undefined && each.path.split('?')[0] === path,
      );
      return state === undefined ? [] : [{ title: `/${name}${path}`, state }];
    }),
);

/**
 * The height of one line, in CSS pixels. A row may grow by this much, because a long value may wrap
 * below its neighbour.
 */
const A_LINE = 26;
const LANGUAGES = ['en', 'de', 'ar'] as const;

test('the pages are found', () => {
  expect(PAGES.length).toBeGreaterThan(25);
});

/** Measures a state's lists on a phone and on a computer, in each of the languages. */
async function measureAll(
  state: ConsoleState,
  isLong: boolean,
  languages: readonly ConsoleLanguage[],
) {
  await openState(window, state, { width: 390, height: 900 }, isLong);
  const seen = [];
  for (const width of [390, 1440]) {
    await window.page.setViewportSize({ width, height: 900 });
    for (const language of languages) {
      await window.speak(language);
      seen.push({ width, language, ...(await measureLists(window.page)) });
    }
  }
  return seen;
}

describe.each(PAGES)('$title', ({ state }) => {
  test('keeps its lines and words unbroken, on a phone and at a desk', async () => {
    const short = await measureAll(state, false, ['en']);
    const long = await measureAll(state, true, LANGUAGES);
    expect(long.filter(({ beyond, broken }) => beyond.length + broken.length > 0)).toEqual([]);
    const taller = short.flatMap(({ width, row }) =>
      long.filter(
        (each) => each.width === width && each.language === 'en' && each.row > row + A_LINE,
      ),
    );
    expect(taller).toEqual([]);
  });
});

test('a truncated value is shown in full on hover', async () => {
  const state = PAGES.find(({ title }) => title === '/dashboard/sessions')?.state;
  if (state === undefined) throw new Error('The page of sessions has no state.');
  await openState(window, state, { width: 1440, height: 900 }, true);
  const user = window.page.locator('.table .code').first();
  const { x = 0, y = 0 } = (await user.boundingBox()) ?? {};
  await window.page.mouse.move(x + 9, y + 9);
  const told = await window.page.evaluate(
    (at) => document.elementFromPoint(at.x, at.y)?.getAttribute('title'),
    { x: x + 9, y: y + 9 },
  );
  expect(told).toBe(await user.textContent());
});

test('the latest sessions on Home can be told apart, even those of the same user', async () => {
  const state = PAGES.find(({ title }) => title === '/dashboard/')?.state;
  const rows = state?.answers['/dashboard/v1/sessions'];
  if (state === undefined || !Array.isArray(rows)) throw new Error('Home has no sessions.');
  const ofOne = rows.map((row) => ({ ...row, external_user_id: 'customer-7' }));
  const answers = { ...state.answers, '/dashboard/v1/sessions': ofOne };
  await openState(window, { ...state, answers }, { width: 1440, height: 900 }, false);
  const names = await window.page.locator('.row a[href*="/sessions/"]').allTextContents();
  expect(names.length).toBe(rows.length);
  expect(new Set(names).size).toBe(rows.length);
});

test('a key that works is on the last page and under its status, behind a hundred revoked keys', async () => {
  const state = PAGES.find(({ title }) => title === '/dashboard/keys')?.state;
  const [first] = KEYS;
  if (state === undefined || first === undefined) throw new Error('The page has no key.');
  const oldest = { ...first, name: 'Oldest', id: 'key_100', last_four: 'Old1' };
  const revoked = { ...first, status: 'revoked', revoked_at: first.created_at };
  const keys = [
    ...Array.from({ length: 100 }, (_, i) => ({ ...revoked, id: `key_${i}`, name: `No. ${i}` })),
    oldest,
  ];
  const answer = (route: Route) => {
    const { pathname, searchParams: query } = new URL(route.request().url());
    if (pathname !== '/dashboard/v1/api-keys') return answerPage(route, state);
    const status = query.get('status');
    const matching = keys.filter((key) => status === null || key.status === status);
    return succeedPage(route, matching, {
      page: Number(query.get('page') ?? 1),
      perPage: Number(query.get('per_page')),
    });
  };
  const faults: string[] = [];
  await window.load(state, { width: 1440, height: 900 }, { answer, faults });
  const revoke = window.page.getByRole('button', { name: 'Revoke Oldest' });
  for (let page = 2; page <= 5; page += 1) {
    await window.page.getByText(`Page ${page - 1} of 5`).waitFor();
    expect(await revoke.count()).toBe(0);
    await window.page.getByRole('button', { name: 'Next' }).click();
  }
  await revoke.waitFor();
  await window.page.getByLabel('Status').selectOption({ label: 'Active' });
  await window.page.getByText('One entry').waitFor();
  await revoke.waitFor();
  expect(faults).toEqual([]);
});

describe('on a phone', () => {
  /** Opens the first state of a page at the width of a phone. */
  async function openOnPhone(title: string) {
    const state = PAGES.find((page) => page.title === title)?.state;
    if (state === undefined) throw new Error(`${title} has no state.`);
    await openState(window, state, { width: 390, height: 900 }, false);
    return window.page;
  }

  test('a rule without a date is still marked as a draft', async () => {
    const page = await openOnPhone('/dashboard/law');
    const said = page.locator('.table td', { hasText: 'A draft: never applied' });
    expect(await said.isVisible()).toBe(true);
  });

  test('sentences in a table use the full width, below their label', async () => {
    const page = await openOnPhone('/dashboard/law');
    const note = page.locator('.table td', { hasText: 'How we understood it' }).first();
    const { width = 0 } = (await note.locator('.table-value').boundingBox()) ?? {};
    expect(width).toBeGreaterThan(280);
  });

  test.each([
    ['admin-customer', 'owner@cellar.example'],
    ['admin-person', 'openid'],
  ])('on %s the note of a value stands below it: %s', async (name, text) => {
    const state = CONSOLE_STATES.find((each) => each.name === name);
    if (state === undefined) throw new Error(`${name} has no state.`);
    await openState(window, state, { width: 390, height: 900 }, false);
    const row = window.page.locator('.row', { hasText: text }).locator('.row-text');
    const value = await row.locator('> *').first().boundingBox();
    const note = await row.locator('.table-note').boundingBox();
    expect(note?.y).toBeGreaterThan(value?.y ?? Number.NaN);
    expect(note?.x).toBe(value?.x);
  });

  test('the end of an incident is not truncated, and its buttons stand side by side', async () => {
    const page = await openOnPhone('/admin/evidence');
    const incident = page.locator('.row', { hasText: '2026-10-03' });
    const cut = await incident
      .locator('strong')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(cut).toBe(0);
    const boxes = await Promise.all(
      (await incident.getByRole('button').all()).map((button) => button.boundingBox()),
    );
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  });
});

describe('the sidebar of a laptop', () => {
  test.each(['/dashboard/', '/admin/'])(
    'of %s is fully visible at 1440 x 800, in each language',
    async (title) => {
      const state = PAGES.find((page) => page.title === title)?.state;
      if (state === undefined) throw new Error(`${title} has no state.`);
      await openState(window, state, { width: 1440, height: 800 }, false);
      const side = window.page.locator('aside.side');
      for (const language of LANGUAGES) {
        await window.speak(language);
        const seen = await side.evaluate((element) => ({
          hidden: [element, ...element.querySelectorAll('nav')].map(
            ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
          ),
          below: [...element.querySelectorAll('a, button, select')]
            .filter((control) => control.getBoundingClientRect().bottom > innerHeight)
            .map(({ textContent }) => textContent),
          small: [...element.querySelectorAll('a, button, select')]
            .filter((control) => control.getBoundingClientRect().height < 24)
            .map(({ textContent }) => textContent),
          wide: element.scrollWidth - element.clientWidth,
        }));
        expect({ language, ...seen }).toEqual({
          language,
          hidden: [0, 0],
          below: [],
          small: [],
          wide: 0,
        });
      }
    },
  );
});
