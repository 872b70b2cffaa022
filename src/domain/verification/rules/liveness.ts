// The liveness step: challenges, what a submission does to a session, and the judgement of a pose trajectory. Pure.
// It stops printed stills, replays and shuffled answers; a live puppet in front of a real camera is out of
// its reach (docs/threat-model.md#what-is-not-stopped).
import { median } from '../../../engine/median.ts';
import {
  degreesTowards,
  MAX_GAP_MS,
  MAX_MEDIAN_GAP_MS,
  MIN_MS_PER_ACTION,
  MIN_POSE_SAMPLES,
  NEUTRAL_DEGREES,
  REACH_DEGREES,
  RESTING_MS,
  settledPose,
  WRONG_DEGREES,
  ACTIONS,
  type Action,
  type Angles,
  type PoseSample,
} from '../../../engine/challenge.ts';
import { startAgeStep } from './age.ts';
import { jitterDegrees, longestRepeatMs, longestStandstillMs, type PoseAt } from './motion.ts';
import { noteSignals, type CameraSignals } from './risk.ts';
import { apply, failStep, isAtStep, noteFunnel, retryStep } from './machine.ts';
import type { Challenge, LivenessDifficulty, SessionRecord } from './session.ts';

export type LivenessProblem =
  'no_face' | 'movement_not_seen' | 'wrong_movement' | 'too_fast' | 'timed_out' | 'not_accepted';

export type LivenessVerdict = { passed: true } | { passed: false; problem: LivenessProblem };

/** What the page sends as the answer to a challenge. */
export interface LivenessSubmission {
  challengeId: string;
  samples: readonly PoseSample[];
  signals?: CameraSignals | undefined;
}

/** The challenge as it was issued, against which a trajectory is judged. */
export interface IssuedActions {
  actions: readonly Action[];
  /** Server time from issuing the challenge to receiving the answer. */
  elapsedMs: number;
  lifetimeMs: number;
}

export const MAX_LIVENESS_ATTEMPTS = 3;
/** Twice the attempts: a reload in the middle of a challenge is allowed, fishing for an easy one is not. */
const MAX_CHALLENGES = 6;
const ACTIONS_PER_DIFFICULTY = { easy: 1, medium: 2, hard: 3 } as const;

/** A head at rest may sit this far off the camera's axis; further it is a profile, not a start. */
const MAX_RESTING_DEGREES = 25;
/** Network and scheduling may bring an answer this much before its own clock says. */
const CLOCK_SLACK_MS = 250;
const MAX_DEGREES_PER_SECOND = 400;
/** A stalled tab may repeat a frame for a moment; a photograph fed as a stream repeats it for good. */
const MAX_STANDSTILL_MS = 3_000;
const MAX_LOOP_MS = 1_000;
/** Measuring real pictures leaves 0.4° and more here; a curve drawn by a formula leaves 0.06°. */
const MIN_JITTER_DEGREES = 0.1;

/** Hands out a challenge; a session that asks for too many without answering them fails. */
export function requestChallenge(
  record: SessionRecord,
  challenge: Challenge,
): SessionRecord | undefined {
  if (!isAtStep(record, 'liveness')) return undefined;
  if (record.challengesIssued >= MAX_CHALLENGES)
    return failStep(record, 'liveness', 'attempts_exceeded', challenge.issuedAtMs);
  const noted = noteFunnel(record, 'liveness_start', challenge.issuedAtMs);
  return { ...noted, challenge, challengesIssued: record.challengesIssued + 1 };
}

/**
 * Draws a challenge: as many different actions as the difficulty asks for, in random order.
 * @param randomBelow a uniformly random integer in [0, n)
 */
export function drawActions(
  difficulty: LivenessDifficulty,
  randomBelow: (n: number) => number,
): Action[] {
  const left: Action[] = [...ACTIONS];
  const drawn: Action[] = [];
  while (drawn.length < ACTIONS_PER_DIFFICULTY[difficulty])
    drawn.push(...left.splice(randomBelow(left.length), 1));
  return drawn;
}

/**
 * A submission always uses up its challenge.
 * @param ageNonce of the age attempt that follows a pass
 * @returns undefined when the session is not at this step
 */
export function submitLiveness(
  before: SessionRecord,
  submission: LivenessSubmission,
  ageNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  if (!isAtStep(before, 'liveness')) return undefined;
  const record = noteSignals(noteFunnel(before, 'liveness_end', nowMs), submission.signals);
  const verdict = judgeSubmission(record, submission, nowMs);
  if (verdict.passed) {
    const checks = { ...record.checks, liveness: true };
    const next = apply({ ...record, checks }, { type: 'pass_step' }, nowMs);
    return next && startAgeStep(next, ageNonce, nowMs);
  }
  const faceNeverSeen = record.faceNeverSeen && verdict.problem === 'no_face';
  const failures = { ...record.failures, liveness: record.failures.liveness + 1 };
  const failed = {
    ...record,
    checks: { ...record.checks, liveness: false },
    faceNeverSeen,
    failures,
  };
  if (failures.liveness < MAX_LIVENESS_ATTEMPTS) return retryStep(failed, verdict.problem, nowMs);
  const reason = faceNeverSeen ? 'face_not_detected' : 'liveness_failed';
  return failStep(failed, 'liveness', reason, nowMs);
}

