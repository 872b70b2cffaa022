// Decides whether the values of a code are printed on the lines of a card or page. A text counts as
// printed if it fits the pixels nearly as well as the best unconstrained reading, and clearly
// better than both texts that differ from it in one character and random texts of the same shape:
// pixels that match such texts equally well prove nothing. Pure.
import { alignText, patternOf } from './align-text.ts';
import { nearDates, nearTexts, otherDates, otherTexts } from './decoys.ts';
import type { FoundText, KnownText } from './document-check.ts';
import type { FieldScores } from './field-net.ts';
import { firstWordOf, formsOfDate, formsOfWord } from './known-forms.ts';

/**
 * The minimum length of a document number, and the minimum number of different characters in it: a
 * shorter or more repetitive number would seem to appear on any card.
 */
const MIN_NUMBER_LENGTH = 5;
const MIN_DIFFERENT_CHARACTERS = 3;
/** The minimum number of letters in surname and given name together. */
const MIN_NAME_LENGTH = 6;

/** Limits for a match, as logarithms of likelihoods. */
interface Limits {
  /** The minimum score of a text relative to the best unconstrained reading. */
  least: number;
  /** The minimum lead over random texts of the same shape. */
  before: number;
  /** The minimum lead over the nearest texts, which differ in one character. */
  apart: number;
}

const FITS = {
  number: { least: -9, before: 9, apart: 0.5 },
  birthDate: { least: -7, before: 6, apart: 0.5 },
  name: { least: -9, before: 9, apart: 0.5 },
} as const;

/** The best score of a text over all lines, and the line with that score. */
interface Best {
  behind: number;
  line?: FieldScores;
}

/** The score of a text, and the best scores of its decoys. */
interface Fit {
  behind: number;
  ofOthers: number;
  ofNearest: number;
}

const NOWHERE: Fit = { behind: -Infinity, ofOthers: -Infinity, ofNearest: -Infinity };

export function findKnown(lines: readonly FieldScores[], known: KnownText): FoundText {
  const isFound = ({ behind, ofOthers, ofNearest }: Fit, { least, before, apart }: Limits) =>
    behind >= least && behind - ofOthers >= before && behind - ofNearest >= apart;
  return {
    number: isFound(fitOfNumber(lines, known.number, FITS.number), FITS.number),
    birthDate: isFound(fitOfDate(lines, known.birthDate, FITS.birthDate), FITS.birthDate),
    name: isFound(fitOfName(lines, known, FITS.name), FITS.name),
  };
}

function bestOf(lines: readonly FieldScores[], texts: readonly string[], least: number): Best {
  let best: Best = { behind: -Infinity };
  for (const text of texts) {
    const pattern = patternOf(text);
    if (pattern === undefined) continue;
    for (const line of lines) {
      const behind = alignText(line, pattern, Math.max(least, best.behind));
      if (behind > best.behind) best = { behind, line };
    }
  }
  return best;
}

/** Compares a text with its decoys, which are scored only if the text itself fits. */
function compared(
  { behind, line }: Best,
  { before, apart }: Limits,
  ofOthers: (least: number) => number,
  ofNearest: (line: FieldScores, least: number) => number,
): Fit {
  if (line === undefined) return NOWHERE;
  return {
    behind,
    ofOthers: ofOthers(behind - before),
    ofNearest: ofNearest(line, behind - apart),
  };
}

function fitOfNumber(lines: readonly FieldScores[], number: string, limits: Limits): Fit {
  const text = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  if (text.length < MIN_NUMBER_LENGTH || new Set(text).size < MIN_DIFFERENT_CHARACTERS)
    return NOWHERE;
  return compared(
    bestOf(lines, [text], limits.least),
    limits,
    (least) => bestOf(lines, otherTexts(text), least).behind,
    (line, least) => bestOf([line], nearTexts(text), least).behind,
  );
}

function fitOfDate(lines: readonly FieldScores[], date: string, limits: Limits): Fit {
  const bestOfDates = (among: readonly FieldScores[], dates: readonly string[], least: number) =>
    Math.max(...dates.map((other) => bestDate(among, other, least).behind));
  return compared(
    bestDate(lines, date, limits.least),
    limits,
    (least) => bestOfDates(lines, otherDates(date), least),
    (line, least) => bestOfDates([line], nearDates(date), least),
  );
}

/**
 * Finds the best form of a date. The year is scored first, because it is part of every form, and no
 * form scores higher than its year.
 */
function bestDate(lines: readonly FieldScores[], date: string, least: number): Best {
  let best: Best = { behind: -Infinity };
  for (const { year, forms } of formsOfDate(date)) {
    const from = Math.max(least, best.behind);
    const withYear = lines.filter((line) => bestOf([line], [year], from).line !== undefined);
    const found = bestOf(withYear, forms, from);
    if (found.behind > best.behind) best = found;
  }
  return best;
}

/** Requires both the surname and a given name, because relatives share a surname. */
function fitOfName(
  lines: readonly FieldScores[],
  { surname, givenNames }: KnownText,
  limits: Limits,
): Fit {
  const [family, given] = [firstWordOf(surname), firstWordOf(givenNames)];
  if (family === undefined || given === undefined || family.length + given.length < MIN_NAME_LENGTH)
    return NOWHERE;
  const one = fitOfWord(lines, family, limits);
  const other = fitOfWord(lines, given, limits);
  const behind = one.behind + other.behind;
  if (behind === -Infinity) return NOWHERE;
  return {
    behind,
    ofOthers: one.ofOthers + other.ofOthers,
    // Each of the two words must beat its own nearest decoys.
    ofNearest: behind + Math.max(one.ofNearest - one.behind, other.ofNearest - other.behind),
  };
}

function fitOfWord(lines: readonly FieldScores[], word: string, limits: Limits): Fit {
  const whole = (text: string): string[] => formsOfWord(text).map((form) => ` ${form} `);
  const own = new Set(formsOfWord(word));
  const near = [...own].flatMap(nearTexts).filter((text) => !own.has(text));
  return compared(
    bestOf(lines, whole(word), limits.least),
    limits,
    (least) => Math.max(least, bestOf(lines, otherTexts(word).flatMap(whole), least).behind),
    (line, least) =>
      Math.max(
        least,
        bestOf(
          [line],
          near.map((text) => ` ${text} `),
          least,
        ).behind,
      ),
  );
}
