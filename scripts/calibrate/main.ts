// `npm run calibrate -- <folder>`: an operator's own labelled pictures, of people who consented to it, through the very
// engine that measures at the edge. Prints the errors and writes a table that replaces the shipped one
// (AGE_ERROR_TABLE). Pictures stay where they are; the table has counts and means only.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAgeError } from '../../src/age-error.ts';
import { readLabels } from './labels.ts';
import { makeTable } from './make-table.ts';
import { measureFolder } from './measure.ts';
import { describeTable } from './report.ts';

/** Of a var of a Worker. */
const MOST_BYTES = 5 * 1024;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'age-error.json' } },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error('Usage: npm run calibrate -- <folder> [--out=age-error.json]');
  process.exit(2);
}

try {
  const labels = await readLabels(folder);
  const { estimates, skipped } = await measureFolder(folder, labels);
  for (const { file, why } of skipped) console.error(`left out: ${file} (${why})`);
  if (estimates.length === 0) throw new Error('No picture could be measured.');
  const table = makeTable(estimates, new Date().toISOString().slice(0, 10));
  const text = JSON.stringify(table);
  if (parseAgeError(text) === undefined) throw new Error('The pictures make no table.');
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new Error('The table is too large for a var: use fewer different labels.');
  writeFileSync(values.out, `${text}\n`);
  console.log(describeTable(table));
  console.log(`Written to ${values.out}. Its content is the value of AGE_ERROR_TABLE.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
