// What the PDF417 code of a licence or card of the United States or Canada says (AAMVA DL/ID Card Design Standard,
// annex D, versions 1 to 10). Pure; of a text it cannot use it says why, and never throws.
import { type CivilDate, eightDigitDate } from './civil-date.ts';
import type { DocumentFacts, DocumentFault, DocumentReading } from './document-facts.ts';

/** `@`, three separators that some issuers get wrong, file type, issuer, version, from version 2 on issuer's version. */
const HEADER = /^@[\p{Cc} ]{0,4}(?:ANSI |AAMVA)(\d{6})(\d{2})/u;
const ENTRY = /^([A-Z]{2})(\d{4})(\d{4})/;
const ELEMENT = /^(D[A-D][A-Z])(.*)$/;
/** An enhanced licence is one too. */
const TYPES = { DL: 'drivers_license', EN: 'drivers_license', ID: 'id_card' } as const;

type Subfile = { type: keyof typeof TYPES; offset: number; length: number };

/** Jurisdictions as addresses name them (AAMVA D20): provinces and territories; states, the district, territories. */
const CANADA = /^(AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)$/;
const UNITED_STATES =
  /^(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|AS|GU|MP|PR|VI)$/;

/** @param text as the barcode has it, line feeds and separators included; any string */
export function readAamva(text: string): DocumentReading {
  const header = HEADER.exec(text);
  if (!header) return { ok: false, faults: ['header'] };
  const [start, , version] = header;
  const entries = start.length + (Number(version) > 1 ? 2 : 0);
  const subfile = findSubfile(text, entries);
  if (!subfile) return { ok: false, faults: ['subfile'] };
  const elements = elementsOf(bodyOf(text, subfile));
  const [birth, expiry] = [dateIn(elements, 'DBB'), dateIn(elements, 'DBA')];
  const [number, country] = [elements.get('DAQ') ?? '', countryOf(elements)];
  const faults: DocumentFault[] = [];
  if (number === '') faults.push('number');
  if (birth === undefined) faults.push('birth_date');
  if (expiry === undefined) faults.push('expiry_date');
  if (country === undefined) faults.push('country');
  if (faults.length > 0 || !birth || !expiry || !country) return { ok: false, faults };
  const facts: DocumentFacts = {
    type: TYPES[subfile.type],
    country,
    number,
    birthDate: birth,
    expiryDate: expiry,
    surname: elements.get('DCS') ?? elements.get('DAB') ?? '',
    givenNames: elements.get('DAC') ?? elements.get('DCT') ?? '',
  };
  return { ok: true, facts };
}

/** @param from where the number of entries is, two digits, and behind it the entries */
function findSubfile(text: string, from: number): Subfile | undefined {
  const count = Math.min(9, Number(/^\d{2}/.exec(text.slice(from, from + 2))?.[0] ?? 0));
  for (let i = 0; i < count; i++) {
    const at = from + 2 + 10 * i;
    const [, type = '', offset, length] = ENTRY.exec(text.slice(at, at + 10)) ?? [];
    if (isKnown(type)) return { type, offset: Number(offset), length: Number(length) };
  }
  return undefined;
}

const isKnown = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type);

/** Some issuers count wrongly: then from the subfile's own name to the end of its segment. */
function bodyOf(text: string, { type, offset, length }: Subfile): string {
  const counted = text.slice(offset, offset + length);
  if (counted.startsWith(type)) return counted.slice(2);
  // Behind the entry, which has the name too.
  const named = text.search(new RegExp(`${type}D[A-D][A-Z]`));
  return named < 0 ? '' : (text.slice(named + 2).split('\r', 1)[0] ?? '');
}

/** The first of each name counts. */
function elementsOf(body: string): Map<string, string> {
  const elements = new Map<string, string>();
  for (const line of body.split(/[\n\r]+/)) {
    const [, name, value] = ELEMENT.exec(line) ?? [];
    if (name !== undefined && !elements.has(name)) elements.set(name, (value ?? '').trim());
  }
  return elements;
}

function dateIn(elements: ReadonlyMap<string, string>, name: string): CivilDate | undefined {
  return eightDigitDate(elements.get(name) ?? '');
}

/**
 * Where the card was issued. Version 1 has only the state or province of the address; the territories of the United States
 * issue as such. Mexican states use the same standard, and their licences are not read.
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
