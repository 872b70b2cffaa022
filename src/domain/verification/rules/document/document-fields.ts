// What of a document its customer may receive (D-96): which of it, and what the codes say. Pure. Encrypting it is
// domain/verification/document-fields.ts.
import type {
  DocumentFacts,
  DocumentReading,
} from '../../../../vision/documents/document-facts.ts';
import { isAtStep } from '../session/state.ts';
import type { DocumentRules, DocumentField } from './document-state.ts';
import type { SessionRecord } from '../session/session.ts';

/** As the customer receives it. */
export interface DocumentFieldValues {
  /** Given names and surname, in capitals, as the code has them: cut where the code is too short. */
  name?: string;
  birth_year?: number;
  /** 64 hex digits. */
  document_number_hash?: string;
}

/** Whether a page showed what this session asks for. @param shown absent: a page from before there were fields */
export const areFieldsShown = (
  { offer: { documents } }: SessionRecord,
  shown: readonly DocumentField[] | undefined,
): boolean => {
  const asked = documents?.fields ?? [];
  return shown === undefined || [...asked].toSorted().join() === [...shown].toSorted().join();
};

/** What is kept of a document that passes: nothing but what the person agreed to, in this session. */
export const agreedFields = ({ consent }: SessionRecord): readonly DocumentField[] =>
  consent?.fields ?? [];

/** Of a test session, which may be settled without a consent, what it would have been. */
export const fieldsOfTest = ({ consent, offer }: SessionRecord): readonly DocumentField[] =>
  (consent?.notice === undefined ? offer.documents?.fields : consent.fields) ?? [];

/** Whether a session keeps what was read: it succeeded, or a human may still say so. */
export const mayHaveFields = (record: SessionRecord): boolean =>
  record.state.status === 'success' ||
  record.state.status === 'pending_tenant_review' ||
  isAtStep(record, 'review');

/** Of several readings that agree in all but the names: those of the first. */
export const factsOf = (readings: readonly DocumentReading[]): DocumentFacts | undefined =>
  readings.flatMap((one) => (one.ok ? [one.facts] : []))[0];

/** What a number is hashed as: numbers of two states, or of two kinds, may be the same. */
export const numberText = ({ type, country, number }: DocumentFacts): string =>
  [type, country ?? '', number].join(' ');

/** @param numberHash of `numberText` */
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

/** A document of nobody, from ICAO's own specimen: for test sessions that are settled. */
export const SPECIMEN: DocumentFacts = {
  type: 'passport',
  number: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate: '2012-04-15',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
};

/** A check of an age never has fields, whatever the settings say. */
export function rulesFor(purpose: string, settings: DocumentRules): DocumentRules {
  const { fields = [], numberKey, ...rules } = settings;
  if (purpose !== 'id_verification' || fields.length === 0) return rules;
  const isHashed = numberKey !== undefined && fields.includes('document_number_hash');
  return { ...rules, fields, ...(isHashed && { numberKey }) };
}
