// The age step: what a submission does to a session, and how an age gate is decided from several estimates of one
// face. Pure; the margin's reason is D-19.
import { median } from '../../../engine/median.ts';
import {
  type AgeSample,
  isFrontal,
  MIN_AGE_SAMPLES,
  MIN_AGE_SPAN_MS,
  MIN_FACE_SCORE,
} from '../../../engine/age-evidence.ts';
import { noteSignals, type CameraSignals } from './risk.ts';
import { apply, failStep, isAtStep, noteFunnel, retryStep } from './machine.ts';
import type { SessionRecord } from './session.ts';

/** What the page sends at the end of an age attempt. */
export interface AgeSubmission {
  /** Of this attempt: it makes the submission single-use. */
  nonce: string;
  samples: readonly AgeSample[];
  signals?: CameraSignals | undefined;
}

export const MAX_AGE_ATTEMPTS = 2;

/** Opens an age attempt if the session is at that step. @param nonce random, 128 bits or more */
export function startAgeStep(record: SessionRecord, nonce: string, nowMs: number): SessionRecord {
  return isAtStep(record, 'age') ? { ...record, ageStep: { nonce, startedAtMs: nowMs } } : record;
}

/**
 * @param nextNonce of the next attempt, should there be one
 * @returns undefined when the session is not at this step or the nonce is not the current one
 */
export function submitAge(
  before: SessionRecord,
  submission: AgeSubmission,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  if (!isAtStep(before, 'age') || before.ageStep?.nonce !== submission.nonce) return undefined;
  const record = noteSignals(noteFunnel(before, 'age', nowMs), submission.signals);
  const { gate, thresholds = [] } = record.request;
  const { ageMarginYears: marginYears } = record.tenant;
  const elapsedMs = nowMs - before.ageStep.startedAtMs;
  const judge = (asked: number): AgeVerdict =>
    judgeAge(submission.samples, { gate: asked, marginYears, elapsedMs });
  switch (judge(gate ?? thresholds[0] ?? 0)) {
    case 'pass': {
      const met = thresholds.findLast((one) => judge(one) === 'pass');
      return passAge(record, met, nowMs);
    }
    case 'fail':
      return failStep(record, 'age', 'age_below_threshold', nowMs);
    case 'inconclusive':
    case 'unusable': {
      const failures = { ...record.failures, age: record.failures.age + 1 };
      const failed = { ...record, failures };
      if (failures.age >= MAX_AGE_ATTEMPTS)
        return failStep(failed, 'age', 'age_inconclusive', nowMs);
      const next = retryStep(failed, 'age_unclear', nowMs);
      return next && startAgeStep(next, nextNonce, nowMs);
    }
  }
}

function passAge(
  record: SessionRecord,
  metThreshold: number | undefined,
  nowMs: number,
): SessionRecord | undefined {
  const noted = metThreshold === undefined ? {} : { metThreshold };
  const passed = { ...record, ...noted, checks: { ...record.checks, age: true } };
  return apply(passed, { type: 'pass_step' }, nowMs);
}

interface AgeGate {
  /** The age asked for, years. */
  gate: number;
  marginYears: number;
  /** Server time from the start of the step to receiving the samples. */
  elapsedMs: number;
}

/** `unusable`: too few samples, too fast, turned away or unsteady. `inconclusive`: too close to the gate. */
type AgeVerdict = 'pass' | 'fail' | 'inconclusive' | 'unusable';

/** Estimates of one still face spread by 1 to 3 years; above this a face moves, grimaces or changes. */
const MAX_SPREAD_YEARS = 8;
const CLOCK_SLACK_MS = 250;

/** Rule: pass when estimate − margin ≥ gate, fail when estimate + margin < gate, else inconclusive. */
export function judgeAge(
  samples: readonly AgeSample[],
  { gate, marginYears, elapsedMs }: AgeGate,
): AgeVerdict {
  const usable = samples.filter(isUsable);
  if (!isTimely(usable, elapsedMs)) return 'unusable';
  const ages = usable.map((sample) => sample.age);
  if (new Set(ages).size === 1) return 'unusable';
  const { centre, spread } = summarise(ages);
  if (spread > MAX_SPREAD_YEARS) return 'unusable';
  if (centre - marginYears >= gate) return 'pass';
  if (centre + marginYears < gate) return 'fail';
  return 'inconclusive';
}

/** Median, and spread as the scaled median absolute deviation (a standard deviation that ignores outliers). */
export function summarise(values: readonly number[]): { centre: number; spread: number } {
  const centre = median(values);
  const spread = 1.4826 * median(values.map((value) => Math.abs(value - centre)));
  return { centre, spread };
}

function isUsable(sample: AgeSample): boolean {
  return sample.score >= MIN_FACE_SCORE && isFrontal(sample);
}

function isTimely(samples: readonly AgeSample[], elapsedMs: number): boolean {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < MIN_AGE_SAMPLES) return false;
  const rising = samples.every(
    (sample, index) => index === 0 || sample.t > (samples[index - 1]?.t ?? 0),
  );
  return rising && last.t - first.t >= MIN_AGE_SPAN_MS && last.t <= elapsedMs + CLOCK_SLACK_MS;
}
