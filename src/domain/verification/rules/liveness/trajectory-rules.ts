// The rules that a pose trajectory must meet before its movements are followed, each with its
// limit: the trajectory must arrive in time and resemble the trajectory of a head in front of a
// camera. Pure.
import {
  MAX_GAP_MS,
  MAX_MEDIAN_GAP_MS,
  MIN_MS_PER_ACTION,
  MIN_POSE_SAMPLES,
  type Move,
  type PoseSample,
} from '../../../../vision/face/challenge.ts';
import { median } from '../../../../vision/face/median.ts';
import { isLooped } from './curve.ts';
import type { LivenessProblem } from './liveness-state.ts';
import { jitterDegrees, longestRepeatMs, longestStandstillMs } from './motion.ts';

/** The challenge as it was issued, against which a trajectory is judged. */
export interface IssuedActions {
  actions: readonly Move[];
  /** The required angle of a turn to the side. Default: REACH_DEGREES. */
  asideDegrees?: number;
  /** The server time from issuing the challenge to receiving the response. */
  elapsedMs: number;
  lifetimeMs: number;
}

/**
 * How much earlier a response may arrive than its own clock indicates, because of network and
 * scheduling effects.
 */
const CLOCK_SLACK_MS = 250;
const MAX_DEGREES_PER_SECOND = 400;
/**
 * A stalled tab may repeat a frame for a short time; a stream made from a photograph repeats its
 * only frame forever.
 */
const MAX_STANDSTILL_MS = 3_000;
const MAX_LOOP_MS = 1_000;
/**
 * The minimum jitter. Real measurements have 0.4° or more; a curve computed from a formula has
 * 0.06°.
 */
const MIN_JITTER_DEGREES = 0.1;

interface TrajectoryRule {
  /** The condition in words, as printed by a benchmark. */
  name: string;
  /** The problem that is reported when the condition does not hold. */
  problem: LivenessProblem;
  holds: (samples: readonly PoseSample[], issued: IssuedActions) => boolean;
}

/**
 * The rules, in the order of evaluation: the first rule that does not hold determines the problem.
 */
export const TRAJECTORY_RULES: readonly TrajectoryRule[] = [
  {
    name: 'within the lifetime of the challenge',
    problem: 'timed_out',
    holds: (_samples, { elapsedMs, lifetimeMs }) => elapsedMs <= lifetimeMs,
  },
  {
    name: 'enough rows',
    problem: 'no_face',
    holds: (samples) => samples.length >= MIN_POSE_SAMPLES,
  },
  {
    name: 'increasing times',
    problem: 'not_accepted',
    holds: (samples) => gapsOf(samples).every((gap) => gap > 0),
  },
  {
    name: 'no time in the future',
    problem: 'not_accepted',
    holds: (samples, { elapsedMs }) => (samples.at(-1)?.[0] ?? 0) <= elapsedMs + CLOCK_SLACK_MS,
  },
  {
    name: 'a face without long gaps',
    problem: 'no_face',
    holds: (samples) => {
      const gaps = gapsOf(samples);
      return median(gaps) <= MAX_MEDIAN_GAP_MS && Math.max(...gaps) <= MAX_GAP_MS;
    },
  },
  {
    name: 'time for the movements',
    problem: 'too_fast',
    holds: (samples, { actions }) =>
      (samples.at(-1)?.[0] ?? 0) - (samples[0]?.[0] ?? 0) >= actions.length * MIN_MS_PER_ACTION,
  },
  {
    name: 'a speed that a head can reach',
    problem: 'too_fast',
    holds: (samples) => samples.every((sample, index) => isReachable(sample, samples[index - 1])),
  },
  {
    name: 'no standstill',
    problem: 'not_accepted',
    holds: (samples) => longestStandstillMs(samples) < MAX_STANDSTILL_MS,
  },
  {
    name: 'the noise of a real measurement',
    problem: 'not_accepted',
    holds: (samples) => jitterDegrees(samples) >= MIN_JITTER_DEGREES,
  },
  {
    name: 'no loop',
    problem: 'not_accepted',
    holds: (samples) => longestRepeatMs(samples) < MAX_LOOP_MS,
  },
  {
    name: 'no film that starts over',
    problem: 'not_accepted',
    holds: (samples) => !isLooped(samples),
  },
];

const gapsOf = (samples: readonly PoseSample[]): number[] =>
  samples.slice(1).map((sample, index) => sample[0] - (samples[index]?.[0] ?? 0));

function isReachable([t, yaw, pitch]: PoseSample, before: PoseSample | undefined): boolean {
  if (before === undefined) return true;
  const turned = Math.hypot(yaw - before[1], pitch - before[2]);
  return turned <= Math.max(12, (MAX_DEGREES_PER_SECOND * (t - before[0])) / 1000);
}
