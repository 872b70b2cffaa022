// A window in which the consoles' states are shown one after the other: opening one costs more than loading a page into it.
import type { Browser, Page, Route } from 'playwright-core';
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
  #shown: Shown = { answer: (route) => route.abort(), faults: [] };

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.#shown.faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.#shown.faults.push(message.text());
    });
  }

  static async open(browser: Browser, language: string): Promise<ConsoleWindow> {
    const context = await browser.newContext({
      locale: language === 'en' ? 'en-GB' : language,
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
    this.#shown = shown;
    await this.page.setViewportSize(viewport);
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.evaluate(prepare, {
      mark: state.user && `agate-${state.console}-signed-in`,
      mode: state.isTest ? 'test' : 'live',
    });
    await this.page.goto(`${ORIGIN}/${state.console}${state.path}`);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** Runs in the page. */
function prepare({ mark, mode }: { mark: string | undefined; mode: string }): void {
  localStorage.clear();
  sessionStorage.clear();
  if (mark !== undefined) localStorage.setItem(mark, '1');
  localStorage.setItem('agate-console-mode', mode);
}
