import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { buildAssets } from '../../scripts/build.ts';
import { STATES } from './states/all-states.ts';
import { Darkroom } from './support/darkroom.ts';
import { launchGalleryBrowser } from './support/gallery-browser.ts';
import { Film, type Pictures, takePictures } from './support/pictures.ts';
import { layOut } from './support/sheet-layout.ts';
import { serveStates, type StubServer } from './support/stub-server.ts';
import { tour } from './support/tour.ts';
import { THEMES } from './support/visitor.ts';

const NAMES = ['camera-off', 'turn-left', 'verdict-success'];
const SAMPLE = STATES.filter(({ name }) => NAMES.includes(name));
const SHEETS = THEMES.map((theme) => ({ language: 'en', theme, width: 'phone' }) as const);

/**
 * Faulty CSS for each state, by description of the fault. The comparison must detect each fault in
 * both themes.
 */
const SPOILED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a button and a heading that move by 8 pixels, and an arrow that points the other way': {
    'camera-off': '.button { translate: 0 8px; }',
    'verdict-success': 'h1 { translate: 8px 0; }',
    'turn-left': '.arrow { rotate: 0deg !important; }',
  },
  'a line of small text, an icon and a ring that are gone': {
    'camera-off': '.small { visibility: hidden; }',
    'verdict-success': '.badge .icon { visibility: hidden; }',
    'turn-left': '.ring { stroke: none; }',
  },
  'a button in another blue, and a lead in a lighter grey': {
    'camera-off': '.button { filter: hue-rotate(25deg); }',
    'verdict-success': '.lead { opacity: 0.5; }',
  },
};

type Sheets = ReadonlyMap<string, string>;

let browser: Browser;
let server: StubServer;
let darkroom: Darkroom;
/**
 * `before` contains the sheets without faults; `spoiled` contains, for each description in SPOILED,
 * the sheets with that faulty CSS.
 */
let before: Sheets;
let spoiled: ReadonlyMap<string, Sheets>;

beforeAll(async () => {
  await buildAssets();
  browser = await launchGalleryBrowser();
  server = await serveStates(SAMPLE);
  darkroom = await Darkroom.in(browser);
  [before, spoiled] = await drawSpoiled();
});

afterAll(async () => {
  await Promise.all([browser?.close(), server?.close()]);
});

describe('the comparison of contact sheets', () => {
  test('finds nothing when nothing changed', async () => {
    expect(await changed(await draw(browser))).toEqual([]);
  });

  test.each([
    ['letters with hinting', ['--font-render-hinting=full']],
    ['letters drawn for a liquid crystal display', ['--enable-lcd-text']],
  ])('tolerates %s', async (_, flags) => {
    const other = await launchGalleryBrowser(flags);
    const after = await draw(other);
    await other.close();
    expect(await changed(after)).toEqual([]);
  });

  test.each(Object.keys(SPOILED))('finds %s, in both themes', async (what) => {
    const wanted = THEMES.flatMap((theme) =>
      Object.keys(SPOILED[what] ?? {}).map((state) => `en-${theme}-phone: ${state}`),
    );
    expect((await changed(spoiled.get(what))).toSorted()).toEqual(wanted.toSorted());
  });
});

/**
 * Visits each state once and photographs it without changes, then with each faulty style in turn.
 */
async function drawSpoiled(): Promise<[Sheets, Map<string, Sheets>]> {
  const order = { states: SAMPLE, sheets: SHEETS };
  const untouched = new Film(order);
  const films = new Map(Object.keys(SPOILED).map((what) => [what, new Film(order)]));
  await tour(browser, server.origin, order, async (visitor, state) => {
    const faults = await untouched.shoot(visitor, state);
    for (const [what, film] of films) {
      await visitor.restyle(SPOILED[what]?.[state.name] ?? '');
      faults.push(...(await film.shoot(visitor, state)));
    }
    expect(faults).toEqual([]);
    return {};
  });
  const drawn = new Map<string, Sheets>();
  for (const [what, { pictures }] of films) drawn.set(what, await compose(pictures));
  return [await compose(untouched.pictures), drawn];
}

async function draw(from: Browser): Promise<Sheets> {
  return compose(await takePictures(from, server.origin, { states: SAMPLE, sheets: SHEETS }));
}

async function compose(pictures: Pictures): Promise<Sheets> {
  const sheets = new Map<string, string>();
  for (const [name, taken] of pictures)
    sheets.set(name, await darkroom.compose(layOut(SAMPLE, 'phone'), taken));
  return sheets;
}

/**
 * Returns the states whose pictures differ from those in `before`, each with the name of its sheet.
 */
async function changed(after: Sheets | undefined): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    const name = `en-${theme}-phone`;
    const layout = layOut(SAMPLE, 'phone');
    const [was = '', is = ''] = [before.get(name), after?.get(name)];
    for (const { state } of await darkroom.compare('en', layout, was, is))
      found.push(`${name}: ${state}`);
  }
  return found;
}
