// `npm run gallery`: draws every state of the hosted page in every language, theme and width into
// .cache/gallery/ for people to look at. With languages as arguments only those. With --accept the
// references of the tests are drawn anew instead, after a change that was meant.
import { STATES } from '../test/gallery/states/all-states.ts';
import { ALL_SHEETS } from '../test/gallery/support/selection.ts';
import { acceptReferences, drawToLook } from '../test/gallery/support/sheets.ts';
import { buildAssets } from './build.ts';

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isAccepting = process.argv.includes('--accept');
await buildAssets();
const started = performance.now();
const sheets = ALL_SHEETS.filter(
  ({ language }) => wanted.length === 0 || wanted.includes(language),
);
const sizes = isAccepting ? await acceptReferences(STATES) : await drawToLook(STATES, sheets);
const kilobytes = [...sizes.values()].map((bytes) => bytes / 1000);
const total = kilobytes.reduce((sum, size) => sum + size, 0);
const folder = isAccepting ? 'test/gallery/references' : '.cache/gallery';
console.log(`${STATES.length} states on ${sizes.size} sheets in ${folder}:`);
console.log(`${total.toFixed(0)} kB, at most ${Math.max(...kilobytes).toFixed(0)} kB each,`);
console.log(`in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
