// What a code of a document says, whichever code it is. All of it is what somebody printed: nothing here is proven.
import type { CivilDate } from './civil-date.ts';

/** As the result names them (spec 4.5). */
export const DOCUMENT_TYPES = [
  'passport',
  'id_card',
  'residence_permit',
  'drivers_license',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** As the expiry date of what never expires. */
export const NEVER_EXPIRES: CivilDate = '9999-01-01';

export interface DocumentFacts {
  type: DocumentType;
  /** ISO 3166-1 alpha-2; the United Nations and some others issue documents and have none. */
  country?: string;
  /** Without fillers. */
  number: string;
  /** Where the day, or day and month, are not known: the last day that it can be. */
  birthDate: CivilDate;
  /** The first day that it can be; absent where the day is known. */
  bornFrom?: CivilDate;
  /** Of a document that never expires: the first day of the year 9999. */
  expiryDate: CivilDate;
  /** In capitals, as the code has them; cut where the code is too short, so for display only. */
  surname: string;
  givenNames: string;
}

/**
 * Why a code cannot be used. `shape`, `characters`, `kind` (a visa, say), `issuer`, `optional_check`, `whole_check` are of
 * machine-readable zones; `header`, `subfile`, `country` of licences. `…_check`: the check digit is another.
 */
export type DocumentFault =
  | 'shape'
  | 'characters'
  | 'kind'
  | 'issuer'
  | 'header'
  | 'subfile'
  | 'country'
  | 'number'
  | 'birth_date'
  | 'expiry_date'
  | 'number_check'
  | 'birth_check'
  | 'expiry_check'
  | 'optional_check'
  | 'whole_check';

export type DocumentReading =
  | { ok: true; facts: DocumentFacts }
  | { ok: false; faults: readonly DocumentFault[] };
