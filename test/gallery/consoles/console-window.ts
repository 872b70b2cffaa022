// A window that shows the consoles' states one after another, since opening a window costs more
// than loading a page into it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page, Route } from 'playwright-core';
import type { ConsoleLanguage } from '../../../widget/console/texts/languages.ts';
import { NOW, type ConsoleState } from './console-state.ts';

/** The folder of the built files. */
export const ASSETS = fileURLToPath(new URL('../../../dist/assets', import.meta.url));
const ORIGIN = 'https://agate.example';
/** Every page starts in this language. */
const FIRST_LANGUAGE = 'en';
const REACH_MS = 15_000;
/**
 * An empty page of the same origin, on which the browser storage for the next state is prepared.
 */
const BETWEEN = `${ORIGIN}/between`;

interface Shown {
  answer: (route: Route) => Promise<void>;
  /** The errors that the page reports are added to this list. */
  faults: string[];
}

export class ConsoleWindow {
  readonly page: Page;
  /** Chromium's DevTools protocol, for pictures at a reduced scale. */
  readonly tools: CDPSession;
  /** The current page's language. */
  #language: ConsoleLanguage = FIRST_LANGUAGE;
  #shown: Shown = { answer: (route) => route.abort(), faults: [] };

  private constructor(page: Page, tools: CDPSession) {
    this.page = page;
    this.tools = tools;
    page.on('pageerror', (error) => this.#shown.faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.#shown.faults.push(message.text());
    });
  }

  static async open(browser: Browser): Promise<ConsoleWindow> {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(REACH_MS);
    const page = await context.newPage();
    const own = new ConsoleWindow(page, await context.newCDPSession(page));
    await page.clock.setFixedTime(NOW);
    await context.route('**/*', (route) =>
      route.request().url() === BETWEEN
        ? route.fulfill({ body: '<!doctype html>', contentType: 'text/html' })
        : own.#shown.answer(route),
    );
    return own;
  }

  /** Loads the state's page as if no other page had been visited before. */
  async load(
    state: ConsoleState,
    viewport: { width: number; height: number },
    shown: Shown,
  ): Promise<void> {
    await this.page.goto(BETWEEN);
    this.#language = FIRST_LANGUAGE;
    this.#shown = shown;
    await this.page.setViewportSize(viewport);
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.evaluate(prepare, {
      mark: state.user && `agate-${state.console}-signed-in`,
      mode: state.isTest ? 'test' : 'live',
    });
    await this.page.goto(`${ORIGIN}/${state.console}${state.path}`);
  }

  /**
   * Renders the state again in this language through the console's own language list, because
   * reaching the state again would take ten times as long. The list exists on every page, even if a
   * dialog or a narrow screen hides it.
   */
  async speak(language: ConsoleLanguage): Promise<void> {
    if (language === this.#language) return;
    this.#language = language;
    if (language !== FIRST_LANGUAGE) await this.#loadTexts(language);
    const list = this.page.locator('select:has(> option[value="ar"])').first();
    await list.evaluate((element, wanted) => {
      (element as HTMLSelectElement).value = wanted;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
    await this.page.locator(`html[lang="${language}"]`).waitFor();
    await this.page.evaluate(untilDrawn);
  }

  /** Loads the language's texts in advance, so that they are rendered immediately. */
  async #loadTexts(language: string): Promise<void> {
    const files = JSON.stringify(await textsOf(language));
    // The code is a string because, in functions, vitest rewrites imports into calls to a helper
    // that the page does not have.
    await this.page.evaluate(`Promise.all(${files}.map((file) => import(file)))`);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** @returns the URL paths of all scripts that contain the consoles' texts in a language */
async function textsOf(language: string): Promise<string[]> {
  const files = await readdir(join(ASSETS, 'assets'));
  return files
    .filter((file) => file.startsWith(`console-${language}-`) && file.endsWith('.js'))
    .map((file) => `/assets/${file}`);
}

/**
 * Runs in the page. Waits until rendering has settled, including a second layout after the page has
 * measured itself.
 */
async function untilDrawn(): Promise<void> {
  const idle = async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
    return scheduler.postTask(() => document.documentElement.scrollHeight, {
      priority: 'background',
    });
  };
  await idle();
  let [before, now] = [await idle(), await idle()];
  while (before !== now) [before, now] = [now, await idle()];
}

/** Runs in the page. Clears its storage and writes what the state requires. */
function prepare({ mark, mode }: { mark: string | undefined; mode: string }): void {
  localStorage.clear();
  sessionStorage.clear();
  if (mark !== undefined) localStorage.setItem(mark, '1');
  localStorage.setItem('agate-console-mode', mode);
}
