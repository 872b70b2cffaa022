// What a machine-readable zone says, and whether it holds together: shape, characters, check digits, real dates, a known
// issuer. Pure; of a text it cannot use it says why, and never throws.
import { checkDigit } from './check-digit.ts';
import { addYears, birthDate, type CivilDate, expiryDate } from './civil-date.ts';
import type { DocumentFault, DocumentReading, DocumentType } from './document-facts.ts';
import { issuerOf } from './issuers.ts';
import {
  type CharacterClass,
  type Check,
  classesOf,
  type FieldName,
  layoutOf,
  type MrzLayout,
  type ZoneSpan,
} from './mrz-layouts.ts';

/** What may be printed; a filler is allowed wherever a field may be shorter than its place. */
const CHARACTERS: Record<CharacterClass, RegExp> = {
  letters: /^[A-Z<]$/,
  digits: /^[0-9<]$/,
  any: /^[A-Z0-9<]$/,
  sex: /^[MFX<]$/,
  check: /^[0-9<]$/,
};

/** Who had an old French card issued as an adult from 2004 on may use it for 15 years, others for 10. */
const OLD_FRENCH_LONG_FROM = '2004-01-01';

/** As cards that never expire print it, 01-01-9999: the zone has two digits of the year. */
const NEVER = { printed: '990101', date: '9999-01-01' } as const;
/**
 * Who issues such cards, and from which age on: Spain from 70, and from 30 to whoever is severely disabled (Real Decreto
 * 1553/2005, article 6); Italy from 70, since July 2026.
 */
const ISSUES_FOR_LIFE: Readonly<Record<string, number>> = { ESP: 30, ITA: 70 };

/** @param lines as read, any strings @param today in the place where the document is shown */
export function readMrz(lines: readonly string[], today: CivilDate): DocumentReading {
  const layout = layoutOf(lines);
  if (!layout) return { ok: false, faults: ['shape'] };
  if (!hasItsCharacters(lines, layout)) return { ok: false, faults: ['characters'] };
  const field = (name: FieldName): string => {
    const span = layout.fields[name];
    return span ? textOf(lines, span) : '';
  };
  const [issuer, type] = [
    issuerOf(field('issuer')),
    typeOf(layout, field('code'), field('issuer')),
  ];
  const born = birthDate(field('birth'), today);
  const expires =
    layout.format === 'old_french_id'
      ? oldFrenchExpiry(field('number'), born, today)
      : isForLife(layout, field, born, today)
        ? NEVER.date
        : expiryDate(field('expiry'), today);
  const { number, isChecked } = documentNumber(lines, layout);
  const faults: DocumentFault[] = layout.checks
    .filter((one) => !passes(lines, one) && !(one.name === 'number' && isChecked))
    .map(({ name }): DocumentFault => `${name}_check`);
  if (!issuer) faults.push('issuer');
  if (type === undefined) faults.push('kind');
  if (number === '') faults.push('number');
  if (born === undefined) faults.push('birth_date');
  if (expires === undefined) faults.push('expiry_date');
  if (faults.length > 0 || !issuer || !type || !born || !expires) return { ok: false, faults };
  const [surname = '', given = ''] = field('names').split('<<', 2);
  return {
    ok: true,
    facts: {
      type,
      ...issuer,
      number,
      birthDate: born,
      expiryDate: expires,
      surname: spaced(surname),
      givenNames: spaced(given + field('givenNames')),
    },
  };
}

const textOf = (lines: readonly string[], { line, from, to }: ZoneSpan): string =>
  (lines[line] ?? '').slice(from, to);

const spaced = (text: string): string => text.replaceAll('<', ' ').replaceAll(/ +/g, ' ').trim();

function hasItsCharacters(lines: readonly string[], layout: MrzLayout): boolean {
  return classesOf(layout).every((line, i) =>
    line.every((kind, at) => CHARACTERS[kind].test(lines[i]?.[at] ?? '')),
  );
}

/** Where nothing is printed, the digit may be left out (ICAO 9303-4, 4.2.2.2). */
function passes(lines: readonly string[], { name, at, over }: Check): boolean {
  const printed = lines[at.line]?.[at.index];
  const text = over.map((span) => textOf(lines, span)).join('');
  if (printed === '<') return name === 'optional' && /^<*$/.test(text);
  return printed === checkDigit(text);
}

/**
 * A number of more than nine characters continues among the optional data, with its check digit behind it, and has a
 * filler where the digit would be (ICAO 9303-5, 4.2.2.1 note j).
 */
function documentNumber(
  lines: readonly string[],
  { fields, checks }: MrzLayout,
): { number: string; isChecked: boolean } {
  const printed = fields.number ? textOf(lines, fields.number) : '';
  const own = checks.find(({ name }) => name === 'number');
  const isLong =
    own !== undefined && lines[own.at.line]?.[own.at.index] === '<' && !printed.includes('<');
  const [more = ''] = fields.optional ? textOf(lines, fields.optional).split('<', 1) : [];
  if (!isLong || more.length < 2) return { number: printed.replaceAll('<', ''), isChecked: false };
  const whole = printed + more.slice(0, -1);
  return { number: whole, isChecked: checkDigit(whole) === more.at(-1) };
}

/** I, A and C are identity cards and other cards; a V behind them is a visa (ICAO 9303-5, 4.2.2.1 note a; 9303-7). */
function typeOf(
  { format }: Pick<MrzLayout, 'format'>,
  code: string,
  issuer: string,
): DocumentType | undefined {
  if (format === 'td3') return code.startsWith('P') ? 'passport' : undefined;
  if (!/^[IAC]/.test(code) || code[1] === 'V') return undefined;
  // The European Union's uniform format; and the green card.
  const isPermit = code[1] === 'R' || (code.startsWith('C') && issuer === 'USA');
  return isPermit ? 'residence_permit' : 'id_card';
}

/** Any other 990101 is of the last century or, far off, of the next. */
function isForLife(
  { format }: MrzLayout,
  field: (name: FieldName) => string,
  born: CivilDate | undefined,
  today: CivilDate,
): boolean {
  const age = ISSUES_FOR_LIFE[field('issuer')];
  if (format !== 'td1' || field('expiry') !== NEVER.printed || age === undefined) return false;
  if (typeOf({ format }, field('code'), field('issuer')) !== 'id_card') return false;
  return born !== undefined && addYears(born, age) <= today;
}

/** Its number begins with year and month of issue; it has no expiry date. The first of the month is the safe side. */
function oldFrenchExpiry(
  number: string,
  born: CivilDate | undefined,
  today: CivilDate,
): CivilDate | undefined {
  const issued = birthDate(`${number.slice(0, 4)}01`, today);
  if (issued === undefined || born === undefined) return undefined;
  const wasAdult = addYears(born, 18) <= issued;
  return addYears(issued, wasAdult && issued >= OLD_FRENCH_LONG_FROM ? 15 : 10);
}
