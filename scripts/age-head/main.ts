// Trains the age head and calibrates its scores; README.md in this folder lists the pictures that
// were used.
import { readFileSync, writeFileSync } from 'node:fs';
import { type AgeErrorTable, parseAgeError } from '../../src/config/age-error.ts';
import type { AgeHead } from '../../src/workers/face/age-head.ts';
import type { Person } from '../calibrate/populations.ts';
import { readArguments } from '../read-options.ts';
import { type Compared, compareWays } from './compare.ts';
import { extract } from './extract.ts';
import { type Face, halfOf, readFaces } from './faces.ts';
import { WAYS } from './frame.ts';
import { judgeFaces } from './judge.ts';
import { headFigures, scoreFaces } from './limits.ts';
import { trainHead } from './train.ts';
import { originRows, populationRows } from './tables.ts';
import { formatHead, formatTable } from './write.ts';

const HEAD = new URL('../../data/age-head.json', import.meta.url);
const TABLE = new URL('../../data/age-error.json', import.meta.url);

const USAGE = `node scripts/age-head/main.ts <command>

extract LIST.tsv FOLDER [--minutes=15] [--way=plain] [--crop=1]
  measures pictures
train FAIRFACE-FOLDER... [--first=N]
  writes data/age-head.json
compare NAME[:median]=FOLDER,FOLDER...
  prints how ways of taking pictures change the scores
judge FOLDER... [--target=0.02]
  prints who passes at gate 18 by the limits in data/age-error.json
tables
  prints the rows of both tables in docs/verification.md
limits FOLDER... [--groups=FOLDER] [--trained-apart]
  writes the members head and populations of data/age-error.json`;

const { values, positionals } = readArguments(USAGE, {
  minutes: { type: 'string', default: '15' },
  way: { type: 'string', default: 'plain' },
  crop: { type: 'string', default: '1' },
  target: { type: 'string', default: '0.02' },
  groups: { type: 'string', multiple: true, default: [] },
  first: { type: 'string', default: 'Infinity' },
  'trained-apart': { type: 'boolean', default: false },
});
const [command, ...folders] = positionals;
const [list = '', folder = ''] = folders;

if (command === 'extract' && folders.length === 2) {
  const untilMs = Date.now() + Number(values.minutes) * 60_000;
  const [way, crop] = [WAYS[values.way], Number(values.crop)];
  if (way === undefined || !(crop > 0)) throw new Error('No such way or crop.');
  console.log(`${await extract({ list, folder, untilMs, way, crop })} pictures.`);
  process.exit(0);
} else if (command === 'train' && folders.length > 0) {
  const { faces, ...head } = trainHead(readFaces(folders).slice(0, Number(values.first)));
  writeFileSync(HEAD, formatHead(head, faces));
  console.log(`Trained on ${faces} faces: ${head.id}.`);
} else if (command === 'limits' && folders.length > 0) {
  const head = JSON.parse(readFileSync(HEAD, 'utf8')) as AgeHead;
  const table = JSON.parse(readFileSync(TABLE, 'utf8')) as AgeErrorTable;
  const grouped = scoreUnseen(head, readFaces(values.groups));
  const { raised, populations, head: counted } = headFigures(head, readFaces(folders), grouped);
  const { id, ...rest } = counted;
  const measured_on = new Date().toISOString().slice(0, 10);
  const text = formatTable({ ...table, populations, head: { id, measured_on, ...rest } });
  if (parseAgeError(text) === undefined) throw new Error('The faces make no table.');
  writeFileSync(TABLE, text);
  console.log(
    `Limits of ${head.id} written; raised for a group at 5, 2 and 1 %: ${raised.join(', ')}.`,
  );
} else if (command === 'judge' && folders.length > 0) {
  const head = JSON.parse(readFileSync(HEAD, 'utf8')) as AgeHead;
  const table = JSON.parse(readFileSync(TABLE, 'utf8')) as AgeErrorTable;
  if (table.head === undefined) throw new Error('data/age-error.json has no limits of a head.');
  console.log(judgeFaces(head, table.head, readFaces(folders), Number(values.target)).join('\n'));
} else if (command === 'tables') {
  const table = JSON.parse(readFileSync(TABLE, 'utf8')) as AgeErrorTable;
  for (const rows of [populationRows(table), originRows(table)])
    console.log(`${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
} else if (command === 'compare' && folders.length > 0) {
  const head = JSON.parse(readFileSync(HEAD, 'utf8')) as AgeHead;
  console.log(compareWays(head, folders.map(readCompared)).join('\n'));
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

/** @param text such as `five=plain,take1,take2,take3,take4`, or `five:median=…` */
function readCompared(text: string): Compared {
  const [named = '', paths = ''] = text.split('=');
  const [name = '', join = 'mean'] = named.split(':');
  if (paths === '' || (join !== 'mean' && join !== 'median'))
    throw new Error(`Unknown argument: ${text}.`);
  return { name, join, faces: paths.split(',').map((path) => readFaces([path])) };
}

/**
 * Scores the faces of each half of the people with a head that was trained on the other half. With
 * `--trained-apart`, the shipped head scores both halves, since it was trained on neither.
 */
function scoreUnseen(head: AgeHead, faces: readonly Face[]): Person[] {
  if (faces.length === 0 || values['trained-apart']) return scoreFaces(head, faces);
  return ([0, 1] as const).flatMap((half) => {
    const other = trainHead(faces.filter((face) => halfOf(face) !== half));
    return scoreFaces(
      other,
      faces.filter((face) => halfOf(face) === half),
    );
  });
}
