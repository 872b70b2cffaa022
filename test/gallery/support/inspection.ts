// Runs all inspections of a state in one visit, because reaching a state takes longer than
// inspecting it.
import type { Page } from 'playwright-core';
import { noteRepeatedStep } from '../../../scripts/check/tally.ts';
import type { Action } from '../../../src/vision/face/challenge.ts';
import languages from '../../../widget/locales/languages.json' with { type: 'json' };
import { findBarriers, RULES_OF } from '../../support/browser/inspect.ts';
import { findFaintThings, findMotion, findSmallTargets, findUnreachable } from './barriers.ts';
import { walk } from './focus-walk.ts';
import type { GalleryState } from './gallery-state.ts';
import type { Film } from './pictures.ts';
import { THEMES, type Visitor, ZOOMED } from './visitor.ts';

const ON_PHONE = { width: 'phone', language: 'en', theme: 'dark' } as const;
const ZOOMED_IN = {
  width: 'desktop',
  language: 'de',
  theme: 'light',
  viewport: ZOOMED,
} as const;

const ANNOUNCED: readonly Action[] = ['turn_left', 'turn_right', 'look_up', 'look_down'];

/**
 * Inspects the state a second time if the first inspection finds a fault: a page on a busy machine
 * may still have been rendering, whereas a real fault occurs both times.
 */
export async function inspectState(visitor: Visitor, state: GalleryState, film: Film) {
  let sentence: string | undefined;
  try {
    const found = await inspectOnce(visitor, state, film);
    [sentence] = Object.values(found).flat();
    if (sentence === undefined) return found;
  } catch (error) {
    sentence = String(error);
  }
  noteRepeatedStep(`gallery, the state ${state.name}`, sentence);
  await visitor.visit(state);
  return inspectOnce(visitor, state, film);
}

/**
 * Inspects the state once. The order matters: first the page's own behaviour, then its picture,
 * then the Tab key, which would put a focus outline into the picture. The search for motion is
 * last, because it removes the gallery's own styles.
 * @returns the faults, as sentences by kind
 */
async function inspectOnce(visitor: Visitor, state: GalleryState, film: Film) {
  const { page } = visitor;
  const [axe, faint]: [string[], string[]] = [[], []];
  const focus = await judgeFocus(page, state);
  const silence = await judgeSpeech(page);
  for (const theme of THEMES) {
    await visitor.wear(theme);
    axe.push(...(await findBarriers(page, RULES_OF[theme])));
    faint.push(...(await page.evaluate(findFaintThings)));
  }
  const targets = await page.evaluate(findSmallTargets);
  const faults = await film.shoot(visitor, state);
  await visitor.arrange(ZOOMED_IN);
  const unreachable = await page.evaluate(findUnreachable);
  await visitor.arrange(ON_PHONE);
  const unheard = await judgeAnnouncement(visitor, state);
  const order = await walk(page);
  const motion = await page.evaluate(findMotion);
  return { axe, faint, focus, silence, targets, faults, unreachable, unheard, order, motion };
}

async function judgeFocus(page: Page, { name, reach }: GalleryState): Promise<string[]> {
  if (name === 'loading') return [];
  const tag = await page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
  if (tag === 'BODY') return ['nothing has the focus'];
  return reach || tag === 'H1' || (await page.locator('dialog[open]').count()) > 0
    ? []
    : [`${tag} has the focus`];
}

/**
 * Checks that the instruction in front of the camera, followed by its hint, is in exactly one live
 * region. That region may also contain text that has just appeared on the page, but nothing else.
 */
async function judgeSpeech(page: Page): Promise<string[]> {
  const instruction = page.locator('.instruction');
  if ((await instruction.count()) === 0) return [];
  const hint = await page.locator('.hint').textContent();
  const expected = `${await instruction.textContent()} ${hint}`.trim();
  let spoken: string[] = [];
  for (let tries = 0; tries < 20; tries++) {
    const regions = await page.locator('[aria-live]').allTextContents();
    spoken = regions.filter((words) => words !== '');
    const [said = ''] = spoken;
    if (spoken.length === 1 && said === expected) return [];
    const opened = said.slice(expected.length).trim();
    if (spoken.length === 1 && said.startsWith(`${expected} `) && (await isSeen(page, opened)))
      return [];
    await page.waitForTimeout(100);
  }
  return [`says ${JSON.stringify(spoken)} instead of “${expected}”`];
}

const isSeen = (page: Page, words: string): Promise<boolean> =>
  page.locator('.capture :is(p:not([aria-live]), summary)', { hasText: words }).first().isVisible();

/** Checks that a movement is announced immediately, in every language. */
async function judgeAnnouncement(visitor: Visitor, { name }: GalleryState): Promise<string[]> {
  const movement = ANNOUNCED.find((action) => name === action.replace('_', '-'));
  const unheard: string[] = [];
  for (const language of movement === undefined ? [] : Object.keys(languages)) {
    const { default: words } = (await import(`../../../widget/locales/${language}.json`, {
      with: { type: 'json' },
    })) as { default: Record<string, string> };
    const wanted = words[`guide.${movement}`] ?? '';
    await visitor.speak(language);
    const region = visitor.page.locator('[aria-live="assertive"]', { hasText: wanted });
    await region.waitFor({ state: 'attached', timeout: 3_000 }).catch(() => {
      unheard.push(`${language}: ${wanted}`);
    });
  }
  await visitor.speak(ON_PHONE.language);
  return unheard;
}
