// `npm run bench -- page`: benchmarks the hosted page, and measures how soon the other pages become
// usable. Options: `--minutes=5` sets the duration of the memory benchmark; `--only=engine,view`
// selects benchmarks from `engine,view,pages,journey,slow,face,feedback,memory`.
import { parseArgs } from 'node:util';
import { startDemo } from '../../test/support/browser/running-demo.ts';
import { benchEngine } from './engine.ts';
import { benchFaceSignIn } from './face-sign-in.ts';
import { benchFeedback } from './feedback.ts';
import { benchFirstView } from './first-view.ts';
import { benchJourney } from './journey.ts';
import { benchMemory } from './memory.ts';
import { benchOtherPages } from './other-pages.ts';
import { printStolenTime } from '../report.ts';

/** Lighthouse's CPU slowdown factor for a lower mid-range phone. */
const SLOWER = 6;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    only: { type: 'string', default: 'engine,view,pages,journey,slow,face,feedback,memory' },
  },
});
const selected = values.only.split(',');
const minutes = Number(values.minutes);

if (selected.includes('engine')) await benchEngine();
const { demo, stop } = await startDemo(undefined, { BENT_PICTURES: 'risk' });
try {
  if (selected.includes('view')) await benchFirstView(demo);
  if (selected.includes('pages')) await benchOtherPages(demo);
  if (selected.includes('journey')) await benchJourney(demo, 1);
  if (selected.includes('slow')) await benchJourney(demo, SLOWER);
  if (selected.includes('face')) await benchFaceSignIn(demo);
  if (selected.includes('feedback')) await benchFeedback(demo);
  if (selected.includes('memory')) await benchMemory(demo, minutes);
  printStolenTime();
} finally {
  await stop();
}
