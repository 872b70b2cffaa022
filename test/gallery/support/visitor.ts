// A browser window that visits states as a phone or a computer would, in any language and theme.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { noteRepeatedStep } from '../../../scripts/check/tally.ts';
import { show } from './fake-engine.ts';
import type { GalleryState } from './gallery-state.ts';
import {
  type GalleryWindow,
  prepareVisit,
  VISIT_COOKIE,
  type VisitSettings,
} from './stand-in-camera.ts';

export const WIDTHS = {
  phone: {
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
  /** The narrowest screen that must work without sideways scrolling (WCAG 2.2, 1.4.10). */
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

/** The CSS pixels that remain when a page on a computer is zoomed to 400 % (WCAG 2.2, 1.4.10). */
export const ZOOMED = { width: 320, height: 256 };

/** The browser's language, in which every visit starts. */
const OWN_LANGUAGE = 'en';

export interface VisitorOptions {
  reducedMotion?: 'reduce' | 'no-preference';
  /**
   * Emulates forced colours from the start, because a later change would not render everything
   * again.
   */
  forcedColors?: 'active' | 'none';
}

/** The time limit for every wait in the window. */
const REACH_MS = 15_000;

interface Viewport {
  width: number;
  height: number;
}

/** The settings used to inspect a state. */
interface Surroundings {
  width: Width;
  language: string;
  theme: Theme;
  /** Replaces the width's own viewport. */
  viewport?: Viewport;
}

/**
 * Makes the page detect, on every machine, a screen lock that can keep age keys and a browser that
 * offers them as autofill suggestions.
 */
function haveScreenLock(): void {
  if (!('PublicKeyCredential' in window)) return;
  const yes = () => Promise.resolve(true);
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = yes;
  PublicKeyCredential.isConditionalMediationAvailable = yes;
}

export class Visitor {
  readonly page: Page;
  /** Errors in the console: violations of the content security policy, and uncaught errors. */
  readonly complaints: string[] = [];
  /**
   * A session of Chromium's DevTools protocol, which makes the window look like a different
   * device's window.
   */
  #tools: CDPSession;
  #origin: string;
  #id: string;
  #language = OWN_LANGUAGE;
  #theme: Theme = 'light';
  #viewport: Viewport = WIDTHS.phone.viewport;
  #isTouch = true;

  private constructor(page: Page, tools: CDPSession, origin: string, id: string) {
    this.page = page;
    this.#tools = tools;
    this.#origin = origin;
    this.#id = id;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      const isRefusal = /Failed to load resource|WebSocket connection/.test(message.text());
      if (message.type() === 'error' && !isRefusal) this.complaints.push(message.text());
    });
  }

  /**
   * @param id distinguishes visitors of one server
   * @param states all states that will be visited
   */
  static async arrive(
    browser: Browser,
    origin: string,
    id: string,
    states: readonly GalleryState[],
    { reducedMotion = 'reduce', forcedColors = 'none' }: VisitorOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      ...WIDTHS.phone,
      locale: 'en-GB',
      colorScheme: 'light',
      timezoneId: 'Europe/Berlin',
      reducedMotion,
      forcedColors,
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
      device: { isTouch: true, screen: WIDTHS.phone.screen },
    };
    await context.addInitScript(prepareVisit, settings);
    await context.addInitScript(haveScreenLock);
    const page = await context.newPage();
    return new Visitor(page, await context.newCDPSession(page), origin, id);
  }

  /**
   * Brings a phone's page into a state and freezes it.
   * @throws Error with the name of the state
   */
  async visit(state: GalleryState): Promise<void> {
    try {
      // Tries a second time, because a challenge may expire on a busy machine.
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
    if (this.#viewport !== WIDTHS.phone.viewport) await this.#resize('phone');
    await this.page
      .context()
      .addCookies([{ name: VISIT_COOKIE, value: `${this.#id}.${name}`, url: this.#origin }]);
    await this.page.goto(url);
    this.#language = OWN_LANGUAGE;
    await reach?.(this.page);
    await this.page.locator(shows).first().waitFor({ state: 'attached' });
    await show(this.page, 'silence');
    // Moves the pointer to the corner of the page, since a button under it would look different in
    // the picture.
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(() => (window as unknown as GalleryWindow).gallery.stopCamera());
    await this.settle();
  }

  /**
   * Shows the current state on a device of the given width, in the given language and theme. The
   * picture depends on these settings, not on those used to reach the state.
   */
  async arrange({ width, language, theme, viewport }: Surroundings): Promise<void> {
    const isOther = this.#isTouch !== (width !== 'desktop');
    if (viewport || this.#viewport !== WIDTHS[width].viewport) await this.#resize(width, viewport);
    // The page only queries its device when it renders, and a change of language renders the whole
    // page.
    if (isOther && language === this.#language) await this.speak(language === 'de' ? 'en' : 'de');
    await this.speak(language);
    await this.wear(theme);
  }

  async #resize(width: Width, viewport: Viewport = WIDTHS[width].viewport): Promise<void> {
    const { screen } = WIDTHS[width];
    const isTouch = width !== 'desktop';
    await this.#tools.send('Emulation.setDeviceMetricsOverride', {
      ...viewport,
      deviceScaleFactor: 1,
      mobile: isTouch,
      screenWidth: screen.width,
      screenHeight: screen.height,
    });
    await this.#tools.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch });
    await this.page.evaluate(
      (device) => (window as unknown as Partial<GalleryWindow>).gallery?.become(device),
      { isTouch, screen },
    );
    this.#viewport = viewport;
    this.#isTouch = isTouch;
  }

  /** Chooses the language in the page's own menu, as a visitor would. */
  async speak(language: string): Promise<void> {
    if (language === this.#language) return;
    this.#language = language;
    await this.page.evaluate((wanted) => {
      const menu = document.querySelector<HTMLSelectElement>('.language select');
      if (!menu) throw new Error('The page has no language menu.');
      menu.value = wanted;
      menu.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
    await this.page.locator(`html[lang="${language}"]`).waitFor();
    // Some parts of the page load their texts separately, so they change language later.
    await this.page.locator(`.part:not([lang="${language}"])`).waitFor({ state: 'detached' });
  }

  async wear(theme: Theme): Promise<void> {
    if (theme === this.#theme) return;
    this.#theme = theme;
    await this.page.emulateMedia({ colorScheme: theme });
  }

  /**
   * Waits until the page has finished rendering.
   * @returns the whole page's size in CSS pixels
   */
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

  /**
   * @param scale the scaling factor
   * @returns the page from its top to `height`, as a PNG in base64
   */
  async photograph(height: number, scale: number): Promise<string> {
    const { width, height: seen } = this.#viewport;
    const { data } = await this.#tools.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: height > seen,
      clip: { x: 0, y: 0, width, height, scale },
    });
    return data;
  }

  /**
   * Adds styles in place of those that an earlier call added. It uses a constructed sheet, because
   * the page's content policy forbids style elements.
   */
  async restyle(css: string): Promise<void> {
    await this.page.evaluate((rules) => {
      const sheet = Object.assign(new CSSStyleSheet(), { isVisitors: true });
      sheet.replaceSync(rules);
      const others = document.adoptedStyleSheets.filter((one) => !('isVisitors' in one));
      document.adoptedStyleSheets = [...others, sheet];
    }, css);
  }

  leave(): Promise<void> {
    return this.page.context().close();
  }
}
