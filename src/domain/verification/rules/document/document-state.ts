// What a session keeps of its document step, and what decides over it. Pure data; the rules are
// document-step.ts.
import type { DocumentType } from '../../../../vision/documents/document-facts.ts';
import type { CommittedTake } from './take.ts';

export const DOCUMENT_FIELDS = ['name', 'birth_year', 'document_number_hash'] as const;
export type DocumentField = (typeof DOCUMENT_FIELDS)[number];

/** What a session that can ask for a document takes (D-91). */
export interface DocumentRules {
  allowed: readonly DocumentType[];
  /** Whether an age that stays inconclusive asks for one. */
  stepUp: boolean;
  /** What of it the customer receives (D-96), and the sealed key for hashes of its number. */
  fields?: readonly DocumentField[];
  numberKey?: string;
}

/** Of a document step. */
export type DocumentProblem =
  | 'document_unclear'
  | 'document_not_accepted'
  | 'document_expired'
  | 'document_birth_date'
  | 'document_not_live'
  | 'front_not_a_document'
  | 'front_unclear'
  | 'front_unread'
  | 'portrait_unclear'
  | 'portrait_differs';

/** An attempt that is open. */
export interface DocumentAttempt {
  nonce: string;
  uploads: number;
  /** When it began; absent in one from before takes were. */
  sinceMs?: number;
  /** What its page has committed itself to. */
  take?: CommittedTake;
  /** What is being read. */
  taken?: { hash: string; untilMs: number };
}

/** An upload by its attempt and its bytes. */
export interface AnsweredDocument {
  nonce: string;
  hash: string;
}

/** What is known of the document, over all attempts. */
export interface DocumentStep {
  /** Failed attempts. */
  failures: number;
  /** The attempt before, whose answer may have been lost on the way. */
  answered?: AnsweredDocument;
  /** A portrait was between the limits once. */
  hasDoubtfulPortrait: boolean;
}

export const NO_DOCUMENT: DocumentStep = { failures: 0, hasDoubtfulPortrait: false };
