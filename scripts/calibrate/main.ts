// `npm run calibrate -- <folder>`: an operator's own labelled pictures, of people who consented to it, through the very
// engine that measures at the edge. Prints the errors and writes a table that replaces the shipped one
// (AGE_ERROR_TABLE). Pictures stay where they are; the table has counts and means only. With `--pairs` it prints how well
// faces can be distinguished instead.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAgeError } from '../../src/config/age-error.ts';
import { describePairs } from './count-pairs.ts';
import { describeFolder } from './describe-folder.ts';
import { readLabels } from './labels.ts';
import { scoredOf } from './make-head.ts';
import { makeTable } from './make-table.ts';
import { measureFolder } from './measure.ts';
import { readShown } from './pair-labels.ts';
import { describeHead, describeTable } from './report.ts';

/** Of a var of a Worker. */
const MOST_BYTES = 5 * 1024;

const USAGE = `Usage: npm run calibrate -- <folder> [--out=age-error.json]
       npm run calibrate -- --pairs <folder>`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'age-error.json' },
    pairs: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error(USAGE);
  process.exit(2);
}

try {
  await (values.pairs ? calibratePairs(folder) : calibrateAges(folder));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function calibrateAges(from: string): Promise<void> {
  const labels = await readLabels(from);
  const { estimates, skipped } = await measureFolder(from, labels);
  tellSkipped(skipped);
  if (estimates.length === 0) throw new Error('No picture could be measured.');
  const table = makeTable(estimates, new Date().toISOString().slice(0, 10));
  const text = JSON.stringify(table);
  if (parseAgeError(text) === undefined) throw new Error('The pictures make no table.');
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new Error('The table is too large for a var: use fewer different labels.');
  writeFileSync(values.out, `${text}\n`);
  console.log(describeTable(table));
  if (table.head !== undefined) console.log(describeHead(table, scoredOf(estimates)));
  console.log(`Written to ${values.out}. Its content is the value of AGE_ERROR_TABLE.`);
}

/** Nothing is written: the limits are the same for everybody. */
async function calibratePairs(from: string): Promise<void> {
  const shown = await readShown(from);
  const { described, skipped } = await describeFolder(from, shown);
  tellSkipped(skipped);
  if (described.length < 2) throw new Error('There are no two pictures to compare.');
  console.log(describePairs(described, shown));
}

function tellSkipped(skipped: readonly { file: string; why: string }[]): void {
  for (const { file, why } of skipped) console.error(`left out: ${file} (${why})`);
}
