// `npm run bench -- pairs <folder> [--keep=FILE.jsonl] [--json=FILE] [--second-net]`: measures how
// well the faces in labelled pictures are told apart. The folder contains either one folder for
// each person and, if groups are known, `groups.csv` (person, group), or all pictures together with
// `labels.csv` (file, person, group). Prints the tables of docs/face.md by group, with sample sizes
// and Wilson intervals. `--keep` writes the descriptors to a file that can be passed instead of a
// folder next time; `--json` writes the `groups` of data/face-rates.json. `--second-net` instead
// prints how much dlib's model would improve the results (about one second per picture).
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { SHIPPED_FACE_LIMITS } from '../../src/config/face-limits.ts';
import { above, below } from '../../scripts/calibrate/count-pairs.ts';
import { readDescribed, writeDescriptions } from '../../scripts/calibrate/descriptions.ts';
import { measureDistances, type GroupDistances } from '../../scripts/calibrate/pair-distances.ts';
import { groupRates } from '../../scripts/calibrate/group-rates.ts';
import { limitAt, PAIRS_PER_GOAL } from '../../scripts/calibrate/suggest-limits.ts';
import { readShown } from '../../scripts/calibrate/pair-labels.ts';
import { printTitle } from '../report.ts';
import { benchSecondNet } from './second-net.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string' },
    json: { type: 'string' },
    'second-net': { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error(
    'Usage: npm run bench -- pairs <folder> [--keep=FILE.jsonl] [--json=FILE] [--second-net]',
  );
  process.exit(2);
}
if (values['second-net']) {
  await benchSecondNet(folder, await readShown(folder));
  process.exit(0);
}

const { described, skipped } = await readDescribed(folder);
for (const { file, why } of skipped) console.error(`left out: ${file} (${why})`);
if (values.keep !== undefined) await writeDescriptions(values.keep, described);
const groups = measureDistances(described);
const { portrait, enrolled, blocked } = SHIPPED_FACE_LIMITS;
if (values.json !== undefined)
  await writeFile(values.json, JSON.stringify(groupRates(groups, SHIPPED_FACE_LIMITS), null, 2));

printStrangers(groups);
printOwn(groups);
printEnrolled(groups);

function printStrangers(all: readonly GroupDistances[]): void {
  printTitle('Strangers of one group');
  const uses = [
    `enrolled, ${enrolled.same.toFixed(2)}`,
    `portrait, ${portrait.same.toFixed(2)}`,
    `portrait unclear, ${portrait.other.toFixed(2)}`,
    `blocked, ${blocked.toFixed(2)}`,
  ];
  console.log(`| Group | People | Pairs | ${uses.join(' | ')} | 1 %, 0.1 % are below |`);
  for (const { group, people, strangers } of all.filter((one) => one.strangers.length > 0)) {
    const limits = [enrolled.same, portrait.same, portrait.other, blocked];
    const cells = limits.map((limit) => below(strangers, limit).replace(/ of \d+$/, ''));
    const at = [0.01, 0.001].map((share) => limitOf(strangers, share)).join(', ');
    console.log(`| ${group} | ${people} | ${strangers.length} | ${cells.join(' | ')} | ${at} |`);
  }
}

/**
 * @returns the distance below which the given share of the stranger pairs lies, or a dash when
 *   there are too few pairs to tell
 */
function limitOf(strangers: Float32Array, share: number): string {
  return strangers.length * share < PAIRS_PER_GOAL ? '–' : limitAt(strangers, share).toFixed(2);
}

function printOwn(all: readonly GroupDistances[]): void {
  printTitle('Two pictures of one person');
  console.log('| Group | Pairs | no match at once | other | refused where enrolled |');
  for (const { group, own } of all.filter((one) => one.own.length > 0)) {
    const limits = [portrait.same, portrait.other, enrolled.same];
    const cells = limits.map((limit) => above(own, limit).replace(/ of \d+$/, ''));
    console.log(`| ${group} | ${own.length} | ${cells.join(' | ')} |`);
  }
}

function printEnrolled(all: readonly GroupDistances[]): void {
  printTitle('A picture and the mean of three others of a person');
  console.log(`| Group | Own | refused at ${enrolled.same.toFixed(2)} | Strangers | match |`);
  for (const one of all.filter(({ enrolledOwn }) => enrolledOwn.length > 0)) {
    const [own, strangers] = [
      above(one.enrolledOwn, enrolled.same),
      below(one.enrolledStrangers, enrolled.same),
    ];
    const cells = [own, strangers].map((text) => text.replace(/ of \d+$/, ''));
    const { length: ofOwn } = one.enrolledOwn;
    const { length: ofStrangers } = one.enrolledStrangers;
    console.log(`| ${one.group} | ${ofOwn} | ${cells[0]} | ${ofStrangers} | ${cells[1]} |`);
  }
}
