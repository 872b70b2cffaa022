// A reviewer's decision about a session that is waiting for one (D-95). Pure.
import { apply } from '../session/machine.ts';
import type { VerdictReason } from '../session/reasons.ts';
import { REVIEW_MS } from './review.ts';
import type { PastDecision, RepeatedStep, Review, ReviewReason } from './review-state.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';
import type { SessionChecks } from '../session/state.ts';

/** The reasons that a reviewer can give for a rejection. */
export const REJECTIONS = [
  'face_mismatch',
  'document_rejected',
  'document_expired',
  'age_below_threshold',
] as const satisfies readonly VerdictReason[];
type Rejection = (typeof REJECTIONS)[number];

export type Decision =
  | { decision: 'approve' }
  /** If no reason is given, the reason why the review was offered is used. */
  | { decision: 'reject'; reason?: Rejection | undefined }
  | { decision: 'ask_again'; steps: readonly RepeatedStep[] };

/**
 * `decided`: the session is no longer waiting for a decision. `being_decided`: another decision is
 * still being applied. `second_person`: the same member has already approved. `asked_enough`: a
 * person who was asked twice is not asked a third time.
 */
export type DecisionRefusal = 'decided' | 'being_decided' | 'second_person' | 'asked_enough';

const MAX_ROUNDS = 3;

/** Returns the number of members who have to approve. */
export const approvalsNeeded = ({ offer }: SessionRecord): number =>
  offer.reviews?.secondPerson === true ? 2 : 1;

/**
 * @param by the id of the member
 * @returns undefined when the decision may be made
 */
export function whyNotDecided(
  record: SessionRecord,
  { decision }: Decision,
  by: number,
): DecisionRefusal | undefined {
  const { state, steps } = record;
  const { review } = steps;
  if (state.status !== 'pending_tenant_review' || review === undefined) return 'decided';
  if (decision === 'approve' && review.approvedBy?.includes(by) === true) return 'second_person';
  return decision === 'ask_again' && review.round >= MAX_ROUNDS ? 'asked_enough' : undefined;
}

/**
 * Applies the decision. One rejection is enough; an approval may require two members.
 * @returns undefined when whyNotDecided returns a reason
 */
export function decide(
  record: SessionRecord,
  decision: Decision,
  by: number,
  nowMs: number,
): SessionRecord | undefined {
  if (whyNotDecided(record, decision, by) !== undefined) return undefined;
  const decided = take(record, decision, by, nowMs);
  if (decided?.steps.review === undefined) return decided;
  const lastDecision = { by, decision: JSON.stringify(decision) };
  return withGroup(decided, 'steps', { review: { ...decided.steps.review, lastDecision } });
}

/**
 * Whether exactly this decision by this member has already been applied to the session, in which
 * case the call repeats an earlier call whose response was lost.
 */
export function isRepeatedDecision(
  { state, steps: { review } }: SessionRecord,
  decision: Decision,
  by: number,
): boolean {
  const last = review?.lastDecision;
  const isOver = review?.isSettled === true || state.status === 'awaiting_retake';
  return isOver && last?.by === by && last.decision === JSON.stringify(decision);
}

function take(
  record: SessionRecord,
  decision: Decision,
  by: number,
  nowMs: number,
): SessionRecord | undefined {
  switch (decision.decision) {
    case 'approve':
      return approve(record, by, nowMs);
    case 'reject':
      return reject(record, decision.reason, nowMs);
    case 'ask_again':
      return askAgain(record, decision.steps, nowMs, by);
  }
}

function approve(record: SessionRecord, by: number, nowMs: number): SessionRecord | undefined {
  const { request, steps } = record;
  const { review } = steps;
  if (review === undefined) return undefined;
  const approvedBy = [...(review.approvedBy ?? []), by];
  if (approvedBy.length < approvalsNeeded(record))
    return withGroup(record, 'steps', {
      review: {
        ...review,
        approvedBy,
        ...withDecision(review, { decision: 'approve', by, atMs: nowMs }),
      },
    });
  const isAged = request.gate !== undefined || request.thresholds !== undefined;
  const passed = { document: true, faceMatch: true, ...(isAged && { age: true }) };
  const settled = withGroup(record, 'steps', {
    review: { ...review, approvedBy, isSettled: true },
  });
  return apply(withGroup(settled, 'checks', passed), { type: 'approve' }, nowMs);
}

function reject(
  record: SessionRecord,
  reason: Rejection | ReviewReason | undefined = record.steps.review?.reason,
  nowMs: number,
): SessionRecord | undefined {
  const { review } = record.steps;
  if (review === undefined || reason === undefined) return undefined;
  const isAge = reason === 'age_below_threshold';
  const judged = isAge ? withStep(record, 'age', { isJudged: true }) : record;
  const settled = withGroup(judged, 'steps', { review: { ...review, isSettled: true } });
  return apply(withGroup(settled, 'checks', checksAfter(reason)), { type: 'fail' }, nowMs, reason);
}

function checksAfter(reason: Rejection | ReviewReason): SessionChecks {
  switch (reason) {
    case 'face_mismatch':
      return { document: true, faceMatch: false };
    case 'document_rejected':
    case 'document_expired':
    case 'front_not_a_document':
    case 'front_unclear':
      return { document: false };
    case 'age_below_threshold':
      return { document: true, age: false };
  }
}

const withDecision = (
  { decisions = [], round }: Review,
  decision: Omit<PastDecision, 'round'>,
): Pick<Review, 'decisions'> => ({ decisions: [...decisions, { round, ...decision }] });

/**
 * Asks the visitor for more evidence. The movements must always be repeated, because the evidence
 * about the face is deleted and the portrait has to be compared with a face.
 * @param by the id of the member; absent for the sandbox
 */
export function askAgain(
  record: SessionRecord,
  again: readonly RepeatedStep[],
  nowMs: number,
  by?: number,
): SessionRecord | undefined {
  const { review } = record.steps;
  if (review === undefined) return undefined;
  const { approvedBy: _approvals, requestedAtMs: _requested, shown: _shown, ...asked } = review;
  const noted =
    by === undefined
      ? {}
      : withDecision(review, { decision: 'ask_again', steps: again, by, atMs: nowMs });
  const repeated = withGroup(record, 'steps', { review: { ...asked, ...noted, again } });
  const next = apply(repeated, { type: 'ask_again' }, nowMs);
  return next && withGroup(next, 'times', { expiresAtMs: nowMs + REVIEW_MS });
}
