// What a person is asked to agree to before the first picture, and what they agreed to. Pure. Who has to be asked once more
// is in machine.ts.
import { areFieldsShown } from '../document/document-fields.ts';
import type { DocumentField } from '../document/document-state.ts';
import { areFaceRulesShown } from '../face/face-rules.ts';
import type { FaceRules } from '../face/face-terms.ts';
import type { ConsentScope, SessionConsent } from './consent-state.ts';
import { asksForDocument, documentNeed, isFaceCheck, noteFunnel } from './machine.ts';
import type { SessionRecord } from './session.ts';

/** What the page showed. A member that is absent is of a page from before it was shown. */
export interface ShownConsent {
  /** A version of the privacy notice. */
  notice?: string;
  /** What was named: pictures of the face, of a document. */
  scopes?: readonly ConsentScope[];
  /** What its customer receives of a document. */
  fields?: readonly DocumentField[];
  /** What its customer does with the face. */
  faces?: FaceRules;
}

/** Everything of which this session may ask for pictures, also where it seldom does. */
export const scopesOf = (record: SessionRecord): readonly ConsentScope[] =>
  documentNeed(record) === undefined ? ['face'] : ['face', 'document'];

/** Whether the page showed what this session asks for. */
export function isAsked(record: SessionRecord, shown: ShownConsent): boolean {
  const { notice, scopes = scopesOf(record), fields, faces } = shown;
  // Version and time go with a template: without them there is none.
  if (isFaceCheck(record) && notice === undefined) return false;
  const asked = scopesOf(record);
  const isNamed = asked.length === scopes.length && asked.every((one) => scopes.includes(one));
  return isNamed && areFieldsShown(record, fields) && areFaceRulesShown(record, faces);
}

/** Pages from before scopes named documents only where their step was ahead already. */
const scopesOfOld = (record: SessionRecord): readonly ConsentScope[] =>
  asksForDocument(record) ? ['face', 'document'] : ['face'];

/** @param shown as `isAsked` */
export function agreedTo(
  record: SessionRecord,
  { notice, scopes, fields = [], faces }: ShownConsent,
  nowMs: number,
): SessionConsent {
  const named = scopes === undefined ? scopesOfOld(record) : scopesOf(record);
  const agreed = { atMs: nowMs, scopes: named };
  if (notice === undefined) return agreed;
  const receives = fields.length > 0 && { fields };
  return { ...agreed, notice, ...receives, ...(faces && { faces }) };
}

/** @param record with the consent that it was given now */
export function noteConsent(record: SessionRecord, nowMs: number): SessionRecord {
  const { notice, scopes = [] } = record.consent ?? {};
  const noted = noteFunnel(record, 'consent', nowMs, record, notice);
  return scopes.includes('document')
    ? noteFunnel(noted, 'document_consent', nowMs, record, notice)
    : noted;
}
