// Measures how often the texts of a specimen's machine-readable zone are found in the print above
// the zone. It uses the pictures in a folder, such as the 34 that PassportEye tests with: flat
// pictures of specimens from the web, which are not part of this repository. Needs ffmpeg to decode
// them.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { birthDate, type CivilDate } from '../../src/vision/documents/civil-date.ts';
import { cutPageFields } from '../../src/vision/documents/cut-fields.ts';
import type { FoundText, KnownText } from '../../src/vision/documents/document-check.ts';
import type { FieldScores } from '../../src/vision/documents/field-net.ts';
import { findKnown } from '../../src/vision/documents/find-known.ts';
import { type GreyPicture, toGrey } from '../../src/vision/documents/grey-picture.ts';
import { layoutOf } from '../../src/vision/documents/mrz-layouts.ts';
import { readPicture } from '../../src/vision/documents/read-picture.ts';
import { decodeBaseline } from '../../src/vision/jpeg/jpeg-decoder.ts';
import { interval } from '../../scripts/calibrate/interval.ts';
import { loadFieldReader, loadLineNet } from '../../test/support/documents/weights.ts';
import { assertFfmpeg } from '../films/decode.ts';
import { printFigure, printMarkdown, printTitle } from '../report.ts';

/** The maximum width, in px, of the pictures that the hosted page sends. */
const MAX_WIDTH = 1600;
/**
 * The minimum width, in px, of the pictures that the hosted page sends. The results for pictures of
 * at least this width are also printed separately.
 */
const LEAST_WIDTH = 600;

interface Specimen {
  name: string;
  width: number;
  known: KnownText;
  /** The field reader's scores for each line of print above the zone. */
  lines: FieldScores[];
}

export function benchSpecimens(folder: string, today: CivilDate): void {
  assertFfmpeg();
  const names = readdirSync(folder).filter((name) => /\.(?:jpe?g|png)$/i.test(name));
  const specimens = names.flatMap((name) => lookAt(folder, name, today));
  printTitle(`Public pictures of specimens: ${names.length}`);
  printFigure('a zone of two lines with a birth date', `${specimens.length}`);
  const rows = specimens.map(({ name, width, known, lines }) => {
    const text = findKnown(lines, known);
    return { name, width, text, count: countOf(text) };
  });
  printMarkdown(
    ['Picture', 'px wide', 'number', 'birth date', 'name'],
    rows.map(({ name, width, text: { number, birthDate: born, name: named } }) => [
      name,
      String(width),
      ...[number, born, named].map((isFound) => (isFound ? 'found' : '')),
    ]),
  );
  const shareOf = (of: typeof rows, least: number) =>
    interval(of.filter(({ count }) => count >= least).length, of.length);
  for (const [title, of] of [
    ['all', rows],
    [`${LEAST_WIDTH} px and wider`, rows.filter(({ width }) => width >= LEAST_WIDTH)],
  ] as const)
    printFigure(
      `${title}: one of three, two`,
      `${shareOf(of, 1)}, ${shareOf(of, 2)} of ${of.length}`,
    );
  const pairs = specimens.flatMap((one) =>
    specimens.filter((other) => other !== one).map((other) => [one, other] as const),
  );
  const found = pairs.filter(([one, other]) => countOf(findKnown(one.lines, other.known)) > 0);
  const alike = found.filter(([one, other]) => haveSame(one.known, other.known)).length;
  printFigure(
    'codes of the others: something found',
    `${found.length} of ${pairs.length}, ${alike} of them where both have the same text`,
  );
}

const haveSame = (one: KnownText, other: KnownText): boolean =>
  one.number === other.number || one.birthDate === other.birthDate || one.surname === other.surname;

function lookAt(folder: string, name: string, today: CivilDate): Specimen[] {
  const picture = decode(join(folder, name));
  const read = readPicture(loadLineNet(), picture, today);
  const known = read && knownOf(read.lines, today);
  const [line] = read?.places ?? [];
  if (known === undefined || line === undefined) return [];
  const { net } = loadFieldReader();
  const at = (x: number) => [x, line.start + line.slope * x] as const;
  const zone = { lines: 2, left: at(line.left), right: at(line.right) };
  const lines = cutPageFields(picture, zone).map((strip) => net.look(strip));
  return [{ name, width: picture.width, known, lines }];
}

/** Converts the picture to a JPEG like those that the hosted page sends, and decodes that JPEG. */
function decode(path: string): GreyPicture {
  const scale = ['-vf', `scale='min(${MAX_WIDTH},iw)':-1`];
  const asJpeg = ['-frames:v', '1', '-q:v', '2', '-pix_fmt', 'yuvj420p', '-f', 'mjpeg', '-'];
  const jpeg = execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...scale, ...asJpeg], {
    maxBuffer: 50_000_000,
  });
  return toGrey(decodeBaseline(new Uint8Array(jpeg)));
}

/**
 * @returns the texts of a zone of two lines, whether or not its check digits are right; undefined
 *   for any other zone, or when its birth date is not valid
 */
function knownOf(lines: readonly string[], today: CivilDate): KnownText | undefined {
  const layout = layoutOf(lines);
  if (layout === undefined || layout.lines !== 2) return undefined;
  const field = (name: 'number' | 'birth' | 'names' | 'givenNames'): string => {
    const { line, from, to } = layout.fields[name] ?? { line: 0, from: 0, to: 0 };
    return (lines[line] ?? '').slice(from, to);
  };
  const born = birthDate(field('birth'), today);
  if (born === undefined) return undefined;
  const [surname = '', given = ''] = field('names').split('<<', 2);
  const spaced = (text: string) => text.replaceAll(/<+/g, ' ').trim();
  return {
    number: field('number').replaceAll('<', ''),
    birthDate: born,
    surname: spaced(surname),
    givenNames: spaced(given + field('givenNames')),
  };
}

const countOf = (text: FoundText): number => Object.values(text).filter(Boolean).length;
