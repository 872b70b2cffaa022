// A visitor to the real service for the benchmarks: a browser, a link, and a probe that records
// what the page does and when.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FAKE_CAMERA, launchBrowser } from '../../test/support/browser/chromium.ts';
import type { Demo } from '../../test/support/browser/running-demo.ts';
import english from '../../widget/locales/en.json' with { type: 'json' };

/** What the probe recorded. Times are from the page's performance.now(). */
export interface Notes {
  /** When each page of the flow was first shown. */
  pages: Record<string, number>;
  /** Every message of the capture screen (`data-message`). */
  messages: { message: string; ms: number }[];
  /** When the engine returned the result of a picture. */
  looks: number[];
  engineReadyMs: number | undefined;
}

declare global {
  interface Window {
    notes: Notes;
  }
}

interface BenchVisitor {
  browser: Browser;
  context: BrowserContext;
  page: Page;
}

/** @param prepare sets up the camera of the browser context before the page is opened */
export async function visit(
  prepare: (context: BrowserContext) => Promise<void> = () => Promise.resolve(),
): Promise<BenchVisitor> {
  const browser = await launchBrowser([FAKE_CAMERA, '--js-flags=--expose-gc']);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    permissions: ['camera'],
  });
  context.setDefaultTimeout(180_000);
  await context.addInitScript(installProbe);
  await prepare(context);
  return { browser, context, page: await context.newPage() };
}

/** Creates a link to a live session with gate 18 and difficulty medium. */
export async function announce({ base_url: base, tenant }: Demo): Promise<string> {
  const response = await fetch(`${base}/verify/v1/init`, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.secret_key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ callback_url: base, min_age: 18, liveness_difficulty: 'medium' }),
  });
  const { data } = (await response.json()) as { data: { verify_url: string } };
  return data.verify_url;
}

/** Continues past the welcome page, waits until the engine has loaded, and turns on the camera. */
export async function openCamera(page: Page): Promise<void> {
  await page.locator('[data-page="welcome"]').waitFor();
  await page.getByRole('button', { name: english['welcome.continue'] }).click();
  await page.locator('[data-page="camera"]').waitFor();
  await page.waitForFunction(() => window.notes.engineReadyMs !== undefined);
  await page.getByRole('button', { name: english['camera.off.action'] }).click();
}

export const notesOf = (page: Page): Promise<Notes> => page.evaluate(() => window.notes);

/** Runs in the page, before its scripts. */
function installProbe(): void {
  const notes: Notes = { pages: {}, messages: [], looks: [], engineReadyMs: undefined };
  window.notes = notes;
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
        if (data.type === 'ready') notes.engineReadyMs = performance.now();
        if (data.type === 'reading') notes.looks.push(performance.now());
      });
    }
  };
  const look = () => {
    const ms = performance.now();
    const page = document.querySelector('[data-page]')?.getAttribute('data-page');
    if (page) notes.pages[page] ??= ms;
    const message = document.querySelector('[data-message]')?.getAttribute('data-message') ?? '';
    if (message !== (notes.messages.at(-1)?.message ?? '')) notes.messages.push({ message, ms });
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-page', 'data-message'],
  });
}
