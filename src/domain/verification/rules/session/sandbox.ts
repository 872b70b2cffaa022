// Test mode: settling a session without evidence, through the same state machine. Pure.
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

/** The outcome a test session takes when its link is opened, by the end of its user id (D-14). */
export function sandboxOutcome(userId: string | undefined): FinalStatus | undefined {
  const suffix = Object.keys(SUFFIXES).find((end) => userId?.endsWith(end));
  return suffix === undefined ? undefined : SUFFIXES[suffix as keyof typeof SUFFIXES];
}

/** Ends a user id for whom an age key answers (D-154). */
const BY_KEY = '+key';

/** As if an age key had answered. @returns undefined for another user id, and where no key would */
export function settleByKey(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { accept, gate, userId } = record.request;
  const bracket = gate === undefined ? undefined : AGE_BRACKETS.find((one) => one >= gate);
  if (userId?.endsWith(BY_KEY) !== true || bracket === undefined) return undefined;
  if (accept?.methods.includes('key') !== true) return undefined;
  const month = new Date(nowMs).toISOString().slice(0, 7);
  const proven = { bracket, passClass: 'standard', month, refills: false } as const;
  const shown = { ...record, steps: { ...record.steps, key: { shownAtMs: [], proven } } };
  return apply(shown, { type: 'settle', outcome: 'success' }, nowMs, 'test_mode');
}

/** @returns undefined when the session is settled already; else with the checks that would have led to that end */
export function settle(
  record: SessionRecord,
  outcome: SettledStatus,
  nowMs: number,
  reason: SessionReason = 'test_mode',
): SessionRecord | undefined {
  if (outcome === 'pending_tenant_review') return settleForReview(record, nowMs);
  if (outcome === 'awaiting_retake') return settleForRetake(record, nowMs);
  const why = reason === 'test_mode' ? usualReason(record) : reason;
  const checked = withGroup(record, 'checks', checksOf(record, outcome, why));
  const { wallet } = checked.checks;
  const verdict = wallet === undefined ? lightOf(outcome, why) : undefined;
  const settled = verdict === undefined ? checked : withReports(checked, verdict);
  const shown = wallet === true ? withSpecimen(settled) : settled;
  return apply(shown, { type: 'settle', outcome }, nowMs, reason);
}

/** What a wallet would have shown. */
function withSpecimen(record: SessionRecord): SessionRecord {
  const [credential] = record.offer.wallet?.credentials ?? [];
  if (credential === undefined) return record;
  const { refusals = 0 } = record.steps.wallet ?? {};
  return { ...record, steps: { ...record.steps, wallet: { refusals, proven: { credential } } } };
}

/** What the page's camera and its screen would have shown. */
function withReports(record: SessionRecord, verdict: LightVerdict): SessionRecord {
  const { measured } = record.offer;
  const light = measured === 'edge' && {
    light: { verdict, contradictions: 0 },
    lacksBetween: false,
  };
  const { camera = 'low' } = record.signals;
  return withGroup(record, 'signals', { camera, isCameraReported: true, ...light });
}

/** What a session fails for where no reason is given: the check that decides it. */
function usualReason(record: SessionRecord): SessionReason {
  if (needsDocument(record.request)) return 'document_rejected';
  if (isByWalletAlone(record)) return 'wallet_not_accepted';
  return isFaceCheck(record) ? 'liveness_failed' : 'age_below_threshold';
}

/** As after a portrait that shows somebody else. No picture was taken, so there is none to look at (D-95). */
function settleForReview(before: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { state, steps } = before;
  const { review: known } = steps;
  if (isFinal(state) || state.status === 'pending_tenant_review') return undefined;
  // Nobody looks at a face that is to be recognised, nor at what a wallet shows.
  if (isFaceCheck(before) || isByWalletAlone(before)) return undefined;
  const review = { reason: 'face_mismatch', round: (known?.round ?? 0) + 1, uploads: 0 } as const;
  const checks = { liveness: true, document: true, faceMatch: false };
  const decisions = known?.decisions && { decisions: known.decisions };
  const asked = { ...review, ...decisions, requestedAtMs: nowMs };
  const record = { ...before, checks, steps: { ...steps, review: asked } };
  const next = apply(record, { type: 'settle', outcome: 'pending_tenant_review' }, nowMs);
  return next && withGroup(next, 'times', { expiresAtMs: nowMs + REVIEW_MS });
}

/** As when a human then wants to see everything once more. */
function settleForRetake(before: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { status } = before.state;
  if (status === 'awaiting_retake') return undefined;
  const waiting = status === 'pending_tenant_review' ? before : settleForReview(before, nowMs);
  return waiting && askAgain(waiting, REPEATED_STEPS, nowMs);
}

/** What the light of the screen would have shown. */
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
  // Looked for in those alone who would pass otherwise (D-100).
  if (reason === 'blacklist_match') return checksOf(record, 'success', 'test_mode');
  if (needsDocument(record.request)) return checksWithDocument(record, outcome, reason);
  if (isFaceCheck(record)) return faceChecksOf(outcome, reason);
  if (isByWalletAlone(record) || isWalletReason(reason)) return walletChecksOf(outcome, reason);
  if (outcome === 'success') return { liveness: true, age: true };
  // Only a document has a portrait: the age was inconclusive before.
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

/** Of a session that a document decided (D-91). */
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
    // No age is estimated.
    case 'age':
    case 'test_mode':
    case 'other':
      return {};
  }
}
