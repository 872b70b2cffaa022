// Observes what a console page shows while its requests are pending, when they are refused, and
// when they return nothing. The page is visited once, and its API requests are handled in these
// three ways in turn.
import type { Locator, Page, Route } from 'playwright-core';
import type { ConsoleState } from './console-state.ts';
import {
  answerPage,
  findAnswer,
  isCall,
  isPicture,
  refuse,
  showPicture,
  succeed,
} from './console-visit.ts';
import type { ConsoleWindow } from './console-window.ts';

const VIEWPORT = { width: 1440, height: 900 };
/**
 * The maximum number of times that retry buttons are pressed. No page has more than this many parts
 * that can fail separately.
 */
const MAX_RETRIES = 12;

interface Seen {
  /** Whether the page showed a placeholder while the requests were pending. */
  waits: boolean;
  /**
   * Whether the page reported the errors with retry buttons, and recovered once its requests
   * succeeded.
   */
  recovers: boolean;
  /** Title and text of the page's empty states. */
  empty: string[][];
}

/**
 * Observes the page while its requests are pending, then refused, then answered with empty lists.
 * Faults that the page reports during these phases are ignored, since the gallery's test of the
 * same state checks for them.
 */
export async function seeAnswers(window: ConsoleWindow, state: ConsoleState): Promise<Seen> {
  const held: Route[] = [];
  let phase: 'awaited' | 'refused' | 'empty' = 'awaited';
  const answer = async (route: Route): Promise<void> => {
    if (phase === 'awaited') held.push(route);
    else if (phase === 'refused') await refuse(route, 409, 'CONFLICT');
    else await answerEmpty(route, state);
  };
  const { page } = window;
  await window.load(state, VIEWPORT, {
    answer: (route) => (isCall(route, state) ? answer(route) : answerPage(route, state)),
    faults: [],
  });
  const content = page.locator('#content .page');
  await content.locator('h1').waitFor();
  const waits = await isSoon(content.locator('.waiting').first());
  phase = 'refused';
  await Promise.all(held.splice(0).map((route) => answer(route)));
  const failed = content.locator('.note.bad[role=alert]');
  const isTold = await isSoon(failed.getByRole('button', { name: 'Try again' }).first());
  phase = 'empty';
  const recovers = isTold && (await askAgain(page, failed));
  const empty = await Promise.all(
    (await content.locator('.empty').all()).map((one) => one.locator('p').allInnerTexts()),
  );
  return { waits, recovers, empty };
}

/** Presses the retry buttons until no failed part is left, and returns whether that succeeded. */
async function askAgain(page: Page, failed: Locator): Promise<boolean> {
  for (let tries = 0; tries < MAX_RETRIES && (await failed.count()) > 0; tries += 1) {
    await failed.first().getByRole('button', { name: 'Try again' }).click();
    await page.waitForTimeout(100);
  }
  return (await failed.count()) === 0;
}

const isSoon = (place: Locator): Promise<boolean> =>
  place.waitFor().then(
    () => true,
    () => false,
  );

/** Responds as the state does, but with every list empty. */
async function answerEmpty(route: Route, state: ConsoleState): Promise<void> {
  if (isPicture(new URL(route.request().url()).pathname)) return showPicture(route);
  const found = findAnswer(state, route);
  if (found === undefined) return refuse(route, 403, 'FORBIDDEN');
  return succeed(route, Array.isArray(found) ? [] : found);
}
