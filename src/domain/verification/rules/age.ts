// Decides an age gate from several estimates of one face. Pure; the margin's reason is D-19.
import {
  type AgeSample,
  isFrontal,
  MIN_AGE_SAMPLES,
  MIN_AGE_SPAN_MS,
  MIN_FACE_SCORE,
} from '../../../engine/age-evidence.ts';

export interface AgeEvidence {
  samples: readonly AgeSample[];
  gate: number;
  marginYears: number;
  /** Server time from the start of the step to receiving the evidence. */
  elapsedMs: number;
}

/** `unusable`: the evidence says nothing, in time, pose or steadiness; `inconclusive`: it says "too close". */
export type AgeVerdict = 'pass' | 'fail' | 'inconclusive' | 'unusable';

/** Estimates of one still face spread by 1 to 3 years; above this a face moves, grimaces or changes. */
const MAX_SPREAD_YEARS = 8;
const CLOCK_SLACK_MS = 250;

/** Rule: pass when estimate − margin ≥ gate, fail when estimate + margin < gate, else inconclusive. */
export function judgeAge(evidence: AgeEvidence): AgeVerdict {
  const usable = evidence.samples.filter(isUsable);
  if (!isTimely(usable, evidence.elapsedMs)) return 'unusable';
  const ages = usable.map((sample) => sample.age);
  if (new Set(ages).size === 1) return 'unusable';
  const { centre, spread } = summarise(ages);
  if (spread > MAX_SPREAD_YEARS) return 'unusable';
  if (centre - evidence.marginYears >= evidence.gate) return 'pass';
  if (centre + evidence.marginYears < evidence.gate) return 'fail';
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
