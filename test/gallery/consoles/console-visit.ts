// Opens the consoles in each state and photographs them. The built files (with the service's
// headers) and the state's API responses are served inside the browser, so that nothing depends on
// a network or a clock.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Browser, Route } from 'playwright-core';
import { noteRepeatedStep } from '../../../scripts/check/tally.ts';
import { CONSOLE_PAGE_HEADERS } from '../../../src/http/security-headers.ts';
import { judgeSheet, judgeZoomed } from './console-inspection.ts';
import {
  CONSOLE_WIDTHS,
  consoleSheetName,
  statesOf,
  type ConsoleSheet,
  type ConsoleWidth,
} from './console-sheets.ts';
import { type Answers, type ConsoleState, NOW, type Refused } from './console-state.ts';
import { ASSETS, ConsoleWindow } from './console-window.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** The image shown in place of every picture of a person or document. */
const A_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" width="640" height="480">
<rect width="160" height="120" fill="#b9c2cf"/><circle cx="80" cy="60" r="30" fill="#8792a3"/></svg>`;
/** The number of windows that visit states in parallel. */
const LANES = 2;

/** The pictures by sheet and state, as PNGs in base64. */
export type ConsolePictures = Map<string, Map<string, string>>;

interface Shoot {
  sheets: readonly ConsoleSheet[];
  /** Zoom relative to the reference pictures. */
  zoom: number;
  /** Receives the pictures, which replace any existing pictures of the same states. */
  pictures: ConsolePictures;
}

/** @returns the faults of all states, as sentences */
export async function visitConsoles(
  browser: Browser,
  states: readonly ConsoleState[],
  shoot: Shoot,
): Promise<string[]> {
  const faults: string[] = [];
  const queue = [...states];
  const lane = async () => {
    const window = await ConsoleWindow.open(browser);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const state = next;
      let found = await judge(window, state, shoot);
      if (found[0] !== undefined) {
        // Visits the state again, since a busy machine may have been too slow; a real fault occurs
        // both times.
        noteRepeatedStep(`gallery, the state ${state.name}`, found[0]);
        found = await judge(window, state, shoot);
      }
      faults.push(...found.map((sentence) => `${state.name}: ${sentence}`));
    }
    await window.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return faults;
}

const judge = (window: ConsoleWindow, state: ConsoleState, shoot: Shoot): Promise<string[]> =>
  visitOne(window, state, shoot).catch((error: unknown) => [`was not reached: ${String(error)}`]);

async function visitOne(
  window: ConsoleWindow,
  state: ConsoleState,
  { sheets: all, zoom, pictures }: Shoot,
): Promise<string[]> {
  const sheets = all.filter(({ width }) => statesOf([state], width).length > 0);
  const [{ width: first } = { width: 390 as const }] = sheets;
  const faults: string[] = [];
  const { page } = window;
  await window.load(state, viewportOf(first), {
    answer: (route) => answer(route, state, faults),
    faults,
  });
  await state.reach?.(page);
  await page.locator(state.shows).first().waitFor();
  const top = await page.evaluate(() => scrollY);
  for (const sheet of sheets) {
    await window.speak(sheet.language);
    await page.setViewportSize(viewportOf(sheet.width));
    await page.emulateMedia({ colorScheme: sheet.theme });
    const name = consoleSheetName(sheet);
    // The picture is taken before the sheet's map is looked up, since the other lane may create the
    // map while this lane waits.
    const picture = await photograph(window, { width: sheet.width, top, zoom });
    const taken = pictures.get(name) ?? new Map<string, string>();
    pictures.set(name, taken.set(state.name, picture));
    const found = await judgeSheet(page, sheet);
    faults.push(...found.map((sentence) => `${name}: ${sentence}`));
  }
  for (const language of ['ar', 'en'] as const) {
    await window.speak(language);
    faults.push(...(await judgeZoomed(page, language)));
  }
  return faults;
}

const viewportOf = (width: ConsoleWidth) => ({ width, height: CONSOLE_WIDTHS[width].height });

interface Framing {
  width: ConsoleWidth;
  /**
   * The scroll position after the state was reached, which determines where sticky elements appear
   * in the picture.
   */
  top: number;
  zoom: number;
}

/**
 * Photographs the page from its top, cropped to the size of its cell on the sheet.
 * @returns a PNG in base64
 */
async function photograph(
  { page, tools }: ConsoleWindow,
  { width, top, zoom }: Framing,
): Promise<string> {
  const { room, height, scale } = CONSOLE_WIDTHS[width];
  const needed = await page.evaluate(async (y) => {
    scrollTo({ top: y, behavior: 'instant' });
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    });
    return document.documentElement.scrollHeight;
  }, top);
  const { data } = await tools.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: needed > height,
    clip: {
      x: 0,
      y: 0,
      width,
      height: Math.min(room, Math.max(needed, height)),
      scale: scale * zoom,
    },
  });
  return data;
}

export async function answer(route: Route, state: ConsoleState, faults: string[]): Promise<void> {
  return isCall(route, state) ? answerCall(route, state, faults) : answerPage(route, state);
}

const pathOf = (route: Route): string => new URL(route.request().url()).pathname;

/** Whether a request is an API call that the state has to respond to. */
export const isCall = (route: Route, state: ConsoleState): boolean =>
  pathOf(route).startsWith(`/${state.console}/v1/`);

/**
 * Responds to requests for the session and for the built files. HTML documents are sent with the
 * service's headers.
 */
export async function answerPage(route: Route, state: ConsoleState): Promise<void> {
  const path = pathOf(route);
  if (path.startsWith('/console/v1/')) return answerSession(route, state);
  const isDocument = path === `/${state.console}` || path.startsWith(`/${state.console}/`);
  const file = isDocument ? `/console/${state.console}.html` : path;
  const body = await readFile(join(ASSETS, file)).catch(() => undefined);
  if (body === undefined) return route.fulfill({ status: 404 });
  return route.fulfill({
    body,
    contentType: TYPES[extname(file)] ?? 'application/octet-stream',
    headers: isDocument ? { ...CONSOLE_PAGE_HEADERS } : {},
  });
}

async function answerSession(route: Route, { user }: ConsoleState): Promise<void> {
  if (user === undefined) return refuse(route, 401, 'UNAUTHORIZED');
  return succeed(route, { access_token: 'a-token', expires_in: 900, user });
}

async function answerCall(route: Route, state: ConsoleState, faults: string[]): Promise<void> {
  const path = pathOf(route);
  const found = findAnswer(state, route);
  if (found === 'pending') return;
  if (isPicture(path)) return showPicture(route);
  if (found === undefined) {
    faults.push(`asks for ${route.request().method()} ${path}, which it does not answer`);
    return refuse(route, 500, 'INTERNAL_ERROR');
  }
  const { refused, code, receiver } = found as Partial<Refused>;
  if (refused !== undefined) return refuse(route, refused, code ?? 'INTERNAL_ERROR', receiver);
  return succeed(route, found);
}

export const isPicture = (path: string): boolean => /\/pictures\/\w+$/.test(path);

export const showPicture = (route: Route): Promise<void> =>
  route.fulfill({ body: A_PICTURE, contentType: 'image/svg+xml' });

/** Returns the state's response to an API call, or undefined if it has none. */
export function findAnswer({ answers, withParameter: special }: ConsoleState, route: Route) {
  const { pathname: path, searchParams: query } = new URL(route.request().url());
  const isSpecial = special !== undefined && query.has(special.name);
  return (isSpecial ? answerTo(special.answers, path) : undefined) ?? answerTo(answers, path);
}

function answerTo(answers: Answers, path: string): unknown {
  const known = Object.entries(answers as Record<string, unknown>);
  const [, found] =
    known.find(([template]) => template === path) ??
    known.find(([template]) => patternOf(template).test(path)) ??
    [];
  return found;
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export const succeed = (route: Route, data: unknown): Promise<void> =>
  route.fulfill({ json: { success: true, data, meta: metaOf(data) } });

/** Responds with one page of the rows, numbered from 1. */
export const succeedPage = (
  route: Route,
  rows: readonly unknown[],
  { page, perPage }: { page: number; perPage: number },
): Promise<void> => {
  const total_pages = Math.ceil(rows.length / perPage);
  const pagination = { page, per_page: perPage, total: rows.length, total_pages };
  const data = rows.slice((page - 1) * perPage, page * perPage);
  return route.fulfill({
    json: { success: true, data, meta: { ...metaOf(undefined), pagination } },
  });
};

export const refuse = (
  route: Route,
  status: number,
  code: string,
  receiver?: Refused['receiver'],
): Promise<void> =>
  route.fulfill({
    status,
    json: {
      success: false,
      error: { code, message: 'Scripted.', ...(receiver && { receiver }) },
      meta: metaOf(undefined),
    },
  });

const metaOf = (data: unknown) => ({
  request_id: 'a-request',
  timestamp: NOW,
  ...(Array.isArray(data) && {
    pagination: { page: 1, per_page: 25, total: data.length, total_pages: 1 },
  }),
});
