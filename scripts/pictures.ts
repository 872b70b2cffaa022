// `npm run pictures`: takes the README's pictures of the hosted page, built and drawn as for the gallery.
import { mkdir, writeFile } from 'node:fs/promises';
import { STATES } from '../test/gallery/states/all-states.ts';
import { launchGalleryBrowser } from '../test/gallery/support/gallery-browser.ts';
import { takePictures } from '../test/gallery/support/pictures.ts';
import { serveStates } from '../test/gallery/support/stub-server.ts';
import { buildAssets } from './build.ts';

const FOLDER = 'docs/pictures';
/** State of the gallery → name of the file. */
const WANTED: Readonly<Record<string, string>> = { welcome: 'welcome', 'turn-left': 'movement' };

await buildAssets();
const states = STATES.filter(({ name }) => name in WANTED);
const [browser, server] = await Promise.all([launchGalleryBrowser(), serveStates(states)]);
try {
  const sheets = [{ language: 'en', theme: 'light', width: 'phone' }] as const;
  const taken = await takePictures(browser, server.origin, { states, sheets, purpose: 'print' });
  await mkdir(FOLDER, { recursive: true });
  for (const [state, picture] of taken.get('en-light-phone') ?? [])
    await writeFile(`${FOLDER}/${WANTED[state]}.png`, Buffer.from(picture, 'base64'));
} finally {
  await Promise.all([browser.close(), server.close()]);
}
