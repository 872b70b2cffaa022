// A visitor's browser with a camera, and the steps from the welcome page into the check.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { press, see } from './hosted-page.ts';
import { installPuppetCamera, type PuppetSettings } from './puppet-camera.ts';
import { watch, type Watch } from './watch.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
/**
 * Browser options for staff at a desktop computer. As in `arrive`, reduced motion is preferred,
 * because animations took a twelfth of the processor time of the consoles' tests.
 */
export const AT_A_DESK = {
  viewport: DESKTOP,
  locale: 'en-GB',
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions;

export interface VisitorOptions extends BrowserContextOptions {
  /**
   * The camera of the pages: a puppet's (default), or the browser's own. Pages that open the
   * browser's camera need `useCameraBrowser`.
   */
  camera?: PuppetSettings | 'own';
  /** Whether pages have permission to use the browser's camera. */
  allowed?: boolean;
}

export interface Visitor extends Watch {
  page: Page;
}

/**
 * The browser that this process shares among its test files. Its pages use a puppet's camera or
 * none.
 */
export const useBrowser = (): (() => Browser) => use(() => ownBrowsers.withoutWindows());

/** Like `useBrowser`, but for pages that open the browser's own camera. */
export const useCameraBrowser = (): (() => Browser) => use(() => ownBrowsers.withCamera());

/**
 * Provides a browser to the tests of a file. After the last of them, closes the pages that are
 * still open, because the next file uses the same browser.
 */
function use(start: () => Promise<Browser>): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []));
  return () => {
    if (!browser) throw new Error('The browser is there during tests only.');
    return browser;
  };
}

/**
 * Opens a fresh browser profile with one page, which is closed when the test ends. The visitor
 * prefers reduced motion unless the options specify otherwise, because animations redraw sixty
 * times a second and took a seventh of a check's processor time.
 */
export async function arrive(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  const { camera = {}, allowed = true, ...context } = options;
  const profile = await browser.newContext({
    viewport: PHONE,
    locale: 'en-GB',
    permissions: allowed ? ['camera'] : [],
    reducedMotion: 'reduce',
    ...context,
  });
  onTestFinished(() => profile.close());
  profile.setDefaultTimeout(20_000);
  const seen = watch(profile);
  if (camera !== 'own') await installPuppetCamera(profile, camera);
  return { page: await profile.newPage(), ...seen };
}

/** Goes from the welcome page to the screen where the camera is turned on. */
export async function agree(page: Page): Promise<void> {
  await see(page, 'welcome');
  await press(page, 'welcome.continue');
  await see(page, 'camera');
}

/** Goes from the welcome page to the liveness step. */
export async function begin(page: Page): Promise<void> {
  await agree(page);
  await press(page, 'camera.off.action');
  await see(page, 'liveness');
}
