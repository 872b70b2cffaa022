// The stored state of a session's review (D-95). Pure data; the rules are in review.ts and
// review-decision.ts.

/** A customer's settings for reviews, as they were when the session began. */
export interface ReviewRules {
  /** Whether an approval needs two members. */
  secondPerson: boolean;
}

/** Reasons why a document check failed, which a human may overrule. */
export type ReviewReason =
  | 'face_mismatch'
  | 'document_rejected'
  | 'front_not_a_document'
  | 'front_unclear';

/** Evidence that a reviewer may request again. */
export const REPEATED_STEPS = ['document', 'movements'] as const;
export type RepeatedStep = (typeof REPEATED_STEPS)[number];

export interface Review {
  /** The reason that is used if the session ends without a decision. */
  reason: ReviewReason;
  /** How many times a review was offered, including this time. */
  round: number;
  /**
   * The number of times since this offer that the document was shown again because the page had
   * lost its pictures.
   */
  shown?: number;
  /**
   * The number of uploads in this round, which is limited because each upload costs processor time.
   */
  uploads: number;
  requestedAtMs?: number;
  /** The ids of the members who have approved. */
  approvedBy?: readonly number[];
  /** The decisions of members so far, over all rounds, oldest first. */
  decisions?: readonly PastDecision[];
  /** The last decision that was applied, of any kind. */
  lastDecision?: LastDecision;
  /** Evidence that the reviewer requested again. */
  again?: readonly RepeatedStep[];
  /** Whether the session's reviewers have been reminded. */
  isReminded?: true;
  /** Whether a reviewer's decision has settled the session. */
  isSettled?: true;
}

/** Identifies a decision, so that its call can be repeated if the first response was lost. */
interface LastDecision {
  /** The id of the member. */
  by: number;
  /** The decision as JSON. */
  decision: string;
}

/** A decision that did not settle the session. */
export interface PastDecision {
  round: number;
  decision: 'approve' | 'ask_again';
  /** The steps to repeat, for the decision `ask_again`. */
  steps?: readonly RepeatedStep[];
  /** The id of the member. */
  by: number;
  atMs: number;
}

/** Pictures that were stored for a reviewer. */
export interface KeptForReview {
  /** SHA-256 of each picture, base64url. */
  hashes: readonly string[];
  sinceMs: number;
  untilMs: number;
  droppedAtMs?: number;
}
