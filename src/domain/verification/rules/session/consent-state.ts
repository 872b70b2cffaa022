// What a person agreed to. Pure data; the rules are consent.ts and machine.ts.
import type { DocumentField } from '../document/document-state.ts';
import type { FaceRules } from '../face/face-terms.ts';

/** Of what pictures are sent and measured. */
export const CONSENT_SCOPES = ['face', 'document'] as const;
export type ConsentScope = (typeof CONSENT_SCOPES)[number];

/** The last consent that was given. A person who takes over on another device consents again. */
export interface SessionConsent {
  /** Version of the privacy notice; absent for a page from before there were versions. */
  notice?: string;
  atMs: number;
  /** Absent in records from before they were noted. */
  scopes?: readonly ConsentScope[];
  fields?: readonly DocumentField[];
  faces?: FaceRules;
}
