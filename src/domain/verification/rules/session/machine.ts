// The state machine of a verification: its transitions, and how they affect the record. Pure. The
// rules that trigger its events are in one file per step.
import { noteEvent, type FunnelName } from './funnel.ts';
import type { SessionReason, VerdictReason } from './reasons.ts';
import { type SessionProblem, type SessionRecord, withGroup } from './session.ts';
import type { SessionRequest } from '../opening/session-request.ts';
import {
  type SettledStatus,
  type State,
  isAtStep,
  isFinal,
  isPass,
  type Ended,
  type SessionChecks,
} from './state.ts';
import { METHODS, type Step, needsFace } from '../methods.ts';

export type Event =
  | { type: 'open' }
  | { type: 'pass_step' }
  | { type: 'retry_step' }
  | { type: 'repeat_liveness' }
  | { type: 'step_up' }
  | { type: 'choose_wallet' }
  | { type: 'choose_again' }
  | { type: 'offer_review' }
  | { type: 'show_again' }
  | { type: 'request_review' }
  | { type: 'approve' }
  | { type: 'ask_again' }
  | { type: 'resume' }
  | { type: 'fail' }
  | { type: 'change_device' }
  | { type: 'cancel' }
  | { type: 'expire' }
  | { type: 'settle'; outcome: SettledStatus }
  | { type: 'retake' };

/**
 * @param plan the steps of this session, in order; at least one
 * @returns the next state, or undefined when the event is not allowed in this state
 */
export function transition(state: State, event: Event, plan: readonly Step[]): State | undefined {
  switch (state.status) {
    case 'pending':
      return leavePending(event, plan);
    case 'in_progress':
      return leaveStep(state.step, event, plan);
    case 'pending_tenant_review':
      return leaveReview(event);
    case 'awaiting_retake':
      return leaveAwaiting(event, plan);
    case 'failed':
    case 'expired':
      return event.type === 'retake' ? { status: 'retaken', ended: state.status } : undefined;
    case 'success':
    case 'canceled':
    case 'retaken':
      return undefined;
  }
}

function leavePending(event: Event, plan: readonly Step[]): State | undefined {
  const first = plan[0];
  switch (event.type) {
    case 'open':
      return first === undefined ? undefined : { status: 'in_progress', step: first };
    case 'expire':
      return { status: 'expired' };
    case 'settle':
      return { status: event.outcome };
    case 'pass_step':
    case 'retry_step':
    case 'repeat_liveness':
    case 'step_up':
    case 'choose_wallet':
    case 'choose_again':
    case 'offer_review':
    case 'show_again':
    case 'request_review':
    case 'approve':
    case 'ask_again':
    case 'resume':
    case 'fail':
    case 'change_device':
    case 'cancel':
    case 'retake':
      return undefined;
  }
}

function leaveStep(step: Step, event: Event, plan: readonly Step[]): State | undefined {
  if (step === 'review') return leaveOffer(event, plan);
  if (step === 'wallet' && event.type === 'pass_step') return { status: 'success' };
  switch (event.type) {
    case 'pass_step': {
      const next = plan[plan.indexOf(step) + 1];
      return next === undefined ? { status: 'success' } : { status: 'in_progress', step: next };
    }
    case 'retry_step':
      return { status: 'in_progress', step };
    case 'repeat_liveness':
      return plan.includes('liveness') ? { status: 'in_progress', step: 'liveness' } : undefined;
    case 'step_up':
      return step === 'age' && plan.includes('document')
        ? { status: 'in_progress', step: 'document' }
        : undefined;
    case 'choose_wallet':
      return step === 'face' ? undefined : { status: 'in_progress', step: 'wallet' };
    case 'offer_review':
      return step === 'document' ? { status: 'in_progress', step: 'review' } : undefined;
    case 'choose_again':
    case 'change_device': {
      const [first] = plan;
      return first === undefined ? undefined : { status: 'in_progress', step: first };
    }
    case 'fail':
      return { status: 'failed' };
    case 'cancel':
      return { status: 'canceled' };
    case 'expire':
      return { status: 'expired' };
    case 'settle':
      return { status: event.outcome };
    case 'open':
    case 'show_again':
    case 'request_review':
    case 'approve':
    case 'ask_again':
    case 'resume':
    case 'retake':
      return undefined;
  }
}

/**
 * Transitions while a review is offered, before the session ends: the visitor may request the
 * review, or show the document again if its pictures were lost.
 */
