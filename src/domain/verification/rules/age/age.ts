// The two steps with frontal pictures, `age` and `face`: how a submission affects a session, and
// which of its samples count. Pure. age-rule.ts decides whether the estimated ages reach the gate;
// a face check does not judge an age (face-check.ts).
import {
  isUsable,
  MIN_AGE_SAMPLES,
  MIN_AGE_SPAN_MS,
  MIN_EDGE_AGE_SPAN_MS,
  type AgeSample,
} from '../../../../vision/face/age-evidence.ts';
import type { Commitment, RevealStep } from '../../../../vision/face/face-wire.ts';
import {
  failYearsAt,
  judgeAges,
  steadyCentre,
  type AgeRuling,
  type AgesOfPicture,
} from './age-rule.ts';
import type { HeadLimits } from './head-limits.ts';
import { drawAge } from '../evidence/draw-age.ts';
import { demandPictures, noteRefusal } from '../evidence/reveal.ts';
import { noteSignals, type CameraSignals } from '../session/risk.ts';
import { apply, failStep, noteFunnel } from '../session/machine.ts';
import { isAtStep } from '../session/state.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { failAge } from '../session/step-attempts.ts';

/** The page's submission at the end of an age attempt. */
export interface AgeSubmission {
  /** The nonce of this attempt, which makes the submission single-use. */
  nonce: string;
  samples: readonly AgeSample[];
  /** Commitments to the pictures that the page kept, for a session that is measured at the edge. */
  pictures?: readonly Commitment[] | undefined;
  signals?: CameraSignals | undefined;
}

/** Inputs from outside the rule: randomness, and the nonce of the next attempt. */
interface Fresh {
  /** A uniformly random integer in [0, n). */
  randomBelow: (n: number) => number;
  nextNonce: string;
}

type FrontalStep = Exclude<RevealStep, 'liveness'>;

function frontalStep(record: SessionRecord): FrontalStep | undefined {
  if (isAtStep(record, 'face')) return 'face';
  return isAtStep(record, 'age') ? 'age' : undefined;
}

/**
 * @returns undefined when the session is at neither the `age` nor the `face` step, when its
 *   pictures are already due, or when the nonce is not the current one
 */
export function submitAge(
  before: SessionRecord,
  submission: AgeSubmission,
  fresh: Fresh,
  nowMs: number,
): SessionRecord | undefined {
  const { frontal, reveal } = before.current;
  const step = frontalStep(before);
  if (step === undefined || reveal !== undefined || frontal?.nonce !== submission.nonce)
    return undefined;
  const noted = step === 'age' ? noteFunnel(before, 'age', nowMs) : before;
  const record = noteSignals(noted, submission.signals);
  const elapsedMs = nowMs - frontal.startedAtMs;
  if (record.offer.measured === 'edge')
    return demandFrontal({ record, step }, submission, elapsedMs, fresh, nowMs);
  // The service does not accept the page's own measurements as proof of a face.
  if (step === 'face') return undefined;
  const { nextNonce } = fresh;
  const centre = readEstimates(submission.samples, elapsedMs);
  if (centre === undefined) return failAge(record, nextNonce, nowMs);
  const shown = [...(record.steps.age.shown ?? []), { ageNet: centre }];
  return concludeAge(withStep(record, 'age', { shown }), judgeOnDevice(shown), nextNonce, nowMs);
}

/**
 * Requests some of the attempt's pictures. The page's samples do not affect the verdict; they only
 * determine which pictures can be requested.
 */
function demandFrontal(
  { record, step }: { record: SessionRecord; step: FrontalStep },
  { nonce, samples, pictures: committed = [] }: AgeSubmission,
  elapsedMs: number,
  { randomBelow, nextNonce }: Fresh,
  nowMs: number,
): SessionRecord | undefined {
  if (!isTimely(samples.filter(isUsable), elapsedMs, MIN_EDGE_AGE_SPAN_MS))
    return failAge(record, nextNonce, nowMs);
  const pictures = drawAge(samples, committed, randomBelow);
  if (pictures === undefined) {
    const refusal = { step, reason: 'bad_commitments', atMs: nowMs } as const;
    return failAge(noteRefusal(record, refusal), nextNonce, nowMs);
  }
  return demandPictures({ ...record, current: {} }, { step, nonce, pictures, nextNonce }, nowMs);
}

