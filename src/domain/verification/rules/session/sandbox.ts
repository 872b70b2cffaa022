// Test mode: settles a session without evidence, through the same state machine as any other
// session. Pure.
import { AGE_BRACKETS } from '../../../terms/age-bracket.ts';
import { apply, isByWalletAlone, isFaceCheck, needsDocument } from './machine.ts';
import { isFinal, type FinalStatus, type SettledStatus, type SessionChecks } from './state.ts';
import { REPEATED_STEPS } from '../review/review-state.ts';
import { REVIEW_MS } from '../review/review.ts';
import { askAgain } from '../review/review-decision.ts';
import { coarseReason, type CoarseReason, type SessionReason } from './reasons.ts';
import type { LightVerdict } from '../evidence/judge-light.ts';
import { type SessionRecord, withGroup } from './session.ts';

const SUFFIXES = {
  '+pass': 'success',
  '+fail': 'failed',
  '+cancel': 'canceled',
  '+expire': 'expired',
} as const;

/**
 * Returns the outcome that a test session has as soon as its link is opened. The suffix of its user
 * id determines the outcome (D-14).
 */
export function sandboxOutcome(userId: string | undefined): FinalStatus | undefined {
  const suffix = Object.keys(SUFFIXES).find((end) => userId?.endsWith(end));
  return suffix === undefined ? undefined : SUFFIXES[suffix as keyof typeof SUFFIXES];
}

/** The suffix of user ids whose test sessions are settled by an age key (D-154). */
const KEY_SUFFIX = '+key';

/**
 * Settles the session as if an age key had replaced its check.
 * @returns undefined when the user id does not end with KEY_SUFFIX, or when the session would not
 *   accept a key
 */
export function settleByKey(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { accept, gate, userId } = record.request;
  const bracket = gate === undefined ? undefined : AGE_BRACKETS.find((one) => one >= gate);
  if (userId?.endsWith(KEY_SUFFIX) !== true || bracket === undefined) return undefined;
  if (accept?.methods.includes('key') !== true) return undefined;
  const month = new Date(nowMs).toISOString().slice(0, 7);
  const proven = { bracket, passClass: 'standard', month, refills: false } as const;
  const shown = { ...record, steps: { ...record.steps, key: { shownAtMs: [], proven } } };
  return apply(shown, { type: 'settle', outcome: 'success' }, nowMs, 'test_mode');
}

/**
 * @returns the session with checks that match the outcome; undefined when the session is already
 *   settled
 */
export function settle(
  record: SessionRecord,
  outcome: SettledStatus,
  nowMs: number,
  reason: SessionReason = 'test_mode',
): SessionRecord | undefined {
  if (outcome === 'pending_tenant_review') return settleForReview(record, nowMs);
  if (outcome === 'awaiting_retake') return settleForRetake(record, nowMs);
  const why = reason === 'test_mode' ? defaultReason(record) : reason;
  const checked = withGroup(record, 'checks', checksOf(record, outcome, why));
  const { wallet } = checked.checks;
  const verdict = wallet === undefined ? lightOf(outcome, why) : undefined;
  const settled = verdict === undefined ? checked : withReports(checked, verdict);
  const shown = wallet === true ? withSpecimen(settled) : settled;
  return apply(shown, { type: 'settle', outcome }, nowMs, reason);
}

/** Adds the facts that a wallet would have presented. */
function withSpecimen(record: SessionRecord): SessionRecord {
  const [credential] = record.offer.wallet?.credentials ?? [];
  if (credential === undefined) return record;
  const { refusals = 0 } = record.steps.wallet ?? {};
  return { ...record, steps: { ...record.steps, wallet: { refusals, proven: { credential } } } };
}

/** Adds the reports that the page's camera and screen would have produced. */
function withReports(record: SessionRecord, verdict: LightVerdict): SessionRecord {
  const { measured } = record.offer;
  const light = measured === 'edge' && {
    light: { verdict, contradictions: 0 },
    lacksBetween: false,
    looksBent: false,
  };
  const { camera = 'low' } = record.signals;
  return withGroup(record, 'signals', { camera, isCameraReported: true, ...light });
}

/**
 * Returns the default reason for a failure, which depends on the check that decides the session.
 */
function defaultReason(record: SessionRecord): SessionReason {
  if (needsDocument(record.request)) return 'document_rejected';
  if (isByWalletAlone(record)) return 'wallet_not_accepted';
  return isFaceCheck(record) ? 'liveness_failed' : 'age_below_threshold';
}

