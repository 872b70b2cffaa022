// A window in which the consoles' states are shown one after the other: opening one costs more than loading a page into it.
import type { Browser, Page, Route } from 'playwright-core';
import type { ConsoleSheet } from './console-sheets.ts';
import { NOW, type ConsoleState } from './console-state.ts';

const ORIGIN = 'https://agate.example';
const REACH_MS = 15_000;
/** Of this origin and of no console: what is kept for the next state is set there. */
const BETWEEN = `${ORIGIN}/between`;

interface Shown {
  answer: (route: Route) => Promise<void>;
  /** Where what the page reports of itself goes. */
  faults: string[];
}

export class ConsoleWindow {
  readonly page: Page;
  /** Of the page as it is now. */
  #language: ConsoleSheet['language'] = 'en';
  #shown: Shown = { answer: (route) => route.abort(), faults: [] };

  private constructor(page: Page) {
    this.page = page;
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
    const own = new ConsoleWindow(await context.newPage());
    await own.page.clock.setFixedTime(NOW);
    await context.route('**/*', (route) =>
      route.request().url() === BETWEEN
        ? route.fulfill({ body: '<!doctype html>', contentType: 'text/html' })
        : own.#shown.answer(route),
    );
    return own;
  }

  /** Loads the state's page as one that nothing before has touched. */
  async load(
    state: ConsoleState,
    viewport: { width: number; height: number },
    shown: Shown,
  ): Promise<void> {
    await this.page.goto(BETWEEN);
    this.#language = 'en';
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
   * Draws the state again in this language, by the console's own list: reaching a state once more costs ten times as much.
   * The list is there on every page, also where a dialog or a narrow screen keeps people from it.
   */
  async speak(language: ConsoleSheet['language']): Promise<void> {
    if (language === this.#language) return;
    this.#language = language;
    const list = this.page.locator('select:has(> option[value="ar"])').first();
    await list.evaluate((element, wanted) => {
      (element as HTMLSelectElement).value = wanted;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
    await this.page.locator(`html[lang="${language}"]`).waitFor();
    await this.page.evaluate(untilDrawn);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** Runs in the page: React draws a large one in parts, and what is measured is arranged once more. */
async function untilDrawn(): Promise<void> {
  const height = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve(document.documentElement.scrollHeight)),
      );
    });
  let [before, now] = [-1, await height()];
  while (before !== now) [before, now] = [now, await height()];
}

/** Runs in the page. */
function prepare({ mark, mode }: { mark: string | undefined; mode: string }): void {
  localStorage.clear();
  sessionStorage.clear();
  if (mark !== undefined) localStorage.setItem(mark, '1');
  localStorage.setItem('agate-console-mode', mode);
}
