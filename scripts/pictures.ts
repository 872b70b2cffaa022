// `npm run pictures`: takes the README's screenshots of the hosted page and of a console. Both are
// built and rendered in the same way as for the gallery.
import { mkdir, writeFile } from 'node:fs/promises';
import { CONSOLE_STATES } from '../test/gallery/consoles/states/all-states.ts';
import { visitConsoles, type ConsolePictures } from '../test/gallery/consoles/console-visit.ts';
import { STATES } from '../test/gallery/states/all-states.ts';
import { launchGalleryBrowser } from '../test/gallery/support/gallery-browser.ts';
import { takePictures } from '../test/gallery/support/pictures.ts';
import { serveStates } from '../test/gallery/support/stub-server.ts';
import { buildAssets } from './build.ts';

const FOLDER = 'docs/pictures';
/** The screenshots' file names, without extension, keyed by the gallery state that each shows. */
const WANTED: Readonly<Record<string, string>> = { welcome: 'welcome', 'turn-left': 'movement' };

const CONSOLE = { state: 'dashboard-session-verified', name: 'console' };
/** The scale of the console's screenshot, large enough for its text to be read. */
const ZOOM = 4;

await buildAssets();
const states = STATES.filter(({ name }) => name in WANTED);
const [browser, server] = await Promise.all([launchGalleryBrowser(), serveStates(states)]);
try {
  const sheets = [{ language: 'en', theme: 'light', width: 'phone' }] as const;
  const taken = await takePictures(browser, server.origin, { states, sheets, purpose: 'print' });
  await mkdir(FOLDER, { recursive: true });
  for (const [state, picture] of taken.get('en-light-phone') ?? [])
    await writeFile(`${FOLDER}/${WANTED[state]}.png`, Buffer.from(picture, 'base64'));
  const pictures: ConsolePictures = new Map();
  const shown = CONSOLE_STATES.filter(({ name }) => name === CONSOLE.state);
  const sheet = { language: 'en', theme: 'light', width: 1440 } as const;
  await visitConsoles(browser, shown, { sheets: [sheet], zoom: ZOOM, pictures });
  for (const picture of [...pictures.values()].flatMap((states) => [...states.values()]))
    await writeFile(`${FOLDER}/${CONSOLE.name}.png`, Buffer.from(picture, 'base64'));
} finally {
  await Promise.all([browser.close(), server.close()]);
}