/**
 * Settles the session as if the document's portrait showed a different person and a reviewer had to
 * decide. No picture was taken, so there is none for a reviewer to see (D-95).
 */
function settleForReview(before: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { state, steps } = before;
  const { review: known } = steps;
  if (isFinal(state) || state.status === 'pending_tenant_review') return undefined;
  // Face checks and wallet proofs are never reviewed.
  if (isFaceCheck(before) || isByWalletAlone(before)) return undefined;
  const review = { reason: 'face_mismatch', round: (known?.round ?? 0) + 1, uploads: 0 } as const;
  const checks = { liveness: true, document: true, faceMatch: false };
  const decisions = known?.decisions && { decisions: known.decisions };
  const asked = { ...review, ...decisions, requestedAtMs: nowMs };
  const record = { ...before, checks, steps: { ...steps, review: asked } };
  const next = apply(record, { type: 'settle', outcome: 'pending_tenant_review' }, nowMs);
  return next && withGroup(next, 'times', { expiresAtMs: nowMs + REVIEW_MS });
}

/** Settles the session as if a reviewer had requested all evidence again. */
function settleForRetake(before: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { status } = before.state;
  if (status === 'awaiting_retake') return undefined;
  const waiting = status === 'pending_tenant_review' ? before : settleForReview(before, nowMs);
  return waiting && askAgain(waiting, REPEATED_STEPS, nowMs);
}

/** Returns the verdict about the screen's light for an outcome. */
function lightOf(outcome: FinalStatus, reason: SessionReason): LightVerdict | undefined {
  if (reason === 'liveness_inconclusive') return 'cannot_tell';
  const after: readonly CoarseReason[] = ['age', 'document'];
  const isLive =
    outcome === 'success' ||
    reason === 'face_mismatch' ||
    reason === 'blacklist_match' ||
    after.includes(coarseReason(reason));
  return isLive ? 'answers' : undefined;
}

function checksOf(
  record: SessionRecord,
  outcome: FinalStatus,
  reason: SessionReason,
): SessionChecks {
  if (outcome !== 'success' && outcome !== 'failed') return {};
  // Only a person who would otherwise pass is compared with the blocked faces (D-100).
  if (reason === 'blacklist_match') return checksOf(record, 'success', 'test_mode');
  if (needsDocument(record.request)) return checksWithDocument(record, outcome, reason);
  if (isFaceCheck(record)) return faceChecksOf(outcome, reason);
  if (isByWalletAlone(record) || isWalletReason(reason)) return walletChecksOf(outcome, reason);
  if (outcome === 'success') return { liveness: true, age: true };
  // Only a document has a portrait, so a document must have been read after an inconclusive age
  // estimate.
  if (reason === 'face_mismatch') return checksWithDocument(record, outcome, reason);
  switch (coarseReason(reason)) {
    case 'liveness':
      return { liveness: false };
    case 'age':
      return { liveness: true, age: false };
    case 'document':
      return { liveness: true, document: false };
    case 'test_mode':
    case 'other':
      return {};
  }
}

function faceChecksOf(outcome: 'success' | 'failed', reason: SessionReason): SessionChecks {
  if (outcome === 'success') return { liveness: true };
  return coarseReason(reason) === 'liveness' ? { liveness: false } : {};
}

const isWalletReason = (reason: SessionReason): boolean =>
  reason === 'wallet_untrusted' || reason === 'wallet_expired' || reason === 'wallet_not_accepted';

function walletChecksOf(outcome: 'success' | 'failed', reason: SessionReason): SessionChecks {
  if (outcome === 'success') return { wallet: true, age: true };
  if (reason === 'age_below_threshold') return { wallet: true, age: false };
  return isWalletReason(reason) ? { wallet: false } : {};
}

/** Returns the checks of a session that a document decided (D-91). */
function checksWithDocument(
  { request }: SessionRecord,
  outcome: 'success' | 'failed',
  reason: SessionReason,
): SessionChecks {
  const isAged = request.gate !== undefined || request.thresholds !== undefined;
  if (outcome === 'success')
    return { liveness: true, document: true, faceMatch: true, ...(isAged && { age: true }) };
  if (reason === 'age_below_threshold') return { liveness: true, document: true, age: false };
  if (reason === 'face_mismatch') return { liveness: true, document: true, faceMatch: false };
  switch (coarseReason(reason)) {
    case 'liveness':
      return { liveness: false };
    case 'document':
      return { liveness: true, document: false };
    // A document decides the age, so no estimate can fail.
    case 'age':
    case 'test_mode':
    case 'other':
      return {};
  }
}
