// The reasons why a session ends. The list is closed in the code, so that the compiler checks every
// branch on a reason, and open on the wire (D-12): customers must accept reasons that a later
// version adds. Pure.

export const VERDICT_REASONS = [
  'age_below_threshold',
  'age_inconclusive',
  'liveness_failed',
  'liveness_inconclusive',
  'face_not_detected',
  'face_mismatch',
  'not_same_person',
  'document_rejected',
  'document_expired',
  'dob_unreadable',
  'front_not_a_document',
  'front_unclear',
  'wallet_untrusted',
  'wallet_expired',
  'wallet_not_accepted',
  'pass_spent',
  'attempts_exceeded',
  'blacklist_match',
  'assistance_needed',
  'test_mode',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

declare const isSandboxText: unique symbol;
/**
 * A text that the customer chose as the reason for a test session's result; the sandbox accepts any
 * text (D-14).
 */
type SandboxReason = string & { readonly [isSandboxText]: true };

/** The reason for a result; in a test session it may be any text. */
export type SessionReason = VerdictReason | SandboxReason;

export const isVerdictReason = (text: string): text is VerdictReason =>
  VERDICT_REASONS.some((known) => known === text);

/** @param text a text from a sandbox request, or from a stored session or list row */
export const parseReason = (text: string): SessionReason =>
  isVerdictReason(text) ? text : (text as SandboxReason);

export type CoarseReason = 'liveness' | 'age' | 'document' | 'test_mode' | 'other';

/**
 * Reduces a reason to what a caller with a publishable key may read. Publishable keys are public,
 * so the caller may learn which check ended the session, but not what the check measured.
 */
export function coarseReason(reason: SessionReason): CoarseReason {
  if (!isVerdictReason(reason)) return 'other';
  switch (reason) {
    case 'age_below_threshold':
    case 'age_inconclusive':
      return 'age';
    case 'liveness_failed':
    case 'liveness_inconclusive':
    case 'face_not_detected':
    case 'face_mismatch':
    case 'not_same_person':
      return 'liveness';
    case 'document_rejected':
    case 'document_expired':
    case 'dob_unreadable':
    case 'front_not_a_document':
    case 'front_unclear':
      return 'document';
    case 'test_mode':
      return 'test_mode';
    case 'wallet_untrusted':
    case 'wallet_expired':
    case 'wallet_not_accepted':
    case 'pass_spent':
    case 'attempts_exceeded':
    case 'blacklist_match':
    case 'assistance_needed':
      return 'other';
  }
}
