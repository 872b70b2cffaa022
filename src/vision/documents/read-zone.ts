// Turns strips into the text of a machine-readable zone: the net reads each line, and the layouts
// decide between characters that look alike. The text is only a reading; mrz.ts validates it.
import { checkDigit } from './check-digit.ts';
import type { CivilDate } from './civil-date.ts';
import type { DocumentReading } from './document-facts.ts';
import type { GreyPicture } from './grey-picture.ts';
import { ALPHABET, type LineNet, type ReadCharacter } from './line-net.ts';
import {
  type CharacterClass,
  CHARACTERS,
  classesOf,
  MRZ_LAYOUTS,
  type MrzLayout,
} from './mrz-layouts.ts';
import { readMrz } from './mrz.ts';
import { evenOut } from './strips.ts';

export interface ZoneReading {
  lines: string[];
  reading: DocumentReading;
}

/**
 * When a line is too long, a character at either end of it is dropped if its log likelihood is
 * lower than this.
 */
const DOUBTFUL_BELOW = -0.7;
/** The maximum number of missing fillers at the end of a line of names. */
const MAX_MISSING = 4;

/**
 * How much likelier a character of a document number must be than its lookalike: 400 times, as a
 * natural logarithm.
 */
const CLEAR_LEAD = 6;

/**
 * @param strips the strips of one zone, from the top, as produced by `cutStrips`
 * @param today today's date in the place where the document is shown
 * @returns the best reading among the layouts with as many lines as there are strips; undefined
 *   when there is no such layout
 * @throws RangeError for a strip that the net cannot read
 */
export function readZone(
  net: LineNet,
  strips: readonly GreyPicture[],
  today: CivilDate,
): ZoneReading | undefined {
  const read = strips.map((strip) => net.read(evenOut(strip)));
  const readings = layoutsFor(read).map((layout): ZoneReading => {
    const classes = classesOf(layout);
    const fitted = read.map((line, i) => withLength(line, classes[i] ?? []));
    const lines = fitted.map((line, i) => textOf(line, classes[i] ?? []));
    const reading = readMrz(lines, today);
    const isCertain = !reading.ok || isNumberCertain(fitted, layout);
    return { lines, reading: isCertain ? reading : { ok: false, faults: ['number'] } };
  });
  const faults = ({ reading }: ZoneReading) => (reading.ok ? 0 : reading.faults.length);
  return readings.toSorted((a, b) => faults(a) - faults(b))[0];
}

/**
 * Returns the layouts whose line lengths are nearest to the lengths that were read; there may be
 * two, because the lines of an old French card and of a TD2 document are equally long.
 */
function layoutsFor(read: readonly (readonly ReadCharacter[])[]): MrzLayout[] {
  const apart = ({ length }: MrzLayout) =>
    read.reduce((sum, line) => sum + Math.abs(line.length - length), 0);
  const fitting = MRZ_LAYOUTS.filter(({ lines }) => lines === read.length);
  const least = Math.min(...fitting.map(apart));
  return fitting.filter((layout) => apart(layout) === least);
}

type FittedLine = readonly (ReadCharacter | typeof FILLER)[];

/**
 * Returns the text of a line. If the line has the right length, each character is the likeliest one
 * of the class at its position.
 */
function textOf(line: FittedLine, classes: readonly CharacterClass[]): string {
  if (line.length !== classes.length) return line.map(({ character }) => character).join('');
  return line.map((one, i) => likeliestOf(one, classes[i] ?? 'any')).join('');
}

/** Adjusts a line to the length of its layout if possible. */
function withLength(
  read: readonly ReadCharacter[],
  classes: readonly CharacterClass[],
): FittedLine {
  const line = [...read];
  while (line.length > classes.length) line.splice(indexToDrop(line), 1);
  const missing = classes.length - line.length;
  const endsInNames = classes.slice(-MAX_MISSING).every((kind) => kind === 'letters');
  if (missing === 0 || !endsInNames || missing > MAX_MISSING) return line;
  return [...line, ...Array.from({ length: missing }, () => FILLER)];
}

const FILLER = { character: '<' } as const;

/**
 * Chooses the character to drop: one at an end, where the edge of the page is sometimes read as a
 * character; otherwise the least certain one.
 */
function indexToDrop(line: readonly ReadCharacter[]): number {
  const at = (i: number): number => line[i]?.likelihood ?? 0;
  const end = at(0) < at(line.length - 1) ? 0 : line.length - 1;
  if (at(end) < DOUBTFUL_BELOW) return end;
  return line.reduce((least, { likelihood }, i) => (likelihood < at(least) ? i : least), 0);
}

/**
 * Returns whether the document number was read with certainty. Pairs such as 8 and S, or 1 and B,
 * have the same value in a check digit. Where both letters and digits are allowed, only the picture
 * can distinguish them, so it must do so clearly.
 */
function isNumberCertain(lines: readonly FittedLine[], { fields }: MrzLayout): boolean {
  const span = fields.number;
  const number = span ? (lines[span.line] ?? []).slice(span.from, span.to) : [];
  return number.every((one) => !('likelihoods' in one) || isCertain(one));
}

function isCertain({ character, likelihood, likelihoods }: ReadCharacter): boolean {
  const digit = checkDigit(character);
  return Array.from(ALPHABET).every(
    (other, i) =>
      other === character ||
      checkDigit(other) !== digit ||
      likelihood - (likelihoods[i] ?? 0) > CLEAR_LEAD,
  );
}

function likeliestOf(one: ReadCharacter | typeof FILLER, kind: CharacterClass): string {
  if (!('likelihoods' in one) || CHARACTERS[kind].test(one.character)) return one.character;
  let best = -1;
  for (const [i, likelihood] of one.likelihoods.entries())
    if (
      CHARACTERS[kind].test(ALPHABET[i] ?? '') &&
      likelihood > (one.likelihoods[best] ?? -Infinity)
    )
      best = i;
  return ALPHABET[best] ?? one.character;
}
