// The liveness step: challenges, how a submission affects a session, and the judgement of a pose
// trajectory. Pure. The step stops printed photographs, replays and shuffled responses; it cannot
// stop a live puppet in front of a real camera (docs/threat-model.md#what-is-not-stopped).
import {
  ACTIONS,
  type Action,
  isAside,
  isGesture,
  type Move,
  type PoseSample,
} from '../../../../vision/face/challenge.ts';
import type { Commitment } from '../../../../vision/face/face-wire.ts';
import { COMMITMENT_RULES } from '../evidence/commitment-rules.ts';
import { drawLiveness } from '../evidence/draw.ts';
import { litTimes } from '../evidence/light-order.ts';
import { asRefusal, demandPictures, noteRefusal } from '../evidence/reveal.ts';
import { apply, failStep, noteFunnel } from '../session/machine.ts';
import { isAtStep } from '../session/state.ts';
import { curveOf, type Curve, isRepeated } from './curve.ts';
import { followMovements, type MovementPath } from './movements.ts';
import { TRAJECTORY_RULES, type IssuedActions } from './trajectory-rules.ts';
import { noteReport, type CameraSignals } from '../session/risk.ts';
import type {
  Challenge,
  LivenessDifficulty,
  LivenessProblem,
  LivenessStep,
} from './liveness-state.ts';
import { isStrict, type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { failLiveness, startAttempt } from '../session/step-attempts.ts';

export type LivenessVerdict =
  | { passed: true; path: MovementPath }
  | { passed: false; problem: LivenessProblem };

/** The page's response to a challenge. */
export interface LivenessSubmission {
  challengeId: string;
  samples: readonly PoseSample[];
  /** Commitments to the pictures that the page has kept, if the session is measured at the edge. */
  pictures?: readonly Commitment[] | undefined;
  /**
   * When the screen began to show each colour, in ms on the samples' clock; absent when it showed
   * no colours.
   */
  lightBegunMs?: readonly number[] | undefined;
  signals?: CameraSignals | undefined;
}

/**
 * The maximum number of challenges: twice the number of attempts, because reloading the page during
 * a challenge is allowed, but reloading repeatedly to obtain an easy challenge is not.
 */
const MAX_CHALLENGES = 6;
const ACTIONS_PER_DIFFICULTY = { easy: 1, medium: 2, hard: 3 } as const;

/**
 * Issues a challenge; a session that requests too many challenges without responding to them fails.
 */
export function requestChallenge(
  record: SessionRecord,
  challenge: Challenge,
): SessionRecord | undefined {
  if (!isAtStep(record, 'liveness')) return undefined;
  const { challengesIssued, orders = [] } = record.steps.liveness;
  if (challengesIssued >= MAX_CHALLENGES)
    return failStep(record, 'liveness', 'attempts_exceeded', challenge.issuedAtMs);
  const noted = noteFunnel(record, 'liveness_start', challenge.issuedAtMs);
  const counted = withStep(noted, 'liveness', {
    challengesIssued: challengesIssued + 1,
    orders: [...orders, challenge.actions],
  });
  return withGroup(counted, 'current', { challenge });
}

/**
 * Whether the movement is a nod. A picture on paper can be bent so that its face turns, but not so
 * that it nods far enough (D-90).
 */
export const isNod = (move: Move): boolean => move === 'look_up' || move === 'look_down';

/** After this many draws without a new order, a repeated order is accepted. */
const MAX_DRAWS = 100;
/**
 * The maximum number of movements. Each additional attempt requires one more movement, so that
 * three attempts do not triple the odds of passing.
 */
export const MAX_ACTIONS = 4;

/** Facts about earlier challenges in the same session. */
type Former = Partial<Pick<LivenessStep, 'failures' | 'orders'>>;

/**
 * @param orders the orders of earlier challenges
 * @param draw returns a random order
 * @returns an order that does not begin with an earlier one, if such an order is found
 */
export function drawNew<M extends Move>(
  orders: readonly (readonly Move[])[],
  draw: () => M[],
): M[] {
  const isNew = (drawn: readonly Move[]): boolean =>
    !orders.some((order) => order.every((move, index) => drawn[index] === move));
  for (let draws = 1; ; draws += 1) {
    const drawn = draw();
    // There are only two challenges with a single movement, and a session may need more, so a
    // repeated challenge is eventually accepted.
    if (isNew(drawn) || draws > MAX_DRAWS) return drawn;
  }
}

/** What the turns and nods of a challenge depend on, apart from chance. */
interface Wanted extends Former {
  difficulty: LivenessDifficulty;
  /** The number of turns to a side, as far as there is room next to a nod. Default: 0. */
  asides?: number;
  /** The number of movements beyond those that the difficulty requires. Default: 0. */
  more?: number;
}

/**
 * Chooses a challenge in random order: as many different turns and nods as the difficulty requires,
 * plus one for each failed attempt, with at least one nod. If possible, it does not start with the
 * movements of an earlier challenge.
 * @param randomBelow returns a uniformly random integer in [0, n)
 */
export function drawActions(
  { difficulty, asides = 0, failures = 0, orders = [], more = 0 }: Wanted,
  randomBelow: (n: number) => number,
): Action[] {
  const count = Math.min(MAX_ACTIONS, ACTIONS_PER_DIFFICULTY[difficulty] + failures + more);
  return drawNew(orders, () => {
    for (;;) {
      const left: Action[] = [...ACTIONS];
      const drawn: Action[] = [];
      while (drawn.length < count) drawn.push(...left.splice(randomBelow(left.length), 1));
      const turns = drawn.filter(isAside).length;
      if (turns < count && turns >= Math.min(asides, count - 1)) return drawn;
    }
  });
}

/** Inputs from outside the rule: randomness, and the nonce of the next step. */
export interface Fresh {
  /** Returns a uniformly random integer in [0, n). */
  randomBelow: (n: number) => number;
  /** The nonce of the attempt at the next step; random, 128 bits or more. */
  nextNonce: string;
}

/**
 * Judges a submission, which always uses up its challenge. If the session is measured at the edge,
 * an accepted submission leads to a request for pictures, and the check passes when these are
 * accepted.
 * @returns undefined when the session is not at this step
 */
export function submitLiveness(
  before: SessionRecord,
  submission: LivenessSubmission,
  fresh: Fresh,
  nowMs: number,
): SessionRecord | undefined {
  if (!isAtStep(before, 'liveness')) return undefined;
  const ended = noteFunnel(before, 'liveness_end', nowMs);
  const noted = noteReport(ended, submission.signals);
  const { curves = [] } = noted.steps.liveness;
  const record = withStep(noted, 'liveness', { curves: [...curves, curveOf(submission.samples)] });
  const verdict = judgeSubmission(record, submission, nowMs);
  if (!verdict.passed) {
    const reason = asRefusal(verdict.problem);
    const refusal = reason && ({ step: 'liveness', reason, atMs: nowMs } as const);
    return failLiveness(refusal ? noteRefusal(record, refusal) : record, verdict.problem, nowMs);
  }
  const fault = faultOf(curves, submission, isStrict(record));
  if (fault !== undefined) {
    const refused = noteRefusal(record, { step: 'liveness', reason: fault, atMs: nowMs });
    return failLiveness(refused, 'not_accepted', nowMs);
  }
  if (record.offer.measured === 'edge')
    return demandMovements(record, submission, verdict.path, fresh, nowMs);
  return beginNext(withGroup(record, 'checks', { liveness: true }), fresh, nowMs);
}

/**
 * @param before curves of earlier attempts
 * @returns why correct movements do not count; undefined when they do
 */
function faultOf(
  before: readonly Curve[],
  { samples, signals }: LivenessSubmission,
  strict: boolean,
): 'repeated_movement' | 'incomplete' | undefined {
  if (before.some((curve) => isRepeated(curve, samples))) return 'repeated_movement';
  return strict && signals === undefined ? 'incomplete' : undefined;
}

/**
 * Requests pictures of the movements. The next step begins immediately, while the pictures are sent
 * and measured.
 */
function demandMovements(
  record: SessionRecord,
  { samples, pictures: committed = [], lightBegunMs }: LivenessSubmission,
  path: MovementPath,
  fresh: Fresh,
  nowMs: number,
): SessionRecord | undefined {
  const { nonce, light } = record.current.challenge ?? {};
  const lit = light && litTimes(lightBegunMs, samples[0]?.[0] ?? 0, path, light.length);
  const kept = { samples, path, commitments: committed, lightBegunMs: (lit && lightBegunMs) ?? [] };
  const pictures = COMMITMENT_RULES.every(({ holds }) => holds(kept))
    ? drawLiveness(samples, path, { committed, lit }, fresh.randomBelow)
    : undefined;
  if (pictures === undefined || nonce === undefined) {
    const refusal = { step: 'liveness', reason: 'bad_commitments', atMs: nowMs } as const;
    return failLiveness(noteRefusal(record, refusal), 'not_accepted', nowMs);
  }
  // Gestures do not need a halfway picture: the mouth, for example, opens too quickly for one.
  const ways = pictures.filter(({ role, action }) => role === 'halfway' && isTurn(action)).length;
  const lacksBetween = ways < path.movements.filter(({ action }) => isTurn(action)).length;
  if (lacksBetween && isStrict(record)) {
    const refusal = { step: 'liveness', reason: 'too_fast', atMs: nowMs } as const;
    return failLiveness(noteRefusal(record, refusal), 'too_fast', nowMs);
  }
  const seen = withStep(record, 'liveness', { faceNeverSeen: false });
  const next = beginNext(withGroup(seen, 'signals', { lacksBetween }), fresh, nowMs);
  const demand = { step: 'liveness', nonce, pictures, nextNonce: fresh.nextNonce } as const;
  const { asideDegrees } = path;
  return next && demandPictures(next, { ...demand, asideDegrees, ...(light && { light }) }, nowMs);
}

const isTurn = (move: Move | undefined): boolean => move !== undefined && !isGesture(move);

function beginNext(
  record: SessionRecord,
  { nextNonce }: Fresh,
  nowMs: number,
): SessionRecord | undefined {
  const next = apply(record, { type: 'pass_step' }, nowMs);
  return next && startAttempt(next, nextNonce, nowMs);
}

/**
 * Judges a submission. A challenge id that was replayed, invented or issued to another session
 * counts as a failed attempt.
 */
function judgeSubmission(
  { current: { challenge } }: SessionRecord,
  { challengeId, samples }: LivenessSubmission,
  nowMs: number,
): LivenessVerdict {
  if (challenge === undefined || challenge.id !== challengeId)
    return { passed: false, problem: 'not_accepted' };
  const { issuedAtMs, ...issued } = challenge;
  return judgeLiveness(samples, { ...issued, elapsedMs: nowMs - issuedAtMs });
}

/**
 * @returns the path of the movements if the person made the requested ones, in order and in time;
 *   otherwise the problem
 */
export function judgeLiveness(
  samples: readonly PoseSample[],
  issued: IssuedActions,
): LivenessVerdict {
  const broken = TRAJECTORY_RULES.find((rule) => !rule.holds(samples, issued));
  if (broken !== undefined) return { passed: false, problem: broken.problem };
  const followed = followMovements(samples, issued.actions, issued.asideDegrees);
  return followed.ok
    ? { passed: true, path: followed }
    : { passed: false, problem: followed.problem };
}
