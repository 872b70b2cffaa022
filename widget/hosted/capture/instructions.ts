// Decides when a movement has gone far enough, when it is over, and what to show: the instruction,
// the ring and a hint. Pure.
import {
  degreesTowards,
  isGesture,
  type Move,
  NEUTRAL_DEGREES,
  NEUTRAL_SHARE,
  type Posture,
  REACH_DEGREES,
  shareOf,
} from '../../../src/vision/face/challenge.ts';
import type { Guidance, Hint, Message } from './guidance.ts';
import { degreesAstray } from './wrong-way.ts';

/**
 * How far a movement must go, as a multiple of the server's limit: a little beyond it, so that
 * rounding never decides the outcome.
 */
const REACH = (REACH_DEGREES + 1) / REACH_DEGREES;
/**
 * How far the mouth must open, as a multiple of the server's limit. The page aims higher than for
 * other movements: lips part quickly, so the moment at which they are furthest apart may fall
 * between two pictures.
 */
const REACH_OF_MOUTH = 1.2;
const NEUTRAL = NEUTRAL_DEGREES - 1;
const NEUTRAL_GESTURE = NEUTRAL_SHARE - 0.1;
const WRONG_HINT_DEGREES = 9;
const FURTHER_HINT_SHARE = 0.4;

/** The instructions that end gestures; other movements end with `return`. */
const BACK: Partial<Record<Move, Message>> = {
  open_mouth: 'close_mouth',
  come_closer: 'move_back',
};

/**
 * @param asideDegrees the required angle of a turn to the side, if it is not the usual one
 * @returns undefined once the movement has gone far enough
 */
export function instructTowards(
  move: Move,
  posture: Posture,
  resting: Posture,
  asideDegrees?: number,
): Guidance | undefined {
  const share = shareOf(move, posture, resting, asideDegrees);
  const reach = move === 'open_mouth' ? REACH_OF_MOUTH : REACH;
  if (share >= reach) return undefined;
  const astray = degreesAstray(move, posture, resting);
  if (
    !isGesture(move) &&
    astray > Math.max(WRONG_HINT_DEGREES, degreesTowards(move, posture, resting))
  )
    return instruct(move, 0, 'other_way');
  const hint = share > FURTHER_HINT_SHARE ? 'further' : undefined;
  return instruct(move, Math.max(0, share / reach), hint);
}

export function instruct(move: Move, progress: number, hint?: Hint): Guidance {
  const gesture = isGesture(move) && { gesture: move };
  return { action: move, message: move, progress, ...(hint && { hint }), ...gesture };
}

/** Whether the movement is over: the head is back near its resting posture. */
export const isBack = (move: Move, posture: Posture, resting: Posture): boolean =>
  Math.abs(posture.yaw - resting.yaw) < NEUTRAL &&
  Math.abs(posture.pitch - resting.pitch) < NEUTRAL &&
  (!isGesture(move) || shareOf(move, posture, resting) < NEUTRAL_GESTURE);

export const instructBack = (move: Move): Guidance => ({
  action: 'neutral',
  message: BACK[move] ?? 'return',
  hint: 'well_done',
  progress: 1,
});