/** A replayed, foreign or made-up challenge id is an attempt like any other, and a failed one. */
function judgeSubmission(
  { challenge }: SessionRecord,
  { challengeId, samples }: LivenessSubmission,
  nowMs: number,
): LivenessVerdict {
  if (challenge === undefined || challenge.id !== challengeId)
    return { passed: false, problem: 'not_accepted' };
  const { actions, issuedAtMs, lifetimeMs } = challenge;
  return judgeLiveness(samples, { actions, elapsedMs: nowMs - issuedAtMs, lifetimeMs });
}

/** @returns whether a person did what was asked, in order, within the time, or what kept it from counting */
export function judgeLiveness(
  samples: readonly PoseSample[],
  issued: IssuedActions,
): LivenessVerdict {
  const problem =
    findTimingProblem(samples, issued) ??
    findMotionProblem(samples) ??
    follow(samples, issued.actions);
  return problem === undefined ? { passed: true } : { passed: false, problem };
}

function findTimingProblem(
  samples: readonly PoseSample[],
  { actions, elapsedMs, lifetimeMs }: IssuedActions,
): LivenessProblem | undefined {
  if (elapsedMs > lifetimeMs) return 'timed_out';
  if (samples.length < MIN_POSE_SAMPLES) return 'no_face';
  const gaps = samples.slice(1).map((sample, index) => sample[0] - (samples[index]?.[0] ?? 0));
  if (gaps.some((gap) => gap <= 0)) return 'not_accepted';
  const end = samples.at(-1)?.[0] ?? 0;
  if (end > elapsedMs + CLOCK_SLACK_MS) return 'not_accepted';
  if (median(gaps) > MAX_MEDIAN_GAP_MS || Math.max(...gaps) > MAX_GAP_MS) return 'no_face';
  if (end - (samples[0]?.[0] ?? 0) < actions.length * MIN_MS_PER_ACTION) return 'too_fast';
  return undefined;
}

function findMotionProblem(samples: readonly PoseSample[]): LivenessProblem | undefined {
  const poses = samples.map(toPose);
  for (const [index, pose] of poses.entries()) {
    const before = poses[index - 1];
    if (before === undefined) continue;
    const turned = Math.hypot(pose.yaw - before.yaw, pose.pitch - before.pitch);
    if (turned > Math.max(12, (MAX_DEGREES_PER_SECOND * (pose.t - before.t)) / 1000))
      return 'too_fast';
  }
  if (longestStandstillMs(samples) >= MAX_STANDSTILL_MS) return 'not_accepted';
  if (jitterDegrees(samples) < MIN_JITTER_DEGREES) return 'not_accepted';
  if (longestRepeatMs(samples) >= MAX_LOOP_MS) return 'not_accepted';
  return undefined;
}

/** Walks the trajectory through rest → action → rest → action → … → rest. */
function follow(
  samples: readonly PoseSample[],
  actions: readonly Action[],
): LivenessProblem | undefined {
  const resting = findRestingPose(samples.map(toPose));
  if (resting === undefined) return 'movement_not_seen';
  let index = 0;
  let phase: 'going' | 'returning' = 'going';
  for (const at of samples.keys()) {
    const pose = settledPose(samples, at);
    const action = actions[index];
    if (action === undefined) {
      if (isWrong(pose, resting, undefined)) return 'wrong_movement';
      continue;
    }
    if (isWrong(pose, resting, action)) return 'wrong_movement';
    if (phase === 'going' && degreesTowards(action, pose, resting) >= REACH_DEGREES)
      phase = 'returning';
    else if (phase === 'returning' && isNeutral(pose, resting)) {
      index += 1;
      phase = 'going';
    }
  }
  return index === actions.length ? undefined : 'movement_not_seen';
}

/** The median pose of the first 300 ms; undefined unless the head is still and roughly facing the camera. */
function findRestingPose(poses: readonly PoseAt[]): Angles | undefined {
  const start = poses[0]?.t ?? 0;
  const first = poses.filter((pose) => pose.t - start <= RESTING_MS);
  const resting = {
    yaw: median(first.map((p) => p.yaw)),
    pitch: median(first.map((p) => p.pitch)),
  };
  if (Math.abs(resting.yaw) > MAX_RESTING_DEGREES || Math.abs(resting.pitch) > MAX_RESTING_DEGREES)
    return undefined;
  return first.every((pose) => isNeutral(pose, resting)) ? resting : undefined;
}

function isNeutral(pose: Angles, resting: Angles): boolean {
  return (
    Math.abs(pose.yaw - resting.yaw) < NEUTRAL_DEGREES &&
    Math.abs(pose.pitch - resting.pitch) < NEUTRAL_DEGREES
  );
}

/** A clear movement that dominates the one asked for belongs to another challenge. */
function isWrong(pose: Angles, resting: Angles, asked: Action | undefined): boolean {
  const wanted = asked === undefined ? 0 : degreesTowards(asked, pose, resting);
  return ACTIONS.some((action) => {
    const degrees = degreesTowards(action, pose, resting);
    return action !== asked && degrees >= WRONG_DEGREES && degrees > wanted;
  });
}

const toPose = ([t, yaw, pitch]: PoseSample): PoseAt => ({ t, yaw, pitch });
