// Dates as printed on documents: six digits without a century, or eight with one.

/** A day of the Gregorian calendar, `YYYY-MM-DD`. Dates can be compared as strings. */
export type CivilDate = string;

/** @returns undefined when no such day exists between 1900 and 2149 */
export function civilDate(year: number, month: number, day: number): CivilDate | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 && year < 2150 ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * Completes a birth date without a century: the result is the latest matching day that is not in
 * the future (ICAO 9303-3, 4.8). A person over 99 therefore counts as a child, but no child is
 * mistaken for a person over 99.
 * @param yymmdd six digits; for anything else, such as `<<` for an unknown day, the result is
 *   undefined
 */
export function birthDate(yymmdd: string, today: CivilDate): CivilDate | undefined {
  return datesOf(yymmdd, today).findLast((date) => date <= today);
}

/**
 * The first and last possible day of birth: a document may omit the day, or day and month, if they
 * are unknown.
 */
interface BirthRange {
  from: CivilDate;
  to: CivilDate;
}

/**
 * Completes a birth date as `birthDate` does, and also accepts a date whose day, or day and month,
 * are fillers or zeros (ICAO 9303-3, 4.8).
 * @returns undefined when the year is missing
 */
export function birthRange(yymmdd: string, today: CivilDate): BirthRange | undefined {
  const whole = birthDate(yymmdd, today);
  if (whole !== undefined) return { from: whole, to: whole };
  const [, year, month, day] = /^(\d\d)(\d\d|<<)([0-2]\d|3[01]|<<)$/.exec(yymmdd) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (!isUnknown(month) && !isUnknown(day)) return undefined;
  const first = isUnknown(month) ? '0101' : `${month}01`;
  const from = birthDate(`${year}${first}`, today);
  if (from === undefined) return undefined;
  return { from, to: isUnknown(month) ? endOfYear(from) : endOfMonth(from) };
}

const isUnknown = (part: string): boolean => part === '<<' || part === '00';

const endOfYear = (date: CivilDate): CivilDate => `${date.slice(0, 4)}-12-31`;

/** @returns the last day of the date's month */
export function endOfMonth(date: CivilDate): CivilDate {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * Completes an expiry date without a century: the result is the matching day nearest to today.
 * @param yymmdd see `birthDate`
 */
export function expiryDate(yymmdd: string, today: CivilDate): CivilDate | undefined {
  const distance = (date: CivilDate) => Math.abs(Date.parse(date) - Date.parse(today));
  return datesOf(yymmdd, today).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Returns the matching days in the previous, current and next century. */
function datesOf(yymmdd: string, today: CivilDate): CivilDate[] {
  if (!/^\d{6}$/.test(yymmdd)) return [];
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(yymmdd.slice(at, at + 2)));
  const century = 100 * Math.floor(Number(today.slice(0, 4)) / 100);
  return [-100, 0, 100].flatMap((shift) => civilDate(century + shift + year, month, day) ?? []);
}

/**
 * Accepts MMDDCCYY, as in the United States, and CCYYMMDD, as in Canada and in the first version of
 * the card design standard. No text fits both formats: years begin with 19, 20 or 21, and months
 * end at 12.
 */
export function eightDigitDate(text: string): CivilDate | undefined {
  if (!/^\d{8}$/.test(text)) return undefined;
  const number = (from: number, to: number) => Number(text.slice(from, to));
  return (
    civilDate(number(4, 8), number(0, 2), number(2, 4)) ??
    civilDate(number(0, 4), number(4, 6), number(6, 8))
  );
}

/**
 * Reads a birth date as `eightDigitDate` does, and also accepts a date whose day, or day and month,
 * are zeros.
 */
export function eightDigitBirth(text: string): BirthRange | undefined {
  const whole = eightDigitDate(text);
  if (whole !== undefined) return { from: whole, to: whole };
  const [, monthFirst, , year] = /^(\d\d)(00)((?:19|20)\d\d)$/.exec(text) ?? [];
  const [, yearFirst, monthSecond] = /^((?:19|20)\d\d)(\d\d)00$/.exec(text) ?? [];
  const month = monthFirst ?? monthSecond;
  const from = civilDate(Number(year ?? yearFirst), month === '00' ? 1 : Number(month), 1);
  if (from === undefined) return undefined;
  return { from, to: month === '00' ? endOfYear(from) : endOfMonth(from) };
}

/** Returns the same day the given number of years later; 29 February may become 1 March. */
export function addYears(date: CivilDate, years: number): CivilDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
}

/**
 * Returns the current day in a time zone: a person reaches an age at the start of the birthday in
 * that zone, and a document is valid to the end of its last day (D-142).
 * @param timeZone IANA name; an unknown name is treated as UTC
 */
export function dayIn(timeZone: string, nowMs: number): CivilDate {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(nowMs);
  try {
    return format(timeZone);
  } catch {
    return format('UTC');
  }
}
