// Limits how many checks of one person may fail (D-55): defines the counter's data and which
// outcomes count. Pure. objects/attempt-count.ts stores one person's counter. A session begins an
// attempt with its first evidence and later reports how the attempt ended.
import { DAY_MS, MINUTE_MS } from '../../../../time/durations.ts';
import { apply } from './machine.ts';
import { finalStatus } from './state.ts';
import { isVerdictReason, type SessionReason, type VerdictReason } from './reasons.ts';
import type { SessionRecord } from './session.ts';
import type { AttemptLimit } from './visitor.ts';
import { residencyOf, storedResidency, type StoredResidency } from '../../../terms/residency.ts';

/**
 * The maximum number of failed checks of an account. For a customer's visitors, the maximum is a
 * setting.
 */
export const ACCOUNT_ATTEMPT_CAP = 3;

const WINDOW_MS = DAY_MS;
/**
 * How long an attempt that does not count is remembered. This is longer than any session lasts
 * without a review, so that no message about the attempt can arrive after it has been forgotten.
 */
const RELEASED_MS = 60 * MINUTE_MS;

/**
 * `begun`: the session has evidence, and the attempt counts unless the session reports a different
 * outcome. `failed`: the attempt counts. `last`: the attempt uses up all remaining attempts.
 * `released`: the attempt does not count.
 */
type AttemptState = 'begun' | 'failed' | 'last' | 'released';
type AttemptEnd = Exclude<AttemptState, 'begun'>;

interface Attempt {
  state: AttemptState;
  untilMs: number;
}

/** The attempts, by session id. */
export type Attempts = Readonly<Record<string, Attempt>>;

/** @returns the attempts that are still remembered */
export const currentAttempts = (attempts: Attempts, nowMs: number): Attempts =>
  Object.fromEntries(Object.entries(attempts).filter(([, { untilMs }]) => nowMs < untilMs));

/** @param attempts the current attempts */
export function areUsedUp(attempts: Attempts, cap: number): boolean {
  const counted = Object.values(attempts).filter(({ state }) => state !== 'released');
  return counted.length >= cap || counted.some(({ state }) => state === 'last');
}

/**
 * @returns the attempts, with one for this session added unless it is already there; undefined when
 *   the session has no attempt left
 */
export function beginAttempt(
  attempts: Attempts,
  sessionId: string,
  cap: number,
  nowMs: number,
): Attempts | undefined {
  if (attempts[sessionId] !== undefined) return attempts;
  if (areUsedUp(attempts, cap)) return undefined;
  return { ...attempts, [sessionId]: { state: 'begun', untilMs: nowMs + WINDOW_MS } };
}

/**
 * Records the end of a session's attempt even if its beginning has not been recorded, because the
 * two messages may arrive in either order.
 */
export function endAttempt(
  attempts: Attempts,
  sessionId: string,
  state: AttemptEnd,
  nowMs: number,
): Attempts {
  const lastsMs = state === 'released' ? RELEASED_MS : WINDOW_MS;
  return { ...attempts, [sessionId]: { state, untilMs: nowMs + lastsMs } };
}

/** The report that an ended session sends to the counter. */
export interface AttemptReport extends StoredResidency {
  of: string;
  sessionId: string;
  state: AttemptEnd;
}

/**
 * @param record a record in a final state
 * @returns undefined when this session need not be reported to the counter
 */
export function reportAttempt(record: SessionRecord): AttemptReport | undefined {
  const { id, end, steps, visitor } = record;
  const { attempts } = visitor;
  if (attempts === undefined) return undefined;
  const state = hasFailed(record) ? failureOf(attempts, end?.reason) : 'released';
  if (state === 'released' && steps.liveness.challengesIssued === 0) return undefined;
  const { of, ...limit } = attempts;
  return { of, sessionId: id, state, ...storedResidency(residencyOf(limit)) };
}

const failureOf = ({ endsAtBelow }: AttemptLimit, reason: SessionReason | undefined): AttemptEnd =>
  endsAtBelow && reason === 'age_below_threshold' ? 'last' : 'failed';

function hasFailed(record: SessionRecord): boolean {
  const { checks, end } = record;
  const reason = end?.reason;
  if (finalStatus(record) !== 'failed' || reason === undefined || !isVerdictReason(reason))
    return false;
  // A session whose own liveness check did not fail was refused because of attempts in other
  // sessions, and does not count as an attempt itself.
  if (reason === 'attempts_exceeded') return checks.liveness === false;
  return isCounted(reason);
}

/** Whether the reason means that a check of liveness, age or the face failed. */
function isCounted(reason: Exclude<VerdictReason, 'attempts_exceeded'>): boolean {
  switch (reason) {
    case 'age_below_threshold':
    case 'age_inconclusive':
    case 'liveness_failed':
    case 'liveness_inconclusive':
    case 'face_not_detected':
    case 'face_mismatch':
    case 'not_same_person':
      return true;
    case 'document_rejected':
    case 'document_expired':
    case 'dob_unreadable':
    case 'front_not_a_document':
    case 'front_unclear':
    case 'wallet_untrusted':
    case 'wallet_expired':
    case 'wallet_not_accepted':
    case 'pass_spent':
    case 'blacklist_match':
    case 'assistance_needed':
    case 'test_mode':
      return false;
  }
}

/** Ends a session that exceeds the limit on failed checks; none of its evidence is judged. */
export const refuseAttempt = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  finalStatus(record) === undefined
    ? apply(record, { type: 'fail' }, nowMs, 'attempts_exceeded')
    : undefined;
