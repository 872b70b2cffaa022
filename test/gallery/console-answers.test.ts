// Every page of both consoles while its requests are pending, when they are refused, and when they
// return nothing.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAssets } from '../../scripts/build.ts';
import { seeAnswers } from './consoles/console-answers.ts';
import type { ConsoleState } from './consoles/console-state.ts';
import { answer } from './consoles/console-visit.ts';
import { ConsoleWindow } from './consoles/console-window.ts';
import { CONSOLE_STATES } from './consoles/states/all-states.ts';
import { launchGalleryBrowser } from './support/gallery-browser.ts';

let browser: Browser;
/**
 * Windows that no test is using. Each test uses one while it runs, so there are as many windows as
 * tests that run in parallel.
 */
const idle: ConsoleWindow[] = [];
beforeAll(async () => {
  await buildAssets();
  browser = await launchGalleryBrowser();
});
afterAll(() => browser.close());

/** Returns the paths of a console's routes, except routes that only redirect. */
const routesOf = (name: string): string[] =>
  [...readFileSync(`widget/console/${name}/inside.tsx`, 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(
    ([, path = '']) => path,
  );

/** Each route with its first state, which has responses for everything that the page requests. */
const pages = ['dashboard', 'admin'].flatMap((name) =>
  routesOf(name).map((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);
    const state = CONSOLE_STATES.find(
      (each) => each.console === name && each.user !== undefined && pattern.test(each.path),
    );
    return { name: `/${name}${path}`, path, state };
  }),
);

/** Pages that request nothing before a check is started. */
const ASKS_NOTHING = ['/dashboard/try'];
/**
 * Pages that need not show an empty state, because they request nothing, their lists are only a
 * part of the page, or a list always contains the signed-in person.
 */
const HAS_NO_LIST = [
  '/dashboard/security',
  '/dashboard/single-sign-on',
  '/admin/evidence',
  '/admin/security',
  '/admin/single-sign-on',
  ...ASKS_NOTHING,
];

const isList = ({ name, path, state }: (typeof pages)[number]): boolean =>
  !path.includes(':') &&
  !HAS_NO_LIST.includes(name) &&
  Object.entries(state?.answers ?? {}).some(([, answer]) => Array.isArray(answer));

test('every page has a state', () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter(({ state }) => state === undefined).map(({ name }) => name)).toEqual([]);
});

describe.each(pages.filter(({ name }) => !ASKS_NOTHING.includes(name)))('$name', (page) => {
  test.concurrent('shows its loading, error and empty states', async () => {
    const window = idle.pop() ?? (await ConsoleWindow.open(browser));
    const seen = await seeAnswers(window, page.state as ConsoleState);
    idle.push(window);
    expect(seen).toMatchObject({ waits: true, recovers: true });
    expect(seen.empty.length).toBeGreaterThanOrEqual(isList(page) ? 1 : 0);
    for (const [title = '', text = ''] of seen.empty) {
      expect(title.length).toBeGreaterThan(0);
      expect(text.length).toBeGreaterThan(title.length);
    }
  });
});

test('an action that the role forbids offers no retry, and the page says who can allow it', async () => {
  const state = CONSOLE_STATES.find(({ name }) => name === 'dashboard-webhooks');
  if (state === undefined) throw new Error('The state has gone.');
  const window = idle.pop() ?? (await ConsoleWindow.open(browser));
  const answers = Object.fromEntries(
    Object.keys(state.answers).map((path) => [path, { refused: 403, code: 'FORBIDDEN' }]),
  ) as ConsoleState['answers'];
  await window.load(
    { ...state, answers },
    { width: 1440, height: 900 },
    {
      answer: (route) => answer(route, { ...state, answers }, []),
      faults: [],
    },
  );
  const note = window.page.locator('.note.bad');
  await note.getByText('An owner of your team').waitFor();
  expect(await note.getByRole('button').count()).toBe(0);
  idle.push(window);
});
