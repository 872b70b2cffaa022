// Why a check ended as it did, in words for the customer's staff.
import type { Texts } from '../texts/languages.ts';

const KNOWN = [
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
  'attempts_exceeded',
  'blacklist_match',
  'assistance_needed',
  'test_mode',
] as const;

/** @param reason also one of a test session, which may be any text, or of a later version @returns that one as it is */
export function sayReason(reason: string, t: Texts): string {
  const known = KNOWN.find((each) => each === reason);
  return known === undefined ? reason : t(`reason.${known}`);
}
