// Parses the PDF417 code of British Columbia's cards: the three tracks of a magnetic stripe, one
// after another (AAMVA DL/ID Card Design Standard, annex F). Pure. It never throws; if the text is
// unusable, the result contains the reason.
import { addYears, type CivilDate, civilDate, endOfMonth, eightDigitDate } from './civil-date.ts';
import { type DocumentFault, type DocumentReading, NEVER_EXPIRES } from './document-facts.ts';

/** Track 1: province, city, names, address. */
const FIRST = /^%([A-Z]{2})([^^]{0,40})\^([^^]*)\^/;
/** Track 2: issuer, number, expiry as year and month, birth date. */
const SECOND = /;(\d{6})(\d{1,13})=(\d{4})(\d{8})/;
/** The issuer number of British Columbia (AAMVA). */
const ISSUER = '636028';

export const isStripe = (text: string): boolean => FIRST.test(text);

/**
 * Reads the code of a licence or an identity card. The province uses the same kind of code for
 * both, so both count as licences.
 * @param text the barcode's text as read; it may be any string
 */
export function readStripe(text: string): DocumentReading {
  const [, province, , names = ''] = FIRST.exec(text) ?? [];
  const [, issuer, number = '', expiry = '', born = ''] = SECOND.exec(text) ?? [];
  if (province !== 'BC' || issuer !== ISSUER) return { ok: false, faults: ['header'] };
  const birthDate = eightDigitDate(born);
  const expiryDate = birthDate && expiryOf(expiry, birthDate);
  const faults: DocumentFault[] = [];
  if (birthDate === undefined) faults.push('birth_date');
  else if (expiryDate === undefined) faults.push('expiry_date');
  if (birthDate === undefined || expiryDate === undefined) return { ok: false, faults };
  const [surname = '', givenNames = ''] = names.split('$', 2);
  return {
    ok: true,
    facts: {
      type: 'drivers_license',
      country: 'CA',
      number,
      birthDate,
      expiryDate,
      surname: surname.replace(/[, ]+$/, ''),
      givenNames: givenNames.trim(),
    },
  };
}

/**
 * Values that replace the month of expiry: the card never expires, expires at the end of the birth
 * month in the year after the given one, or expires on the birthday.
 */
const [NEVER, BIRTH_MONTH, BIRTHDAY] = ['77', '88', '99'];

/**
 * @param yymm a year and month of this century; a card that expires in the month of the birthday is
 *   valid until the birthday
 */
function expiryOf(yymm: string, born: CivilDate): CivilDate | undefined {
  const [year, month] = [2000 + Number(yymm.slice(0, 2)), yymm.slice(2)];
  const birthday = addYears(born, year - Number(born.slice(0, 4)));
  if (month === NEVER) return NEVER_EXPIRES;
  if (month === BIRTH_MONTH) return endOfMonth(addYears(birthday, 1));
  if (month === BIRTHDAY || month === born.slice(5, 7)) return birthday;
  const first = civilDate(year, Number(month), 1);
  return first && endOfMonth(first);
}
