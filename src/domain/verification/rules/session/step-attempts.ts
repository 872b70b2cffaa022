// How attempts at liveness or age begin and fail, and when a document decides instead. A failure
// can be caused by the step itself, by its revealed pictures, or by a timeout. Pure.
import { apply, failStep, isFaceCheck, retryStep } from './machine.ts';
import { isAtStep } from './state.ts';
import type { LivenessProblem } from '../liveness/liveness-state.ts';
import type { VerdictReason } from './reasons.ts';
import { type SessionRecord, withGroup, withStep } from './session.ts';

export const MAX_LIVENESS_ATTEMPTS = 3;
export const MAX_AGE_ATTEMPTS = 2;

/**
 * Opens an attempt at the frontal pictures or the document if the current step requires one.
 * @param nonce random, 128 bits or more
 */
export function startAttempt(record: SessionRecord, nonce: string, nowMs: number): SessionRecord {
  if (isAtStep(record, 'document'))
    return withGroup(record, 'current', { document: { nonce, uploads: 0, sinceMs: nowMs } });
  const isFrontal = isAtStep(record, 'age') || isAtStep(record, 'face');
  return isFrontal
    ? withGroup(record, 'current', { frontal: { nonce, startedAtMs: nowMs } })
    : record;
}

/**
 * Fails an attempt at the movements. The session returns to the movements, even from the age step,
 * or fails if this was the last attempt.
 */
export function failLiveness(
  record: SessionRecord,
  problem: LivenessProblem,
  nowMs: number,
): SessionRecord | undefined {
  const { liveness } = record.steps;
  const faceNeverSeen = liveness.faceNeverSeen && problem === 'no_face';
  const failures = liveness.failures + 1;
  const judged = withGroup(record, 'checks', { liveness: false });
  const failed = withStep(judged, 'liveness', { failures, faceNeverSeen });
  if (failures < MAX_LIVENESS_ATTEMPTS) return repeatLiveness(failed, problem, nowMs);
  if (sawTwoPeople(record)) return failStep(failed, 'liveness', 'not_same_person', nowMs);
  return failStep(failed, 'liveness', reasonOf(problem, faceNeverSeen), nowMs);
}

function reasonOf(problem: LivenessProblem, faceNeverSeen: boolean): VerdictReason {
  if (problem === 'light_unclear') return 'liveness_inconclusive';
  return faceNeverSeen ? 'face_not_detected' : 'liveness_failed';
}

/**
 * Repeats the movements without counting an attempt.
 * @param problem the problem that the person can correct
 */
export function repeatLiveness(
  record: SessionRecord,
  problem: LivenessProblem,
  nowMs: number,
): SessionRecord | undefined {
  const next = apply(record, { type: 'repeat_liveness' }, nowMs);
  return next && withGroup(next, 'current', { problem });
}

/**
 * Fails an attempt at the age step or the face step. The two steps share a counter, because a
 * session has only one of them.
 * @param nextNonce the nonce of the next attempt, if there is one
 * @param problem the problem that the person can correct in the next attempt
 */
export function failAge(
  record: SessionRecord,
  nextNonce: string,
  nowMs: number,
  problem: 'age_unclear' | 'pictures_late' = 'age_unclear',
): SessionRecord | undefined {
  const failures = record.steps.age.failures + 1;
  const failed = withStep(record, 'age', { failures });
  if (failures >= MAX_AGE_ATTEMPTS) {
    const check = isFaceCheck(record) ? 'liveness' : 'age';
    if (sawTwoPeople(record)) return failStep(failed, check, 'not_same_person', nowMs);
    if (isFaceCheck(record)) return failStep(failed, check, 'liveness_failed', nowMs);
    return stepUp(failed, nextNonce, nowMs) ?? failStep(failed, 'age', 'age_inconclusive', nowMs);
  }
  const next = retryStep(failed, problem, nowMs);
  return next && startAttempt(next, nextNonce, nowMs);
}

/**
 * @returns undefined when the session does not allow a document to decide in place of the age
 *   estimate
 */
function stepUp(record: SessionRecord, nonce: string, nowMs: number): SessionRecord | undefined {
  if (record.offer.documents?.stepUp !== true) return undefined;
  const { shown: _ages, ...age } = record.steps.age;
  const steps = { ...record.steps, age: { ...age, isSteppedUp: true as const } };
  const next = apply({ ...record, steps }, { type: 'step_up' }, nowMs);
  return next && startAttempt(next, nonce, nowMs);
}

const sawTwoPeople = ({ signals }: SessionRecord): boolean =>
  signals.refusals.some(({ reason }) => reason === 'other_person');
