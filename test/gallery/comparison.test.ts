import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { buildAssets } from '../../scripts/build.ts';
import { STATES } from './states/all-states.ts';
import { Darkroom } from './support/darkroom.ts';
import { launchGalleryBrowser } from './support/gallery-browser.ts';
import { takePictures } from './support/pictures.ts';
import { layOut } from './support/sheet-layout.ts';
import { serveStates, type StubServer } from './support/stub-server.ts';
import { THEMES } from './support/visitor.ts';

const NAMES = ['camera-off', 'turn-left', 'verdict-success'];
const SAMPLE = STATES.filter(({ name }) => NAMES.includes(name));
const SHEETS = THEMES.map((theme) => ({ language: 'en', theme, width: 'phone' }) as const);

let browser: Browser;
let server: StubServer;
let darkroom: Darkroom;
let before: Map<string, string>;

beforeAll(async () => {
  await buildAssets();
  browser = await launchGalleryBrowser();
  server = await serveStates(SAMPLE);
  darkroom = await Darkroom.in(browser);
  before = await draw(browser, {});
});

afterAll(async () => {
  await Promise.all([browser?.close(), server?.close()]);
});

describe('the comparison of contact sheets', () => {
  test('finds nothing when nothing changed', async () => {
    expect(await changed(await draw(browser, {}))).toEqual([]);
  });

  test.each([
    ['letters with hinting', ['--font-render-hinting=full']],
    ['letters drawn for a liquid crystal display', ['--enable-lcd-text']],
  ])('bears %s', async (_, flags) => {
    const other = await launchGalleryBrowser(flags);
    const after = await draw(other, {});
    await other.close();
    expect(await changed(after)).toEqual([]);
  });

  test.each([
    [
      'a button and a heading that move by 8 pixels, and an arrow that points the other way',
      {
        'camera-off': '.button { translate: 0 8px; }',
        'verdict-success': 'h1 { translate: 8px 0; }',
        'turn-left': '.arrow { rotate: 0deg !important; }',
      },
    ],
    [
      'a line of small text, an icon and a ring that are gone',
      {
        'camera-off': '.small { visibility: hidden; }',
        'verdict-success': '.badge .icon { visibility: hidden; }',
        'turn-left': '.ring { stroke: none; }',
      },
    ],
    [
      'a button in another blue, and a lead in a lighter grey',
      {
        'camera-off': '.button { filter: hue-rotate(25deg); }',
        'verdict-success': '.lead { opacity: 0.5; }',
      },
    ],
  ])('finds %s, in both themes', async (_, spoiled: Record<string, string>) => {
    const after = await draw(browser, spoiled);
    const wanted = THEMES.flatMap((theme) =>
      Object.keys(spoiled).map((state) => `en-${theme}-phone: ${state}`),
    );
    expect((await changed(after)).toSorted()).toEqual(wanted.toSorted());
  });
});

async function draw(
  from: Browser,
  spoiled: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const pictures = await takePictures(from, server.origin, {
    states: SAMPLE,
    sheets: SHEETS,
    spoiled,
  });
  const sheets = new Map<string, string>();
  for (const [name, taken] of pictures) {
    sheets.set(name, await darkroom.compose(layOut(SAMPLE, 'phone'), taken));
  }
  return sheets;
}

/** Which states of which sheets are not as before. */
async function changed(after: Map<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    const name = `en-${theme}-phone`;
    const layout = layOut(SAMPLE, 'phone');
    const [was = '', is = ''] = [before.get(name), after.get(name)];
    for (const { state } of await darkroom.compare(layout, was, is))
      found.push(`${name}: ${state}`);
  }
  return found;
}
