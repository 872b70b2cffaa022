// The stored state of a session's document step, and the rules for the step. Pure data; the logic
// is in document-step.ts.
import type { DocumentType } from '../../../../vision/documents/document-facts.ts';
import type { CommittedTake } from './take.ts';

export const DOCUMENT_FIELDS = ['name', 'birth_year', 'document_number_hash'] as const;
export type DocumentField = (typeof DOCUMENT_FIELDS)[number];

/** The document rules for a session that may request a document (D-91). */
export interface DocumentRules {
  allowed: readonly DocumentType[];
  /** Whether the session requests a document when the age estimate is inconclusive. */
  stepUp: boolean;
  /**
   * The fields that the customer receives (D-96), and the sealed key for hashing the document
   * number.
   */
  fields?: readonly DocumentField[];
  numberKey?: string;
}

/** The problems that a document step can report. */
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

/** An open attempt at the document step. */
export interface DocumentAttempt {
  nonce: string;
  uploads: number;
  /** When the attempt began; absent in attempts that predate takes (D-137). */
  sinceMs?: number;
  /** The take that the page has committed to. */
  take?: CommittedTake;
  /** The upload that is being read. */
  taken?: { hash: string; untilMs: number };
}

/** An upload, identified by the nonce of its attempt and the hash of its bytes. */
export interface AnsweredDocument {
  nonce: string;
  hash: string;
}

/** Facts about the document step, across all attempts. */
export interface DocumentStep {
  /** The number of failed attempts. */
  failures: number;
  /** The last upload that was answered; the page sends it again if the response was lost. */
  answered?: AnsweredDocument;
  /**
   * Whether at least one comparison of a portrait with the person's face was inconclusive because
   * the distance was between the two match limits.
   */
  hasDoubtfulPortrait: boolean;
}

export const NO_DOCUMENT: DocumentStep = { failures: 0, hasDoubtfulPortrait: false };
