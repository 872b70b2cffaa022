// Parses and validates a machine-readable zone: shape, characters, check digits, real dates, a
// known issuer. Pure. It never throws; if the text is unusable, the result contains the reason.
import { checkDigit } from './check-digit.ts';
import { addYears, birthDate, birthRange, type CivilDate, expiryDate } from './civil-date.ts';
import {
  type DocumentFault,
  type DocumentReading,
  type DocumentType,
  NEVER_EXPIRES,
} from './document-facts.ts';
import { issuerOf } from './issuers.ts';
import {
  CHARACTERS,
  type Check,
  classesOf,
  type FieldName,
  layoutOf,
  type MrzLayout,
  type ZoneSpan,
} from './mrz-layouts.ts';

/**
 * The date of issue from which an adult's old French card is valid for 15 years. Any other old
 * French card is valid for 10.
 */
const OLD_FRENCH_LONG_FROM = '2004-01-01';

/**
 * The zone's form of 01-01-9999, the date on Spanish and Italian cards that never expire; the zone
 * contains only two digits of the year.
 */
const YEAR_9999 = '990101';
/**
 * The values that other countries' cards contain in place of an expiry date if they never expire.
 */
const NO_DATES = ['<<<<<<', '999999', '000000'];
/**
 * The lowest age at which cards that never expire are issued: in Spain 70, and 30 for severely
 * disabled people (Real Decreto 1553/2005, article 6); in Italy 70, since July 2026; in Moldova 45.
 */
const ISSUES_FOR_LIFE: Readonly<Record<string, number>> = { ESP: 30, ITA: 70, MDA: 45 };
/**
 * The lowest age at which all other issuers are assumed to issue cards that never expire. At that
 * age, nobody gains anything by showing an expired card.
 */
const FOR_LIFE_FROM_AGE = 60;

/**
 * Document codes of residence permits that do not begin with I, A or C: Georgia's since 2025, and
 * Estonia's.
 */
const PERMITS_BY_ISSUER: Readonly<Record<string, string>> = { GEO: 'TR', EST: 'RP' };

/**
 * @param lines the lines as read; may be any strings
 * @param today today's date in the place where the document is shown
 */
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
  const range = birthRange(field('birth'), today);
  const born = range?.to;
  const expires =
    layout.format === 'old_french_id'
      ? oldFrenchExpiry(field('number'), born, today)
      : isForLife(layout, field, born, today)
        ? NEVER_EXPIRES
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
      ...(range && range.from !== born && { bornFrom: range.from }),
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

/**
 * Verifies a check digit, which may be missing only for an empty optional data field (ICAO 9303-4,
 * 4.2.2.2).
 */
function passes(lines: readonly string[], { name, at, over }: Check): boolean {
  const printed = lines[at.line]?.[at.index];
  const text = over.map((span) => textOf(lines, span)).join('');
  if (printed === '<') return name === 'optional' && /^<*$/.test(text);
  return printed === checkDigit(text);
}

/**
 * Returns the document number. A number of more than nine characters continues in the optional
 * data, followed by its check digit; the check digit's usual position then contains a filler (ICAO
 * 9303-5, 4.2.2.1 note j).
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

/**
 * Returns the type of the document. Codes that begin with I, A or C denote identity cards and other
 * cards; a V after that letter marks a visa (ICAO 9303-5, 4.2.2.1 note a; 9303-7).
 */
function typeOf(
  { format }: Pick<MrzLayout, 'format'>,
  code: string,
  issuer: string,
): DocumentType | undefined {
  if (format === 'td3') return code.startsWith('P') ? 'passport' : undefined;
  if (format === 'td1' && PERMITS_BY_ISSUER[issuer] === code) return 'residence_permit';
  if (!/^[IAC]/.test(code) || code[1] === 'V') return undefined;
  // The first condition matches the European Union's uniform format, the second the US green card.
  const isPermit = code[1] === 'R' || (code.startsWith('C') && issuer === 'USA');
  return isPermit ? 'residence_permit' : 'id_card';
}

/**
 * Returns whether a card never expires. Only identity cards can be valid indefinitely: passports
 * and permits are valid for a limited number of years everywhere.
 */
function isForLife(
  { format }: MrzLayout,
  field: (name: FieldName) => string,
  born: CivilDate | undefined,
  today: CivilDate,
): boolean {
  const [listed, printed] = [ISSUES_FOR_LIFE[field('issuer')], field('expiry')];
  const isPrinted = NO_DATES.includes(printed) || (printed === YEAR_9999 && listed !== undefined);
  if (format === 'td3' || !isPrinted) return false;
  const age = listed ?? FOR_LIFE_FROM_AGE;
  if (typeOf({ format }, field('code'), field('issuer')) !== 'id_card') return false;
  return born !== undefined && addYears(born, age) <= today;
}

/**
 * Computes when an old French card expires: it has no expiry date, but its number begins with the
 * year and month of issue. Counting from the first day of the month errs on the safe side.
 */
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
