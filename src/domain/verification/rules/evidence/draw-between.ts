// The pictures that show how a head comes from rest to a peak and back: of each movement one that is
// half the way, and of one moment two, a tenth of a second apart (D-80). Pure; randomness comes in.
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

/** Half the way: another pose than that at rest, and than that of the peak. */
const FROM_REST_SHARE = 6 / REACH_DEGREES;
const FROM_PEAK_SHARE = 4 / REACH_DEGREES;

/** @param of the pictures of a movement @returns those on the way to the peak, or back from it */
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

/** A page keeps the next picture sooner; a slow machine has none sooner. */
const MOST_APART_MS = 250;

type Pair = readonly [CommittedPicture, CommittedPicture];

/**
 * Two pictures of which the second was kept next, in one light: in one case of two of a head that
 * moves, where there are both.
 * @param lit when pictures show each colour @param isFree whether nothing else is wanted of it
 * @returns undefined where pictures are too far apart
 */
export function drawPair(
  committed: readonly CommittedPicture[],
  { resting, lit }: { resting: Angles; lit: readonly LitTime[] },
  isFree: (picture: CommittedPicture) => boolean,
  randomBelow: RandomBelow,
): Pair | undefined {
  const pairs = committed.flatMap((first, index): Pair[] => {
    const second = committed[index + 1];
    if (second === undefined || second.t - first.t > MOST_APART_MS) return [];
    const isFit = isFree(first) && isFree(second) && isOneLight(first.t, second.t, lit);
    return isFit ? [[first, second]] : [];
  });
  const isStill = (pair: Pair): boolean => pair.every((picture) => isNeutral(picture, resting));
  const wantsStill = randomBelow(2) === 0;
  const wanted = pairs.filter((pair) => isStill(pair) === wantsStill);
  return pick(wanted.length > 0 ? wanted : pairs, randomBelow);
}

/** A colour has not settled yet, or has gone, so long before and after the time in which it is seen. */
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
