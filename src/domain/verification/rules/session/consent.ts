// The terms that a person must agree to before the first picture, and the terms that they agreed
// to. Pure. machine.ts decides who must be asked again.
import { areFieldsShown } from '../document/document-fields.ts';
import type { DocumentField } from '../document/document-state.ts';
import { areFaceRulesShown } from '../face/face-rules.ts';
import type { FaceRules } from '../face/face-terms.ts';
import type { ConsentScope, SessionConsent } from './consent-state.ts';
import { asksForDocument, documentNeed, isFaceCheck, noteFunnel } from './machine.ts';
import type { SessionRecord } from './session.ts';

/** The terms that the page showed. A member is absent if the page predates it. */
export interface ShownConsent {
  /** The version of the privacy notice. */
  notice?: string;
  /** The scopes that the page listed: pictures of the face, and possibly of a document. */
  scopes?: readonly ConsentScope[];
  /** The document fields that the customer receives. */
  fields?: readonly DocumentField[];
  /** How the customer uses the face. */
  faces?: FaceRules;
}

/**
 * Returns all kinds of pictures that this session may request, even those that it rarely requests.
 */
export const scopesOf = (record: SessionRecord): readonly ConsentScope[] =>
  documentNeed(record) === undefined ? ['face'] : ['face', 'document'];

/** Whether the page showed the terms of this session. */
export function areTermsShown(record: SessionRecord, shown: ShownConsent): boolean {
  const { notice, scopes = scopesOf(record), fields, faces } = shown;
  // A face template is stored with the version of the notice and the time of the consent, so a face
  // check requires both.
  if (isFaceCheck(record) && notice === undefined) return false;
  const asked = scopesOf(record);
  const isNamed = asked.length === scopes.length && asked.every((one) => scopes.includes(one));
  return isNamed && areFieldsShown(record, fields) && areFaceRulesShown(record, faces);
}

/**
 * Returns the scopes for pages that predate scopes: these pages mentioned documents only if the
 * document step was already due.
 */
const scopesOfOld = (record: SessionRecord): readonly ConsentScope[] =>
  asksForDocument(record) ? ['face', 'document'] : ['face'];

/** @param shown terms for which `areTermsShown` holds */
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

/** @param record the record, with the consent that was just given */
export function noteConsent(record: SessionRecord, nowMs: number): SessionRecord {
  const { notice, scopes = [] } = record.consent ?? {};
  const noted = noteFunnel(record, 'consent', nowMs, record, notice);
  return scopes.includes('document')
    ? noteFunnel(noted, 'document_consent', nowMs, record, notice)
    : noted;
}
