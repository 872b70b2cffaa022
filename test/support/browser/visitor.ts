// A visitor with a phone or a computer, and the steps they take on the hosted page.
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import english from '../../../widget/locales/en.json' with { type: 'json' };
import { installPuppetCamera, type PuppetSettings } from './puppet-camera.ts';
import { watch, type Watch } from './watch.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

export type TextKey = keyof typeof english;
/** An English text of the page by its key. */
export const text = (key: TextKey): string => english[key];

export interface VisitorOptions extends BrowserContextOptions {
  /** Whose camera: a puppet's (default), or the browser's own. */
  camera?: PuppetSettings | 'own';
  /** Whether the browser lets the page use its own camera. */
  allowed?: boolean;
}

export interface Visitor extends Watch {
  page: Page;
}

/** Connects to the shared browser for the tests of one file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserAddress'));
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error('The browser is there during tests only.');
    return browser;
  };
}

/** A fresh browser profile with one open page; closed when the test is over. */
export async function arrive(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  const { camera = {}, allowed = true, ...context } = options;
  const profile = await browser.newContext({
    viewport: PHONE,
    locale: 'en-GB',
    permissions: allowed ? ['camera'] : [],
    ...context,
  });
  onTestFinished(() => profile.close());
  profile.setDefaultTimeout(20_000);
  const seen = watch(profile);
  if (camera !== 'own') await installPuppetCamera(profile, camera);
  return { page: await profile.newPage(), ...seen };
}

/** Waits until the hosted page shows this page of its flow. */
export async function see(page: Page, name: string, timeout = 20_000): Promise<void> {
  await page.locator(`[data-page="${name}"]`).waitFor({ timeout });
}

/** Waits for an instruction of the capture screen, such as `no_face` or `turn_left`. */
export async function seeMessage(page: Page, message: string, timeout = 20_000): Promise<void> {
  await page.locator(`[data-message="${message}"]`).waitFor({ timeout });
}

export async function press(page: Page, key: TextKey): Promise<void> {
  await page.getByRole('button', { name: text(key), exact: true }).click();
}

/** From the welcome to the screen before the camera. */
export async function agree(page: Page): Promise<void> {
  await see(page, 'welcome');
  await page.getByRole('checkbox').check();
  await press(page, 'welcome.continue');
  await see(page, 'camera');
}

/** From the welcome into the liveness step. */
export async function begin(page: Page): Promise<void> {
  await agree(page);
  await press(page, 'camera.off.action');
  await see(page, 'liveness');
}

/** Problems of a machine that was too busy to see what the person did. */
const SLOW: readonly (string | null)[] = ['no_face', 'too_fast', 'timed_out'];

/** Waits for the age step. @throws Error when an attempt fails before */
export function seeAge(page: Page, timeout = 60_000): Promise<void> {
  return arriveAt(page, page.locator('[data-page="age"]'), timeout);
}

/**
 * Waits for the verdict.
 * @returns what it says, for machines
 * @throws Error when an attempt fails before
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

/** Waits, and tries once more when the machine was too slow, as a person would. */
async function arriveAt(page: Page, goal: Locator, timeout: number): Promise<void> {
  const problem = page.locator('[data-page="retry"] [data-problem]');
  for (let isFirst = true; ; isFirst = false) {
    await goal.or(problem).waitFor({ timeout });
    if (await goal.isVisible()) return;
    const name = await problem.getAttribute('data-problem');
    if (!isFirst || !SLOW.includes(name)) throw new Error(`An attempt failed: ${name}`);
    await page.locator('[data-page="retry"] .notice button').click();
    await problem.waitFor({ state: 'detached' });
  }
}

/** Waits for the page that says why nothing can go on. @returns the reason */
export async function seeBlock(page: Page): Promise<string | null> {
  const block = page.locator('[data-page="blocked"] [data-block]');
  await block.waitFor();
  return block.getAttribute('data-block');
}

/** Waits for the page of a failed attempt. @returns its problem */
export async function seeProblem(page: Page, timeout = 60_000): Promise<string | null> {
  const problem = page.locator('[data-page="retry"] [data-problem]');
  await problem.waitFor({ timeout });
  return problem.getAttribute('data-problem');
}
