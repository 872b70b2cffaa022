// A person's consent. Pure data; the rules are in consent.ts and machine.ts.
import type { DocumentField } from '../document/document-state.ts';
import type { FaceRules } from '../face/face-terms.ts';

/** The scopes of a consent: the kinds of pictures that are sent and measured. */
export const CONSENT_SCOPES = ['face', 'document'] as const;
export type ConsentScope = (typeof CONSENT_SCOPES)[number];

/** A person's latest consent. A person who continues on another device consents again. */
export interface SessionConsent {
  /** The version of the privacy notice; absent if the page predates versions. */
  notice?: string;
  atMs: number;
  /** The scopes of the consent; absent in records that predate scopes. */
  scopes?: readonly ConsentScope[];
  fields?: readonly DocumentField[];
  faces?: FaceRules;
}
