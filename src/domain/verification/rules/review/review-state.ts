// What a session keeps of its review (D-95). Pure data; the rules are review.ts and
// review-decision.ts.

/** How a customer's reviews go, as it was when the session began. */
export interface ReviewRules {
  /** An approval needs two members. */
  secondPerson: boolean;
}

/** Ends of a document check that a human may see otherwise. */
export type ReviewReason =
  | 'face_mismatch'
  | 'document_rejected'
  | 'front_not_a_document'
  | 'front_unclear';

/** What a human may ask to see again. */
export const REPEATED_STEPS = ['document', 'movements'] as const;
export type RepeatedStep = (typeof REPEATED_STEPS)[number];

export interface Review {
  /** How the session ends when nobody looks. */
  reason: ReviewReason;
  /** How often it was offered, with this time. */
  round: number;
  /** How often the document was taken again since then, because the page had lost its pictures. */
  shown?: number;
  /** Of this round: each costs processor time. */
  uploads: number;
  requestedAtMs?: number;
  /** Members who have approved: ids of staff. */
  approvedBy?: readonly number[];
  /** What members decided so far, of every round, the oldest first. */
  decisions?: readonly PastDecision[];
  /** The one that counted last, of whichever kind. */
  lastDecision?: LastDecision;
  /** What a human asked to see again. */
  again?: readonly RepeatedStep[];
  /** Its reviewers were reminded. */
  isReminded?: true;
  /** A human has decided. */
  isSettled?: true;
}

/** By which a repeat of it is known: its first answer may have been lost. */
interface LastDecision {
  /** Id of the member. */
  by: number;
  /** As JSON. */
  decision: string;
}

/** A decision that did not settle the session. */
export interface PastDecision {
  round: number;
  decision: 'approve' | 'ask_again';
  /** Of `ask_again`. */
  steps?: readonly RepeatedStep[];
  /** Id of the member. */
  by: number;
  atMs: number;
}

/** Pictures that were kept for a human to look at. */
export interface KeptForReview {
  /** SHA-256 of each, base64url. */
  hashes: readonly string[];
  sinceMs: number;
  untilMs: number;
  droppedAtMs?: number;
}
