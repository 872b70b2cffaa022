// Which texts the end of a session shows. Data: the compiler requires an entry per reason, and the texts it names.
import type { SessionView, VerdictReason } from '../../src/routes/hosted/schemas.ts';

type Outcome = NonNullable<SessionView['outcome']>;

/** The beginning of the texts' keys. A reason without texts of its own reads as the plain outcome. */
const REASON_TEXTS = {
  age_below_threshold: 'reason.age_below_threshold',
  age_inconclusive: 'reason.age_inconclusive',
  liveness_failed: 'reason.liveness_failed',
  liveness_inconclusive: 'reason.liveness_inconclusive',
  face_not_detected: 'reason.face_not_detected',
  not_same_person: 'reason.not_same_person',
  attempts_exceeded: 'reason.attempts_exceeded',
  document_rejected: 'reason.document_rejected',
  document_expired: 'reason.document_expired',
  dob_unreadable: 'reason.dob_unreadable',
  face_mismatch: 'reason.face_mismatch',
  assistance_needed: 'reason.assistance_needed',
  blacklist_match: 'outcome.failed',
  test_mode: 'outcome.failed',
} as const satisfies Record<VerdictReason, `reason.${VerdictReason}` | 'outcome.failed'>;

/** The check says nothing about the person: to them it is neither passed nor failed. */
const UNDECIDED: readonly VerdictReason[] = [
  'age_inconclusive',
  'liveness_inconclusive',
  'document_rejected',
  'dob_unreadable',
  'assistance_needed',
];

/** The reasons that have texts of their own. */
export const EXPLAINED_REASONS: readonly VerdictReason[] = Object.keys(REASON_TEXTS)
  .filter(isVerdictReason)
  .filter((reason) => REASON_TEXTS[reason] !== 'outcome.failed');

/** @returns the beginning of the texts' keys, and the reason where this page knows it */
export function verdictTexts({ status, reason }: Pick<Outcome, 'status' | 'reason'>) {
  const known = status === 'failed' && isVerdictReason(reason) ? reason : undefined;
  return {
    key: known ? REASON_TEXTS[known] : (`outcome.${status}` as const),
    reason: known,
    isUndecided: UNDECIDED.some((one) => one === known),
  };
}

/** A test session may end for any text, and a newer server may add reasons. */
function isVerdictReason(reason: string | undefined): reason is VerdictReason {
  return reason !== undefined && Object.hasOwn(REASON_TEXTS, reason);
}