/** Decides whether a gate is reached with a margin; both are in years. */
type Judge = (gate: number, passYears: number) => AgeRuling;

/**
 * Judges by the only net that runs on a device. Every attempt has the same weight, regardless of
 * its number of samples.
 */
const judgeOnDevice =
  (shown: readonly AgesOfPicture[]): Judge =>
  (gate, passYears) =>
    judgeAges(shown, {
      gate,
      margins: { passYears, failYears: failYearsAt(gate) },
      nets: ['ageNet'],
    });

/**
 * Judges at the edge, where both nets have measured every picture.
 * @param all all pictures of all attempts
 * @param own the pictures taken since the last change of device. Earlier pictures may show a
 *   different person, so they can only prevent a pass
 * @param lines the limits of the age head, if the session has them
 */
export const judgeAtEdge =
  (all: readonly AgesOfPicture[], own: readonly AgesOfPicture[], lines?: HeadLimits): Judge =>
  (gate, passYears) => {
    const by = { gate, margins: { passYears, failYears: failYearsAt(gate) }, lines };
    const ruling = judgeAges(all, by);
    return ruling === 'pass' && judgeAges(own, by) !== 'pass' ? 'inconclusive' : ruling;
  };

/**
 * Passes or fails the age step, or requires another attempt.
 * @param nextNonce the nonce of the next attempt, if another one is allowed
 */
export function concludeAge(
  before: SessionRecord,
  judge: Judge,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  const record = withStep(before, 'age', { isJudged: true });
  const { gate, thresholds = [] } = record.request;
  const { ageMarginYears: marginYears } = record.tenant;
  switch (judge(gate ?? thresholds[0] ?? 0, marginYears)) {
    case 'pass': {
      const met = highestMet(thresholds, (one) => judge(one, marginYears) === 'pass');
      const own = record.offer.serviceMarginYears;
      const passesOwn = own > marginYears && judge(gate ?? met ?? 0, own) === 'pass';
      return passAge(record, met, passesOwn ? own : marginYears, nowMs);
    }
    case 'fail':
      return failStep(record, 'age', 'age_below_threshold', nowMs);
    case 'inconclusive':
      return failAge(record, nextNonce, nowMs);
  }
}

/**
 * Returns the highest threshold that is met together with all lower thresholds. The lower
 * thresholds are checked as well, because the head and the nets may disagree at neighbouring
 * thresholds.
 */
function highestMet(
  thresholds: readonly number[],
  isMet: (threshold: number) => boolean,
): number | undefined {
  const missed = thresholds.findIndex((one) => !isMet(one));
  return missed === -1 ? thresholds.at(-1) : thresholds[missed - 1];
}

function passAge(
  record: SessionRecord,
  metThreshold: number | undefined,
  provenMarginYears: number,
  nowMs: number,
): SessionRecord | undefined {
  const met = metThreshold === undefined ? {} : { metThreshold };
  const proven = withStep(record, 'age', { provenMarginYears, ...met });
  return apply(withGroup(proven, 'checks', { age: true }), { type: 'pass_step' }, nowMs);
}

const CLOCK_SLACK_MS = 250;

/**
 * Evaluates one attempt, before it is compared with a gate.
 * @param elapsedMs the server time from the start of the step to the arrival of the samples
 * @returns the median in years; undefined if the usable samples are too few, span too short a time,
 *   arrived too early, all have the same age, or vary too much
 */
export function readEstimates(
  samples: readonly AgeSample[],
  elapsedMs: number,
): number | undefined {
  const estimated = samples.filter((sample) => isUsable(sample) && sample.age !== undefined);
  if (!isTimely(estimated, elapsedMs, MIN_AGE_SPAN_MS)) return undefined;
  const ages = estimated.flatMap(({ age }) => (age === undefined ? [] : [age]));
  return new Set(ages).size === 1 ? undefined : steadyCentre(ages);
}

function isTimely(samples: readonly AgeSample[], elapsedMs: number, spanMs: number): boolean {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < MIN_AGE_SAMPLES) return false;
  const rising = samples.every(
    (sample, index) => index === 0 || sample.t > (samples[index - 1]?.t ?? 0),
  );
  return rising && last.t - first.t >= spanMs && last.t <= elapsedMs + CLOCK_SLACK_MS;
}