function leaveOffer(event: Event, plan: readonly Step[]): State | undefined {
  if (event.type === 'show_again')
    return plan.includes('document') ? { status: 'in_progress', step: 'document' } : undefined;
  if (event.type === 'request_review') return { status: 'pending_tenant_review' };
  if (event.type === 'retry_step') return { status: 'in_progress', step: 'review' };
  return leaveWaiting(event);
}

function leaveReview(event: Event): State | undefined {
  if (event.type === 'approve') return { status: 'success' };
  return event.type === 'ask_again' ? { status: 'awaiting_retake' } : leaveWaiting(event);
}

/**
 * Transitions while a reviewer waits for more evidence: the open page resumes the session, or the
 * backend begins a new one.
 */
function leaveAwaiting(event: Event, plan: readonly Step[]): State | undefined {
  if (event.type === 'retake') return { status: 'retaken', ended: 'expired' };
  if (event.type !== 'resume') return leaveWaiting(event);
  return plan.includes('liveness') ? { status: 'in_progress', step: 'liveness' } : undefined;
}

function leaveWaiting(event: Event): State | undefined {
  if (event.type === 'fail') return { status: 'failed' };
  if (event.type === 'cancel') return { status: 'canceled' };
  return event.type === 'settle' ? { status: event.outcome } : undefined;
}

/**
 * Returns the steps of a session (D-91). If only a document is accepted but no Worker can read
 * documents, the only step is the consent. If the document step is due, movements that were already
 * made, on any device, are not repeated.
 */
function planSteps(record: SessionRecord): readonly Step[] {
  if (isFaceCheck(record)) return ['consent', 'liveness', 'face'];
  if (isByWalletAlone(record)) return METHODS.wallet.steps;
  if (!asksForDocument(record))
    return needsDocument(record.request) ? ['consent'] : ['consent', ...METHODS.face.steps];
  const isMoved = record.checks.liveness === true;
  return ['consent', ...METHODS.document.steps.filter((step) => step !== 'liveness' || !isMoved)];
}

/** Whether only a wallet or an earlier proof may decide the session. */
export const isByWalletAlone = ({ request, offer }: Pick<SessionRecord, 'request' | 'offer'>) =>
  request.accept?.byWalletAlone === true && offer.wallet !== undefined;

/**
 * Whether the document step is due; in mode `auto` this may be known only after the age estimate.
 */
export const asksForDocument = ({
  request,
  offer,
  steps,
}: Pick<SessionRecord, 'request' | 'offer'> & Partial<Pick<SessionRecord, 'steps'>>): boolean =>
  offer.documents !== undefined &&
  (needsDocument(request) ||
    steps?.age.isSteppedUp === true ||
    steps?.age.isDocumentChosen === true);

/** `will`: the document step is due. `may`: it is due if the age estimate is inconclusive. */
export type DocumentNeed = 'may' | 'will';

/**
 * Whether a document will or may be requested, for the information shown before the first picture.
 * @param record if `steps` is absent, the session is treated as just begun
 * @returns undefined when a document is never requested
 */
export function documentNeed(
  record: Pick<SessionRecord, 'request' | 'offer'> & Partial<Pick<SessionRecord, 'steps'>>,
): DocumentNeed | undefined {
  if (asksForDocument(record)) return 'will';
  return record.offer.documents?.stepUp === true ? 'may' : undefined;
}

/**
 * Whether the person has agreed to pictures of a document on the current device. Records that
 * predate scopes do not store this; their pages mentioned documents only if the request itself
 * required one.
 */
const agreesToDocument = ({
  consent,
  request,
}: Pick<SessionRecord, 'consent' | 'request'>): boolean =>
  consent?.scopes?.includes('document') ?? needsDocument(request);

/**
 * Inserts a consent step before the document step unless the person has agreed to pictures of a
 * document.
 */
const askFirst = (record: SessionRecord, state: State): State =>
  isAtStep({ state }, 'document') && !agreesToDocument(record)
    ? { status: 'in_progress', step: 'consent' }
    : state;

/** @returns the record with a consent step if one is needed; otherwise unchanged */
export function withConsentFirst(record: SessionRecord): SessionRecord {
  const state = askFirst(record, record.state);
  return state === record.state ? record : { ...record, state, current: {} };
}

