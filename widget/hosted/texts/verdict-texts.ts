// The texts for the end of a session, as pure data. The compiler checks that every reason has an
// entry and that every text exists.
import type { VerdictReason } from '../../../src/domain/verification/rules/session/reasons.ts';
import type { SessionView } from '../requests/wire.ts';

type Outcome = NonNullable<SessionView['outcome']>;

/** Whether a reason has its own texts; otherwise the page shows the plain outcome. */
const HAS_TEXTS = {
  age_below_threshold: true,
  age_inconclusive: true,
  liveness_failed: true,
  liveness_inconclusive: true,
  face_not_detected: true,
  not_same_person: true,
  attempts_exceeded: true,
  document_rejected: true,
  document_expired: true,
  dob_unreadable: true,
  front_not_a_document: false,
  front_unclear: false,
  wallet_untrusted: false,
  wallet_expired: false,
  wallet_not_accepted: false,
  pass_spent: false,
  face_mismatch: true,
  assistance_needed: true,
  blacklist_match: false,
  test_mode: false,
} as const satisfies Record<VerdictReason, boolean>;
type ExplainedReason = {
  [R in VerdictReason]: (typeof HAS_TEXTS)[R] extends true ? R : never;
}[VerdictReason];

/**
 * The reasons for ending a check without a finding about the visitor, who has then neither passed
 * nor failed.
 */
const UNDECIDED: readonly VerdictReason[] = [
  'age_inconclusive',
  'liveness_inconclusive',
  'document_rejected',
  'dob_unreadable',
  'wallet_untrusted',
  'wallet_expired',
  'wallet_not_accepted',
  'assistance_needed',
];

/** The reasons with their own texts. */
export const EXPLAINED_REASONS: readonly VerdictReason[] =
  Object.keys(HAS_TEXTS).filter(isExplained);

/**
 * @param outcome.asksForDocument whether the session asks for a document, in which case an age
 *   below the gate was read from the document rather than estimated
 * @returns the keys of the title and the text, the keys of the reason's own texts if it has any,
 *   the reason if this page knows it, and whether the check ended undecided
 */
export function verdictTexts({
  status,
  reason,
  asksForDocument = false,
}: Pick<Outcome, 'status'> & { reason?: string | undefined; asksForDocument?: boolean }) {
  const known = status === 'failed' && isVerdictReason(reason) ? reason : undefined;
  const told = isOfFront(known) ? 'document_rejected' : known;
  const isRead = known === 'age_below_threshold' && asksForDocument;
  return {
    title: `outcome.${status}.title` as const,
    text: `outcome.${status}.text` as const,
    ...(isExplained(told) && {
      own: {
        title: `reason.${told}.title` as const,
        text: isRead
          ? (`reason.${known}.text_document` as const)
          : (`reason.${told}.text` as const),
      },
    }),
    reason: known,
    isUndecided: UNDECIDED.some((one) => one === told),
  };
}

/**
 * Whether the reason concerns a document's front. The page has already explained after each attempt
 * what was wrong; at the end, it only states that the document could not be checked.
 */
const isOfFront = (reason: VerdictReason | undefined): boolean =>
  reason === 'front_not_a_document' || reason === 'front_unclear';

/**
 * Whether this page knows the reason: a test session may have any string as its reason, and a newer
 * server may add reasons.
 */
function isVerdictReason(reason: string | undefined): reason is VerdictReason {
  return reason !== undefined && Object.keys(HAS_TEXTS).includes(reason);
}

function isExplained(reason: string | undefined): reason is ExplainedReason {
  return isVerdictReason(reason) && HAS_TEXTS[reason];
}
