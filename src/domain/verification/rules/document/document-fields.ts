// The document fields that a customer may receive (D-96): how they are selected, and how their
// values are derived from the document's code. Pure. domain/verification/document-fields.ts
// encrypts them.
import type {
  DocumentFacts,
  DocumentReading,
} from '../../../../vision/documents/document-facts.ts';
import { isAtStep } from '../session/state.ts';
import type { DocumentRules, DocumentField } from './document-state.ts';
import type { SessionRecord } from '../session/session.ts';

/** The fields in the form that the customer receives. */
export interface DocumentFieldValues {
  /** Given names and surname, in capitals as in the code, which truncates long names. */
  name?: string;
  birth_year?: number;
  /** The hash of the document number, 64 hex digits. */
  document_number_hash?: string;
}

/**
 * Whether the page displayed the fields that this session requests.
 * @param shown absent for a page that predates document fields, which is accepted
 */
export const areFieldsShown = (
  { offer: { documents } }: SessionRecord,
  shown: readonly DocumentField[] | undefined,
): boolean => {
  const asked = documents?.fields ?? [];
  return shown === undefined || [...asked].toSorted().join() === [...shown].toSorted().join();
};

/**
 * Returns the fields that are kept when a document passes: only those that the person agreed to in
 * this session.
 */
export const agreedFields = ({ consent }: SessionRecord): readonly DocumentField[] =>
  consent?.fields ?? [];

/**
 * Returns the fields of a test session. If the session is settled without consent, these are the
 * fields that it would have requested.
 */
export const fieldsOfTest = ({ consent, offer }: SessionRecord): readonly DocumentField[] =>
  (consent?.notice === undefined ? offer.documents?.fields : consent.fields) ?? [];

/**
 * Whether a session keeps its document fields: it succeeded, or a reviewer may still approve it.
 */
export const mayHaveFields = (record: SessionRecord): boolean =>
  record.state.status === 'success' ||
  record.state.status === 'pending_tenant_review' ||
  isAtStep(record, 'review');

/**
 * Returns the facts from the first successful reading. The readings of a document that passed can
 * differ only in the names (document.ts).
 */
export const factsOf = (readings: readonly DocumentReading[]): DocumentFacts | undefined =>
  readings.flatMap((one) => (one.ok ? [one.facts] : []))[0];

/**
 * Returns the text that is hashed in place of a document number. It includes the kind and the
 * country, because documents of two countries, or of two kinds, may have the same number.
 */
export const numberText = ({ type, country, number }: DocumentFacts): string =>
  [type, country ?? '', number].join(' ');

/** @param numberHash the hash of `numberText` */
export function valuesOf(
  { givenNames, surname, birthDate }: DocumentFacts,
  fields: readonly DocumentField[],
  numberHash: string | undefined,
): DocumentFieldValues {
  return {
    ...(fields.includes('name') && { name: `${givenNames} ${surname}`.trim() }),
    ...(fields.includes('birth_year') && { birth_year: Number(birthDate.slice(0, 4)) }),
    ...(fields.includes('document_number_hash') &&
      numberHash !== undefined && { document_number_hash: numberHash }),
  };
}

/** A fictitious document, from ICAO's own specimen, for settled test sessions. */
export const SPECIMEN: DocumentFacts = {
  type: 'passport',
  number: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate: '2012-04-15',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
};

/**
 * Returns the document rules for a purpose. An age check never has document fields, regardless of
 * the settings.
 */
export function rulesFor(purpose: string, settings: DocumentRules): DocumentRules {
  const { fields = [], numberKey, ...rules } = settings;
  if (purpose !== 'id_verification' || fields.length === 0) return rules;
  const isHashed = numberKey !== undefined && fields.includes('document_number_hash');
  return { ...rules, fields, ...(isHashed && { numberKey }) };
}
