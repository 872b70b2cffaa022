// The content of a document's code, whatever the kind of code. The content is only printed, so
// nothing in it is proven.
import type { CivilDate } from './civil-date.ts';

/** The document types, by their names in the result (spec 4.5). */
export const DOCUMENT_TYPES = [
  'passport',
  'id_card',
  'residence_permit',
  'drivers_license',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The expiry date used for documents that never expire. */
export const NEVER_EXPIRES: CivilDate = '9999-01-01';

export interface DocumentFacts {
  type: DocumentType;
  /** ISO 3166-1 alpha-2; absent for issuers without a country code, such as the United Nations. */
  country?: string;
  /** The document number, without fillers. */
  number: string;
  /** The birth date; the last possible day if the day, or day and month, are unknown. */
  birthDate: CivilDate;
  /** The first possible day of birth; absent if the day is known. */
  bornFrom?: CivilDate;
  /** The expiry date; {@link NEVER_EXPIRES} for a document that never expires. */
  expiryDate: CivilDate;
  /** The surname in capitals, as in the code, which truncates long names; for display only. */
  surname: string;
  givenNames: string;
}

/**
 * Why a code cannot be used. `shape`, `characters`, `kind` (such as a visa), `issuer`,
 * `optional_check` and `whole_check` concern machine-readable zones; `header`, `subfile` and
 * `country` concern licences. `…_check`: a check digit does not match.
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
