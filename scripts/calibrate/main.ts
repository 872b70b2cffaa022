// `npm run calibrate -- <folder>`: measures an operator's own labelled pictures, of people who have
// consented to the measurement, with the models that the face Worker uses. Prints the errors of the
// age estimates and writes a table that replaces the shipped one (AGE_ERROR_TABLE). Pictures stay
// where they are; the table contains only counts and means. With `--pairs`, it instead prints how
// well faces are distinguished, and writes the limits for comparing faces (FACE_MATCH_LIMITS).
import { writeFileSync } from 'node:fs';
import { parseAgeError } from '../../src/config/age-error.ts';
import { parseFaceLimits, SHIPPED_FACE_LIMITS } from '../../src/config/face-limits.ts';
import { readArguments } from '../read-options.ts';
import { describePairs } from './count-pairs.ts';
import { describeFolder } from './describe-folder.ts';
import { readLabels } from './labels.ts';
import { scoredOf } from './make-head.ts';
import { makeTable } from './make-table.ts';
import { measureFolder } from './measure.ts';
import { measureDistances } from './pair-distances.ts';
import { readShown } from './pair-labels.ts';
import { describeHead, describeTable } from './report.ts';
import { suggestLimits } from './suggest-limits.ts';

/** The maximum size of a variable in a Worker's configuration, in bytes. */
const MAX_BYTES = 5 * 1024;

const USAGE = `npm run calibrate -- <folder> [--out=age-error.json]
npm run calibrate -- --pairs <folder> [--out=face-limits.json]`;

const { values, positionals } = readArguments(USAGE, {
  out: { type: 'string' },
  pairs: { type: 'boolean', default: false },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error(USAGE);
  process.exit(2);
}

try {
  await (values.pairs
    ? calibratePairs(folder, values.out ?? 'face-limits.json')
    : calibrateAges(folder, values.out ?? 'age-error.json'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function calibrateAges(from: string, out: string): Promise<void> {
  const labels = await readLabels(from);
  const { estimates, skipped } = await measureFolder(from, labels);
  logSkipped(skipped);
  if (estimates.length === 0) throw new Error('No picture could be measured.');
  const table = makeTable(estimates, new Date().toISOString().slice(0, 10));
  const text = JSON.stringify(table);
  if (parseAgeError(text) === undefined) throw new Error('The pictures make no table.');
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new Error('The table is too large for a var: use fewer different labels.');
  writeFileSync(out, `${text}\n`);
  console.log(describeTable(table));
  if (table.head !== undefined) console.log(describeHead(table, scoredOf(estimates)));
  console.log(`Written to ${out}. Its content is the value of AGE_ERROR_TABLE.`);
}

/**
 * Prints the rates at the shipped limits, and suggests limits that meet the goals within the
 * service's ranges.
 */
async function calibratePairs(from: string, out: string): Promise<void> {
  const shown = await readShown(from);
  const { described, skipped } = await describeFolder(from, shown);
  logSkipped(skipped);
  if (described.length < 2) throw new Error('There are no two pictures to compare.');
  console.log(describePairs(described, shown, SHIPPED_FACE_LIMITS));
  const { limits, notes } = suggestLimits(measureDistances(described));
  for (const note of notes) console.log(`limit of ${note}`);
  const text = JSON.stringify(limits);
  if (parseFaceLimits(text) === undefined) throw new Error('The pictures make no limits.');
  if (text === JSON.stringify(SHIPPED_FACE_LIMITS)) {
    console.log('The limits stay as shipped.');
    return;
  }
  console.log(describePairs(described, shown, limits));
  writeFileSync(out, `${text}\n`);
  console.log(`Written to ${out}. Its content is the value of FACE_MATCH_LIMITS.`);
}

function logSkipped(skipped: readonly { file: string; why: string }[]): void {
  for (const { file, why } of skipped) console.error(`left out: ${file} (${why})`);
}
