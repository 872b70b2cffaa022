// Machine-readable zones for invented holders, with valid check digits, and barcode texts for their
// licences.
import { checkDigit } from '../../../src/vision/documents/check-digit.ts';

export interface Holder {
  surname: string;
  givenNames: string;
  /** The issuer's code, padded to three characters with `<`. */
  issuer: string;
  /** The birth date as `YYYY-MM-DD`. */
  birthDate: string;
  expiryDate: string;
  number: string;
  optional: string;
  /** An unspecified sex is a filler (ICAO 9303), or an X on cards that differ from the standard. */
  sex: 'F' | 'M' | 'X' | '<';
}

export type ZoneFormat = 'td1' | 'td2' | 'td3';

const filled = (text: string, length: number): string => text.padEnd(length, '<').slice(0, length);
const checked = (text: string): string => text + checkDigit(text);
const short = (date: string): string => date.slice(2).replaceAll('-', '');
const names = ({ surname, givenNames }: Holder): string =>
  `${surname}<<${givenNames}`.replaceAll(' ', '<');

/** Returns the lines of a TD3 zone (ICAO 9303-4, 4.2). */
function td3(holder: Holder): string[] {
  const number = checked(filled(holder.number, 9));
  const birth = checked(short(holder.birthDate));
  const expiry = checked(short(holder.expiryDate));
  const optional = filled(holder.optional, 14);
  const rest = expiry + optional + (holder.optional === '' ? '<' : checkDigit(optional));
  return [
    filled(`P<${holder.issuer}${names(holder)}`, 44),
    number + holder.issuer + birth + holder.sex + rest + checkDigit(number + birth + rest),
  ];
}

/** Returns the lines of a TD2 zone (ICAO 9303-6, 4.2). */
function td2(holder: Holder): string[] {
  const number = checked(filled(holder.number, 9));
  const birth = checked(short(holder.birthDate));
  const rest = checked(short(holder.expiryDate)) + filled(holder.optional, 7);
  return [
    filled(`I<${holder.issuer}${names(holder)}`, 36),
    number + holder.issuer + birth + holder.sex + rest + checkDigit(number + birth + rest),
  ];
}

/** Returns the lines of a TD1 zone (ICAO 9303-5, 4.2). */
function td1(holder: Holder): string[] {
  const upper = checked(filled(holder.number, 9)) + filled(holder.optional, 15);
  const birth = checked(short(holder.birthDate));
  const expiry = checked(short(holder.expiryDate));
  const more = filled('', 11);
  return [
    `I<${holder.issuer}${upper}`,
    birth + holder.sex + expiry + holder.issuer + more + checkDigit(upper + birth + expiry + more),
    filled(names(holder), 30),
  ];
}

export const zoneOf = (format: ZoneFormat, holder: Holder): string[] =>
  ({ td1, td2, td3 })[format](holder);

/** Returns the text in a licence's PDF417 barcode, version 10 (AAMVA 2020, annex D.12). */
export function licenceText(holder: Holder, type: 'DL' | 'ID' = 'DL'): string {
  const american = (date: string): string =>
    date.slice(5, 7) + date.slice(8, 10) + date.slice(0, 4);
  const elements = [
    `DAQ${holder.number}`,
    `DCS${holder.surname}`,
    'DDEN',
    `DAC${holder.givenNames.split(' ')[0]}`,
    'DDFN',
    `DAD${holder.givenNames.split(' ')[1] ?? 'NONE'}`,
    'DDGN',
    'DCAD',
    'DCBNONE',
    'DCDNONE',
    'DBD01152023',
    `DBB${american(holder.birthDate)}`,
    `DBA${american(holder.expiryDate)}`,
    `DBC${{ M: '1', F: '2', X: '9', '<': '9' }[holder.sex]}`,
    'DAU070 in',
    'DAYBRO',
    'DAG12 QUARRY STREET APT 5',
    'DAISPRINGFIELD',
    'DAJCA',
    'DAK958180000  ',
    `DCF01/15/2023${holder.number}/AAFD/27`,
    'DCGUSA',
    'DDAF',
    'DDB08292017',
    'DDD0',
  ];
  const body = `${type}${elements.join('\n')}\r`;
  const header = '@\n\x1e\rANSI 636014100001';
  const entry = (offset: number) => `${type}${String(offset).padStart(4, '0')}`;
  const offset = header.length + 10;
  return `${header}${entry(offset)}${String(body.length).padStart(4, '0')}${body}`;
}
