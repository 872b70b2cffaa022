// `npm run bench -- documents`: measures how many document codes are read in pictures from a
// simulated camera, and how much CPU time and memory a picture takes. Fails when an accepted
// reading differs from what is printed. Options: `--persons=8`, `--only=webcam,JPEG 30`,
// `--of=zones,barcodes,copies,screens,metrics,fields,text,take,memory`, `--reads=500`,
// `--of=specimens --pictures=FOLDER` for public pictures of specimens, which needs ffmpeg.
import { parseArgs } from 'node:util';
import { type Scenario, SCENARIOS } from '../../test/support/documents/scenarios.ts';
import { SHOWN_ON } from '../../test/support/documents/trial.ts';
import { printStolenTime } from '../report.ts';
import { benchBarcodes } from './barcodes.ts';
import { benchCopies, benchScreens } from './copies.ts';
import { benchFields } from './fields.ts';
import { benchMemory } from './memory.ts';
import { benchMetrics } from './metrics.ts';
import { benchSpecimens } from './specimens.ts';
import { benchTake } from './take.ts';
import { benchText } from './text.ts';
import { benchZones, benchZoneSteps } from './zones.ts';

const { values } = parseArgs({
  options: {
    persons: { type: 'string', default: '8' },
    only: { type: 'string' },
    of: {
      type: 'string',
      default: 'zones,barcodes,copies,screens,metrics,fields,text,take,memory',
    },
    reads: { type: 'string', default: '500' },
    pictures: { type: 'string' },
  },
});
const persons = Number(values.persons);
const only = values.only?.split(',');
const of = values.of.split(',');
const scenarios = (Object.keys(SCENARIOS) as Scenario[]).filter(
  (name) => only === undefined || only.includes(name),
);
let wrong = 0;
if (of.includes('zones')) {
  const { pictures, sessions } = benchZones(scenarios, persons);
  wrong += pictures + sessions;
  benchZoneSteps();
}
if (of.includes('barcodes')) wrong += await benchBarcodes(scenarios, Math.ceil(persons / 2));
if (of.includes('copies')) benchCopies(scenarios);
if (of.includes('screens')) benchScreens(scenarios);
if (of.includes('metrics')) benchMetrics(scenarios, Math.ceil(persons / 4));
if (of.includes('fields')) await benchFields(scenarios);
if (of.includes('text')) benchText(persons);
if (of.includes('take')) benchTake(Math.ceil(persons / 4));
if (of.includes('specimens')) {
  if (values.pictures === undefined) throw new Error('Which pictures? --pictures=FOLDER');
  benchSpecimens(values.pictures, SHOWN_ON);
}
if (of.includes('memory')) await benchMemory(Number(values.reads));
printStolenTime();
if (wrong > 0) {
  console.error('Something was accepted that is not printed.');
  process.exitCode = 1;
}
