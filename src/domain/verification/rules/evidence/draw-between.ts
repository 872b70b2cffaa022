// Chooses pictures that show how a head moves from rest to a peak and back: a halfway picture of
// each movement, and two pictures taken a tenth of a second apart (D-80). Pure; randomness is an
// input.
import {
  type Angles,
  type Move,
  type Posture,
  REACH_DEGREES,
  shareOf,
} from '../../../../vision/face/challenge.ts';
import { LIGHT_STEP_MS, LIGHT_SETTLING_MS } from '../../../../vision/face/screen-colours.ts';
import { isNeutral } from '../liveness/movements.ts';
import { pick, type RandomBelow } from './choose.ts';
import type { CommittedPicture } from './demand.ts';
import type { LitTime } from './light-order.ts';

/**
 * How far a halfway pose must be from the resting pose, and from the peak, as shares of a movement.
 */
const FROM_REST_SHARE = 6 / REACH_DEGREES;
const FROM_PEAK_SHARE = 4 / REACH_DEGREES;

/**
 * @param of the pictures of one movement
 * @returns the pictures that were taken on the way to the peak or back from it
 */
export function halfWays(
  of: readonly CommittedPicture[],
  action: Move,
  peak: Posture,
  resting: Posture,
): CommittedPicture[] {
  const most = shareOf(action, peak, resting) - FROM_PEAK_SHARE;
  return of.filter((picture) => {
    const share = shareOf(action, picture, resting);
    return share >= FROM_REST_SHARE && share <= most;
  });
}

/** The longest time between the two pictures of a pair; only a slow machine takes longer. */
const MAX_APART_MS = 250;

type Pair = readonly [CommittedPicture, CommittedPicture];

/**
 * Chooses, at random, two consecutively kept pictures in the same light. If the head moves in some
 * pairs and is still in others, each kind is chosen with a probability of one half.
 * @param lit when each colour is visible
 * @param isFree whether a picture has not been chosen for another purpose
 * @returns undefined when no two consecutive pictures are free, in the same light and close enough
 *   in time
 */
export function drawPair(
  committed: readonly CommittedPicture[],
  { resting, lit }: { resting: Angles; lit: readonly LitTime[] },
  isFree: (picture: CommittedPicture) => boolean,
  randomBelow: RandomBelow,
): Pair | undefined {
  const pairs = committed.flatMap((first, index): Pair[] => {
    const second = committed[index + 1];
    if (second === undefined || second.t - first.t > MAX_APART_MS) return [];
    const isFit = isFree(first) && isFree(second) && isOneLight(first.t, second.t, lit);
    return isFit ? [[first, second]] : [];
  });
  const isStill = (pair: Pair): boolean => pair.every((picture) => isNeutral(picture, resting));
  const wantsStill = randomBelow(2) === 0;
  const wanted = pairs.filter((pair) => isStill(pair) === wantsStill);
  return pick(wanted.length > 0 ? wanted : pairs, randomBelow);
}

/**
 * How long a colour may still be settling before, or fading after, the time in which it is visible.
 */
const CHANGING_MS = LIGHT_STEP_MS + LIGHT_SETTLING_MS;

function isOneLight(fromMs: number, untilMs: number, lit: readonly LitTime[]): boolean {
  const isWithin = (time: LitTime, t: number): boolean => time.fromMs <= t && t < time.untilMs;
  const isNear = (time: LitTime, t: number): boolean =>
    time.fromMs - CHANGING_MS <= t && t < time.untilMs + CHANGING_MS;
  return (
    lit.some((time) => isWithin(time, fromMs) && isWithin(time, untilMs)) ||
    !lit.some((time) => isNear(time, fromMs) || isNear(time, untilMs))
  );
}
