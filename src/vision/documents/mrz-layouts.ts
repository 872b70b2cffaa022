// Positions of the fields of machine-readable zones, and the characters allowed there (ICAO 9303-4,
// -5, -6). The French identity card issued until 2021 has its own layout, laid down by a
// ministerial order of 1987.

type MrzFormat = 'td1' | 'td2' | 'td3' | 'old_french_id';

/** The characters that a field allows. */
export type CharacterClass = 'letters' | 'digits' | 'any' | 'sex' | 'check';

/**
 * The characters of each class; a filler is allowed where a value may be shorter than its field.
 * For an unspecified sex, ICAO 9303 prescribes a filler in the zone, and X outside it. X is allowed
 * in the zone too, because no fact is read from the sex.
 */
export const CHARACTERS: Readonly<Record<CharacterClass, RegExp>> = {
  letters: /^[A-Z<]$/,
  digits: /^[0-9<]$/,
  any: /^[A-Z0-9<]$/,
  sex: /^[FMX<]$/,
  check: /^[0-9<]$/,
};

export interface ZoneSpan {
  line: number;
  from: number;
  /** The end of the field, exclusive. */
  to: number;
}

interface Field extends ZoneSpan {
  holds: CharacterClass;
}

export type FieldName =
  | 'code'
  | 'issuer'
  | 'names'
  | 'number'
  | 'nationality'
  | 'birth'
  | 'sex'
  | 'expiry'
  | 'optional'
  | 'moreOptional'
  | 'givenNames'
  | 'office';

type CheckName = 'number' | 'birth' | 'expiry' | 'optional' | 'whole';

export interface Check {
  name: CheckName;
  at: { line: number; index: number };
  over: readonly ZoneSpan[];
}

export interface MrzLayout {
  format: MrzFormat;
  lines: number;
  length: number;
  fields: Partial<Record<FieldName, Field>>;
  checks: readonly Check[];
}

const span = (line: number, from: number, to: number): ZoneSpan => ({ line, from, to });
const letters = (...at: [number, number, number]): Field => ({ ...span(...at), holds: 'letters' });
const digits = (...at: [number, number, number]): Field => ({ ...span(...at), holds: 'digits' });
const any = (...at: [number, number, number]): Field => ({ ...span(...at), holds: 'any' });
const sex = (line: number, from: number): Field => ({
  ...span(line, from, from + 1),
  holds: 'sex',
});

function check(name: CheckName, line: number, index: number, ...over: ZoneSpan[]): Check {
  return { name, at: { line, index }, over };
}

const TD3: MrzLayout = {
  format: 'td3',
  lines: 2,
  length: 44,
  fields: {
    code: letters(0, 0, 2),
    issuer: letters(0, 2, 5),
    names: letters(0, 5, 44),
    number: any(1, 0, 9),
    nationality: letters(1, 10, 13),
    birth: digits(1, 13, 19),
    sex: sex(1, 20),
    expiry: digits(1, 21, 27),
    optional: any(1, 28, 42),
  },
  checks: [
    check('number', 1, 9, span(1, 0, 9)),
    check('birth', 1, 19, span(1, 13, 19)),
    check('expiry', 1, 27, span(1, 21, 27)),
    check('optional', 1, 42, span(1, 28, 42)),
    check('whole', 1, 43, span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)),
  ],
};

const TD2: MrzLayout = {
  format: 'td2',
  lines: 2,
  length: 36,
  fields: {
    // The second character of the document code is up to the issuer and may be a digit.
    code: any(0, 0, 2),
    issuer: letters(0, 2, 5),
    names: letters(0, 5, 36),
    number: any(1, 0, 9),
    nationality: letters(1, 10, 13),
    birth: digits(1, 13, 19),
    sex: sex(1, 20),
    expiry: digits(1, 21, 27),
    optional: any(1, 28, 35),
  },
  checks: [
    check('number', 1, 9, span(1, 0, 9)),
    check('birth', 1, 19, span(1, 13, 19)),
    check('expiry', 1, 27, span(1, 21, 27)),
    check('whole', 1, 35, span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)),
  ],
};

const TD1: MrzLayout = {
  format: 'td1',
  lines: 3,
  length: 30,
  fields: {
    code: any(0, 0, 2),
    issuer: letters(0, 2, 5),
    number: any(0, 5, 14),
    optional: any(0, 15, 30),
    birth: digits(1, 0, 6),
    sex: sex(1, 7),
    expiry: digits(1, 8, 14),
    nationality: letters(1, 15, 18),
    moreOptional: any(1, 18, 29),
    names: letters(2, 0, 30),
  },
  checks: [
    check('number', 0, 14, span(0, 5, 14)),
    check('birth', 1, 6, span(1, 0, 6)),
    check('expiry', 1, 14, span(1, 8, 14)),
    check('whole', 1, 29, span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)),
  ],
};

const OLD_FRENCH_ID: MrzLayout = {
  format: 'old_french_id',
  lines: 2,
  length: 36,
  fields: {
    code: letters(0, 0, 2),
    issuer: letters(0, 2, 5),
    names: letters(0, 5, 30),
    office: any(0, 30, 36),
    number: any(1, 0, 12),
    givenNames: letters(1, 13, 27),
    birth: digits(1, 27, 33),
    sex: sex(1, 34),
  },
  checks: [
    check('number', 1, 12, span(1, 0, 12)),
    check('birth', 1, 33, span(1, 27, 33)),
    check('whole', 1, 35, span(0, 0, 36), span(1, 0, 35)),
  ],
};

export const MRZ_LAYOUTS: readonly MrzLayout[] = [TD3, TD2, TD1, OLD_FRENCH_ID];

/**
 * Returns the layout of these lines. Two lines of 36 characters are from either a TD2 document or
 * an old French card, which is identified by its first five letters.
 */
export function layoutOf(lines: readonly string[]): MrzLayout | undefined {
  const fitting = MRZ_LAYOUTS.filter(
    (layout) =>
      layout.lines === lines.length && lines.every((line) => line.length === layout.length),
  );
  const isOldFrench = lines[0]?.startsWith('IDFRA') === true;
  return fitting.find(({ format }) => (format === 'old_french_id') === isOldFrench) ?? fitting[0];
}

/** @returns for each line the class of each character */
export function classesOf(layout: MrzLayout): CharacterClass[][] {
  const classes = Array.from({ length: layout.lines }, () =>
    Array.from({ length: layout.length }, (): CharacterClass => 'check'),
  );
  for (const { line, from, to, holds } of Object.values(layout.fields)) {
    classes[line]?.fill(holds, from, to);
  }
  return classes;
}
