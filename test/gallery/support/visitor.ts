// A browser window that visits states: a phone's or a computer's, in any language and theme.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { noteRepeatedStep } from '../../../scripts/check/tally.ts';
import { show } from './fake-engine.ts';
import type { GalleryState } from './gallery-state.ts';
import { prepareVisit, VISIT_COOKIE, type VisitSettings } from './stand-in-camera.ts';

export const WIDTHS = {
  phone: {
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
  /** The narrowest screen that must do without scrolling sideways (WCAG 2.2, 1.4.10). */
  narrow: {
    viewport: { width: 320, height: 640 },
    screen: { width: 320, height: 640 },
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1280, height: 800 }, screen: { width: 1280, height: 800 } },
} as const;
export type Width = keyof typeof WIDTHS;

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface VisitorOptions {
  width?: Width;
  viewport?: { width: number; height: number };
  reducedMotion?: 'reduce' | 'no-preference';
}

/** Whatever goes wrong on the way to a state is named after it. */
const REACH_MS = 15_000;

export class Visitor {
  readonly page: Page;
  /** What the console complained of: broken rules of the content policy, uncaught errors. */
  readonly complaints: string[] = [];
  #context: BrowserContext;
  #origin: string;
  #id: string;

  private constructor(context: BrowserContext, page: Page, origin: string, id: string) {
    this.#context = context;
    this.page = page;
    this.#origin = origin;
    this.#id = id;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      const isRefusal = /Failed to load resource|WebSocket connection/.test(message.text());
      if (message.type() === 'error' && !isRefusal) this.complaints.push(message.text());
    });
  }

  /** @param id distinguishes visitors of one server; @param states all that will be visited */
  static async arrive(
    browser: Browser,
    origin: string,
    id: string,
    states: readonly GalleryState[],
    { width = 'phone', viewport, reducedMotion = 'reduce' }: VisitorOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      ...WIDTHS[width],
      ...(viewport && { viewport }),
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion,
    });
    context.setDefaultTimeout(REACH_MS);
    const table: Record<string, VisitSettings> = {};
    for (const state of states) {
      const { camera = 'person', waits = 'held', pictureMs = 40, savesData = false } = state;
      table[state.name] = { camera, waits, pictureMs, savesData };
    }
    const settings: Parameters<typeof prepareVisit>[0] = {
      table,
      cookieName: VISIT_COOKIE,
      isTouch: width !== 'desktop',
      screen: WIDTHS[width].screen,
    };
    await context.addInitScript(prepareVisit, settings);
    return new Visitor(context, await context.newPage(), origin, id);
  }

  /** Brings the page into a state and freezes it. @throws Error with the name of the state */
  async visit(state: GalleryState): Promise<void> {
    try {
      // A machine that is busy elsewhere may lose a challenge to the clock.
      await this.#go(state).catch((error: unknown) => {
        noteRepeatedStep(`gallery, the state ${state.name}`, String(error));
        return this.#go(state);
      });
    } catch (cause) {
      throw new Error(`The state ${state.name} was not reached: ${String(cause)}`, { cause });
    }
  }

  async #go({ name, link = 'xit', reach, shows }: GalleryState): Promise<void> {
    const url = `${this.#origin}/v/${link}_${name}`;
    await this.#context.addCookies([
      { name: VISIT_COOKIE, value: `${this.#id}.${name}`, url: this.#origin },
    ]);
    await this.page.goto(url);
    await reach?.(this.page);
    await this.page.locator(shows).first().waitFor({ state: 'attached' });
    await show(this.page, 'silence');
    await this.settle();
  }

  /** By the page's own menu, as a visitor would, wherever the page is. */
  async speak(language: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      const menu = document.querySelector<HTMLSelectElement>('.language select');
      if (!menu) throw new Error('The page has no language menu.');
      menu.value = wanted;
      menu.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
    await this.page.locator(`html[lang="${language}"]`).waitFor();
  }

  async wear(theme: Theme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
  }

  /** Waits until what the page draws is on the screen. @returns the whole page's size in CSS pixels */
  settle(): Promise<{ width: number; height: number }> {
    return this.page.evaluate(async () => {
      scrollTo(0, 0);
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      });
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    });
  }

  /** Adds styles to the page, which its content policy would not let a style sheet do. */
  async restyle(css: string): Promise<void> {
    await this.page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }, css);
  }

  leave(): Promise<void> {
    return this.#context.close();
  }
}
