// Parses the PDF417 code of a licence or card from the United States or Canada (AAMVA DL/ID Card
// Design Standard, annex D, versions 1 to 10). Pure. It never throws; if the text is unusable, the
// result contains the reason.
import { type CivilDate, eightDigitBirth, eightDigitDate } from './civil-date.ts';
import {
  type DocumentFacts,
  type DocumentFault,
  type DocumentReading,
  NEVER_EXPIRES,
} from './document-facts.ts';
import { isStripe, readStripe } from './stripe.ts';

/**
 * The header: `@`, three separators (which some issuers get wrong), the file type, the issuer, the
 * version and, from version 2 on, the issuer's own version.
 */
const HEADER = /^@[\p{Cc} ]{0,6}(?:ANSI ?|AAMVA ?)(\d{6})(\d{2})/u;
const ENTRY = /^([A-Z]{2})(\d{4})(\d{4})/;
const ELEMENT = /^(D[A-D][A-Z])(.*)$/;
/** An enhanced licence (EN) counts as a driving licence. */
const TYPES = { DL: 'drivers_license', EN: 'drivers_license', ID: 'id_card' } as const;
type CardType = keyof typeof TYPES;

/**
 * Jurisdiction codes as used in addresses (AAMVA D20): provinces and territories of Canada; states,
 * the federal district and territories of the United States.
 */
const CANADA = /^(AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)$/;
const UNITED_STATES =
  /^(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|AS|GU|MP|PR|VI)$/;

/**
 * @param text the barcode's text as read, including line feeds and separators; may be any string
 */
export function readAamva(text: string): DocumentReading {
  if (isStripe(text)) return readStripe(text);
  const header = HEADER.exec(text);
  if (!header) return { ok: false, faults: ['header'] };
  const [start, , version] = header;
  const entries = start.length + (Number(version) > 1 ? 2 : 0);
  const found = findSubfile(text, entries);
  if (!found) return { ok: false, faults: ['subfile'] };
  const elements = elementsOf(text.slice(found.from));
  const birth = eightDigitBirth(elements.get('DBB') ?? '');
  const expiry = expiryIn(elements);
  const [number, country] = [elements.get('DAQ') ?? '', countryOf(elements)];
  const faults: DocumentFault[] = [];
  if (number === '') faults.push('number');
  if (birth === undefined) faults.push('birth_date');
  if (expiry === undefined) faults.push('expiry_date');
  if (country === undefined) faults.push('country');
  if (faults.length > 0 || !birth || !expiry || !country) return { ok: false, faults };
  const facts: DocumentFacts = {
    type: TYPES[found.type],
    country,
    number,
    birthDate: birth.to,
    ...(birth.from !== birth.to && { bornFrom: birth.from }),
    expiryDate: expiry,
    surname: elements.get('DCS') ?? elements.get('DAB') ?? '',
    givenNames: elements.get('DAC') ?? elements.get('DCT') ?? '',
  };
  return { ok: true, facts };
}

interface Found {
  type: CardType;
  /** The index of the first element in the text. */
  from: number;
}

/**
 * Finds where the elements of the card's subfile begin. The lengths in the directory entries are
 * ignored because issuers miscount: a value that is cut by length instead of at its separator may
 * be wrong (a number that lost a character is a different number).
 * @param from index of the two digits that state the number of entries; the entries follow. Both
 *   the digits and the entries may be wrong
 */
function findSubfile(text: string, from: number): Found | undefined {
  const count = Math.min(9, Number(/^\d{2}/.exec(text.slice(from, from + 2))?.[0] ?? 0));
  let areEntries = false;
  let listed: CardType | undefined;
  for (let i = 0; i < count; i++) {
    const at = from + 2 + 10 * i;
    const [whole, type = '', offset = ''] = ENTRY.exec(text.slice(at, at + 10)) ?? [];
    areEntries ||= whole !== undefined;
    if (!isKnown(type)) continue;
    listed ??= type;
    const body = text.slice(Number(offset), Number(offset) + 5);
    if (body.startsWith(type) && ELEMENT.test(body.slice(2)))
      return { type, from: Number(offset) + 2 };
  }
  // The entries are valid, but none is for a licence or a card.
  if (areEntries && listed === undefined) return undefined;
  const rest = text.slice(from);
  const named = /(DL|EN|ID)(?=D[A-D][A-Z])/.exec(rest);
  const type = named?.[1] ?? '';
  if (named && isKnown(type)) return { type, from: from + named.index + type.length };
  const bare = /[\n\r\d](?=D[A-D][A-Z])/.exec(rest);
  return bare ? { type: listed ?? 'DL', from: from + bare.index + 1 } : undefined;
}

const isKnown = (type: string): type is CardType => Object.hasOwn(TYPES, type);

/**
 * Separates a subfile from the next, which begins with its type. Some issuers also end every
 * element with a carriage return, so a carriage return that precedes the name of an element is
 * ignored.
 */
const NEXT_SUBFILE = /\r(?!D[A-D][A-Z])[A-Z]{2}/;

/**
 * Returns the elements by name. If several have the same name, the first one is used.
 * @param from the text starting at the first element, including whatever follows the subfile
 */
function elementsOf(from: string): Map<string, string> {
  const elements = new Map<string, string>();
  const [body = ''] = from.split(NEXT_SUBFILE, 1);
  for (const line of body.split(/[\n\r]+/)) {
    const [, name, value] = ELEMENT.exec(line) ?? [];
    if (name !== undefined && !elements.has(name)) elements.set(name, (value ?? '').trim());
  }
  return elements;
}

/**
 * Values that some states encode instead of an expiry date on cards that never expire, such as
 * those of older people and soldiers: an empty value, nines, zeros, a day in the year 9999, or a
 * word.
 */
const NEVER = /^(|9{8}|0{8}|\d{4}9999|9999\d{4}|NONE|NEVER|INDEF\w*|N\/?A|NON?[ -]?EXP\w*)$/i;

/**
 * @returns undefined for a value that is neither a date nor a form of "never", which means that it
 *   was misread
 */
function expiryIn(elements: ReadonlyMap<string, string>): CivilDate | undefined {
  const printed = elements.get('DBA') ?? '';
  return NEVER.test(printed) ? NEVER_EXPIRES : eightDigitDate(printed);
}

/**
 * Returns the country that issued the card. Version 1 has no element for the country, so the state
 * or province of the address determines it. Territories of the United States count as the United
 * States. Licences of Mexican states, which use the same standard, are not read.
 */
function countryOf(elements: ReadonlyMap<string, string>): string | undefined {
  const named = elements.get('DCG');
  if (named === 'USA') return 'US';
  if (named === 'CAN') return 'CA';
  if (named !== undefined && named !== '') return undefined;
  const region = elements.get('DAJ') ?? '';
  if (CANADA.test(region)) return 'CA';
  return UNITED_STATES.test(region) ? 'US' : undefined;
}