/**
 * Whether the session is a face check, which requires a live person's face but does not judge an
 * age (face-check.ts).
 */
export const isFaceCheck = ({ request }: Pick<SessionRecord, 'request'>): boolean =>
  request.purpose === 'face_check';

export function needsDocument(request: Pick<SessionRequest, 'mode' | 'purpose'>): boolean {
  return request.mode === 'document' || request.purpose === 'id_verification';
}

/** @returns the record after the event, or undefined when the state machine does not allow it */
export function apply(
  record: SessionRecord,
  event: Event,
  nowMs: number,
  reason?: SessionReason,
): SessionRecord | undefined {
  const to = transition(record.state, event, planSteps(record));
  if (to === undefined) return undefined;
  const state = askFirst(record, to);
  const next = { ...dropKept(record, nowMs), current: {}, state };
  return isFinal(state) ? endAs(next, state, { where: record, nowMs, reason }) : next;
}

/** @param where the record that contains the step to which the end is attributed */
function endAs(
  record: SessionRecord,
  state: Ended,
  {
    where,
    nowMs,
    reason,
  }: { where: SessionRecord; nowMs: number; reason?: SessionReason | undefined },
): SessionRecord {
  const { shown: _ages, ...age } = record.steps.age;
  const { curves: _curves, bent: _bent, ...liveness } = record.steps.liveness;
  const end = { atMs: nowMs, ...(reason !== undefined && { reason }) };
  const ended = { ...record, state, steps: { ...record.steps, age, liveness }, end };
  return noteFunnel(ended, state.status === 'canceled' ? 'cancel' : 'verdict', nowMs, where);
}

/**
 * Fails the session of a blocked person. The person neither passes nor receives a review, because
 * reviewers do not see the blocked faces (D-100).
 * @param next the record as it would be for a person who is not blocked
 * @param record the record before the event
 */
export function refuseBlocked(
  next: SessionRecord,
  record: SessionRecord,
  nowMs: number,
): SessionRecord {
  if (!isPass(next.state)) return next;
  const reason = 'blacklist_match';
  const state = { status: 'failed' } as const;
  if (next.end !== undefined) return { ...next, state, end: { ...next.end, reason } };
  return endAs(next, state, { where: record, nowMs, reason });
}

/**
 * Records that the pictures for a reviewer are deleted, which happens whenever the wait for a
 * reviewer ends (objects/session/storage.ts).
 */
function dropKept(record: SessionRecord, nowMs: number): SessionRecord {
  if (record.state.status !== 'pending_tenant_review') return record;
  const kept = record.received.kept.map((one) => ({ droppedAtMs: nowMs, ...one }));
  return withGroup(record, 'received', { kept });
}

/** Ends the session because a check did not pass. */
export function failStep(
  record: SessionRecord,
  check: keyof SessionChecks,
  reason: VerdictReason,
  nowMs: number,
): SessionRecord | undefined {
  const failed = withGroup(record, 'checks', { [check]: false });
  return apply(failed, { type: 'fail' }, nowMs, reason);
}

/**
 * Repeats the current step.
 * @param problem the problem that the person can correct
 */
export function retryStep(
  record: SessionRecord,
  problem: SessionProblem,
  nowMs: number,
): SessionRecord | undefined {
  const next = apply(record, { type: 'retry_step' }, nowMs);
  return next && withGroup(next, 'current', { problem });
}

/**
 * Records how far the visitor got.
 * @param where the record that contains the step to which the event is attributed
 * @param notice the version of the notice, for a consent
 */
export function noteFunnel(
  record: SessionRecord,
  name: FunnelName,
  atMs: number,
  where: SessionRecord = record,
  notice?: string,
): SessionRecord {
  const said = notice === undefined ? {} : { notice };
  const at = where.state.status === 'in_progress' ? where.state.step : 'face';
  const step = at === 'face' ? {} : { step: at };
  return { ...record, funnel: noteEvent(record.funnel, { name, atMs, ...step, ...said }) };
}

/**
 * Whether the evidence about the face is still needed. Every picture step after the movements needs
 * it; the document step, for example, compares the portrait with the person who made the movements.
 * The evidence is therefore also kept during a consent step between the movements and the document,
 * for example after a phone has continued the session.
 */
export const needsEvidence = ({ checks, state }: SessionRecord): boolean =>
  state.status === 'in_progress' &&
  (needsFace(state.step) || (state.step === 'consent' && checks.liveness === true));
