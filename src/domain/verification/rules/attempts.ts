// What the evidence of one attempt does to a session: pass, another try, or the end. Pure.
import type { AgeSample } from '../../../engine/age-evidence.ts';
import { judgeAge } from './age.ts';
import { judgeLiveness, type LivenessVerdict } from './liveness.ts';
import type { PoseSample } from '../../../engine/challenge.ts';
import type { VerdictReason } from './reasons.ts';
import { assessCamera, worseBand, type CameraSignals } from './risk.ts';
import {
  apply,
  isAtStep,
  MAX_AGE_ATTEMPTS,
  MAX_CHALLENGES,
  MAX_LIVENESS_ATTEMPTS,
  noteFunnel,
  type Challenge,
  type Problem,
  type SessionRecord,
} from './session.ts';

/** Hands out a challenge; a session that fishes for challenges without answering them fails. */
export function issueChallenge(
  record: SessionRecord,
  challenge: Challenge,
): SessionRecord | undefined {
  if (!isAtStep(record, 'liveness')) return undefined;
  if (record.challengesIssued >= MAX_CHALLENGES)
    return endWith(record, 'attempts_exceeded', challenge.issuedAtMs, 'liveness');
  const noted = noteFunnel(record, 'liveness_start', challenge.issuedAtMs);
  return { ...noted, challenge, challengesIssued: record.challengesIssued + 1 };
}

export interface LivenessSubmission {
  challengeId: string;
  samples: readonly PoseSample[];
  signals?: CameraSignals | undefined;
  nowMs: number;
}

/** @returns undefined when the session waits for no liveness answer; an answer always uses up its challenge */
export function submitLiveness(
  before: SessionRecord,
  submission: LivenessSubmission,
): SessionRecord | undefined {
  if (!isAtStep(before, 'liveness')) return undefined;
  const { nowMs } = submission;
  const record = noteSignals(noteFunnel(before, 'liveness_end', nowMs), submission.signals);
  const verdict = judgeSubmission(record, submission);
  const checks = { ...record.checks, liveness: verdict.passed };
  if (verdict.passed) return apply({ ...record, checks }, { type: 'pass_step' }, nowMs);
  const faceNeverSeen = record.faceNeverSeen && verdict.problem === 'no_face';
  const failures = { ...record.failures, liveness: record.failures.liveness + 1 };
  const next = { ...record, faceNeverSeen, failures };
  if (failures.liveness >= MAX_LIVENESS_ATTEMPTS)
    return endWith(
      next,
      faceNeverSeen ? 'face_not_detected' : 'liveness_failed',
      nowMs,
      'liveness',
    );
  return retryWith(next, verdict.problem, nowMs);
}

/** A replayed, foreign or made-up challenge id is an attempt like any other, and a failed one. */
function judgeSubmission(record: SessionRecord, submission: LivenessSubmission): LivenessVerdict {
  const { challenge } = record;
  if (challenge === undefined || challenge.id !== submission.challengeId)
    return { passed: false, problem: 'not_accepted' };
  return judgeLiveness({
    actions: challenge.actions,
    samples: submission.samples,
    elapsedMs: submission.nowMs - challenge.issuedAtMs,
    lifetimeMs: challenge.lifetimeMs,
  });
}

/** Opens an age attempt; its nonce makes the evidence single-use. */
export function startAgeStep(record: SessionRecord, nonce: string, nowMs: number): SessionRecord {
  return isAtStep(record, 'age') ? { ...record, ageStep: { nonce, startedAtMs: nowMs } } : record;
}

export interface AgeSubmission {
  nonce: string;
  samples: readonly AgeSample[];
  signals?: CameraSignals | undefined;
  nowMs: number;
}

/** @returns undefined when the session waits for no age evidence or the nonce is not the current one */
export function submitAge(
  before: SessionRecord,
  submission: AgeSubmission,
): SessionRecord | undefined {
  const { nowMs } = submission;
  if (!isAtStep(before, 'age') || before.ageStep?.nonce !== submission.nonce) return undefined;
  const record = noteSignals(noteFunnel(before, 'age', nowMs), submission.signals);
  const { gate, thresholds = [] } = record.request;
  const evidence = {
    samples: submission.samples,
    marginYears: record.tenant.ageMarginYears,
    elapsedMs: nowMs - before.ageStep.startedAtMs,
  };
  switch (judgeAge({ ...evidence, gate: gate ?? thresholds[0] ?? 0 })) {
    case 'pass': {
      const met = thresholds.findLast((one) => judgeAge({ ...evidence, gate: one }) === 'pass');
      return apply(withAge(record, met), { type: 'pass_step' }, nowMs);
    }
    case 'fail':
      return endWith(record, 'age_below_threshold', nowMs, 'age');
    case 'inconclusive':
    case 'unusable': {
      const failures = { ...record.failures, age: record.failures.age + 1 };
      const next = { ...record, failures };
      if (failures.age >= MAX_AGE_ATTEMPTS) return endWith(next, 'age_inconclusive', nowMs, 'age');
      return retryWith(next, 'age_unclear', nowMs);
    }
  }
}

/** Signals raise the session's band; a page that sends none leaves it as it is. */
function noteSignals(record: SessionRecord, signals: CameraSignals | undefined): SessionRecord {
  return signals === undefined
    ? record
    : { ...record, risk: worseBand(record.risk, assessCamera(signals)) };
}

function withAge(record: SessionRecord, metThreshold: number | undefined): SessionRecord {
  const noted = metThreshold === undefined ? {} : { metThreshold };
  return { ...record, ...noted, checks: { ...record.checks, age: true } };
}

function retryWith(
  record: SessionRecord,
  problem: Problem,
  nowMs: number,
): SessionRecord | undefined {
  const next = apply(record, { type: 'retry_step' }, nowMs);
  return next === undefined ? undefined : { ...next, problem };
}

function endWith(
  record: SessionRecord,
  reason: VerdictReason,
  nowMs: number,
  step: 'liveness' | 'age',
): SessionRecord | undefined {
  const failed = { ...record, checks: { ...record.checks, [step]: false } };
  return apply(failed, { type: 'fail' }, nowMs, reason);
}
