// The hosted page as tests read it: its English texts, its buttons, and the state in its data
// attributes.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { noteRepeatedStep } from '../../../scripts/check/tally.ts';
import page from '../../../widget/locales/en.json' with { type: 'json' };
import account from '../../../widget/locales/account/en.json' with { type: 'json' };
import key from '../../../widget/locales/key/en.json' with { type: 'json' };
import sandbox from '../../../widget/locales/sandbox/en.json' with { type: 'json' };
import reason from '../../../widget/locales/reason/en.json' with { type: 'json' };
import wallet from '../../../widget/locales/wallet/en.json' with { type: 'json' };

const english = { ...page, ...reason, ...account, ...sandbox };
/** The English text for a key of the wallet texts. */
export const walletText = (key: keyof typeof wallet): string => wallet[key];
/** The English text for a key of the age-key texts. */
export const keyText = (name: keyof typeof key): string => key[name].replace('{age}', '18');
export type TextKey = keyof typeof english;
/** The English text for a key of the page's other texts. */
export const text = (key: TextKey): string => english[key];

/** Waits until the hosted page shows the named page of its flow. */
export async function see(page: Page, name: string, timeout = 20_000): Promise<void> {
  await page.locator(`[data-page="${name}"]`).waitFor({ timeout });
}

/** Waits until the capture screen shows the given message, such as `no_face` or `turn_left`. */
export async function seeMessage(page: Page, message: string, timeout = 20_000): Promise<void> {
  await page.locator(`[data-message="${message}"]`).waitFor({ timeout });
}

export async function press(page: Page, key: TextKey): Promise<void> {
  await page.getByRole('button', { name: text(key), exact: true }).click();
}

/** Problems that the page may report because the machine was too busy to follow the person. */
const SLOW: readonly (string | null)[] = [
  'no_face',
  'too_fast',
  'timed_out',
  'movement_not_seen',
  'pictures_late',
  'light_unclear',
];

/** A check allows three attempts, which means two repeats. */
const MAX_REPEATS = 2;

/**
 * Waits for the age step.
 * @throws Error if an attempt fails first and is not retried (see arriveAt)
 */
export function seeAge(page: Page, timeout = 60_000): Promise<void> {
  return arriveAt(page, page.locator('[data-page="age"]'), timeout);
}

/**
 * Waits for the verdict.
 * @returns its status and reason
 * @throws Error if an attempt fails first and is not retried (see arriveAt)
 */
export async function seeVerdict(
  page: Page,
  timeout = 60_000,
): Promise<{ status: string | null; reason: string | null }> {
  const verdict = page.locator('[data-page="verdict"] [data-outcome]');
  await arriveAt(page, verdict, timeout);
  return {
    status: await verdict.getAttribute('data-outcome'),
    reason: await verdict.getAttribute('data-reason'),
  };
}

/**
 * Waits for `goal`, an element that appears after an attempt or when the check has ended. If an
 * attempt fails because the machine was too slow, this function retries as a person would.
 * @throws Error if an attempt fails for a different reason, or if no retry is left
 */
export async function arriveAt(page: Page, goal: Locator, timeout = 60_000): Promise<void> {
  const problem = page.locator('[data-page="retry"] [data-problem]');
  for (let repeats = 0; ; repeats += 1) {
    await goal.or(problem).waitFor({ timeout });
    if (await goal.isVisible()) return;
    const name = await problem.getAttribute('data-problem');
    if (repeats === MAX_REPEATS || !SLOW.includes(name))
      throw new Error(`An attempt failed: ${name}`);
    noteRepeatedStep(expect.getState().currentTestName ?? '', `another attempt after ${name}`);
    // Presses the first button, because the second button after a failed movement requests more
    // time.
    await page.locator('[data-page="retry"] .actions button').first().click();
    await problem.waitFor({ state: 'detached' });
  }
}

/**
 * Waits for the page of a blocked session.
 * @returns the reason that the page shows, or null
 */
export async function seeBlock(page: Page): Promise<string | null> {
  const block = page.locator('[data-page="blocked"] [data-block]');
  await block.waitFor();
  return block.getAttribute('data-block');
}

/**
 * Waits for the page of a failed attempt.
 * @returns the problem that the page shows, or null
 */
export async function seeProblem(page: Page, timeout = 60_000): Promise<string | null> {
  const problem = page.locator('[data-page="retry"] [data-problem]');
  await problem.waitFor({ timeout });
  return problem.getAttribute('data-problem');
}
