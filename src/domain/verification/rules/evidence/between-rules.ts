// Rules for pictures that were taken halfway, or directly after one another: a head must move from
// one pose to the next. Pure; the other rules are in picture-rules.ts.
import {
  isGesture,
  type Posture,
  REACH_DEGREES,
  shareOf,
} from '../../../../vision/face/challenge.ts';
import type { DrawnFace } from './demand.ts';
import { seenPosture } from './seen-posture.ts';

// docs/threat-model.md#measured-at-the-edge says how each limit was measured.

/**
 * Angles away from the resting pose. The page claims 6° or more, and the Worker may measure up to
 * the second value less. Both refer to the drawn pictures at rest: where a head was barely at rest
 * in those, halfway is closer to them than that.
 */
const MIN_SEEN_SHARE = 2 / REACH_DEGREES;
const MOST_UNSEEN_SHARE = 4 / REACH_DEGREES;

/**
 * The resting posture, as claimed by the page and as measured by the Worker, in the same pictures.
 */
interface Resting {
  claimed: Posture;
  seen: Posture;
}

/**
 * Whether each halfway picture shows a head that has left its resting pose, and is not at its peak.
 */
export function areHalfWays(shown: readonly DrawnFace[], resting: Resting): boolean {
  return shown.every((picture) => {
    const { role, action } = picture;
    if (role !== 'halfway' || action === undefined) return true;
    const seen = shareOf(action, seenPosture(picture), resting.seen);
    const peak = shown.find((one) => one.role === 'peak' && one.action === action);
    const most = peak ? shareOf(action, seenPosture(peak), resting.seen) : Infinity;
    const claimed = shareOf(action, picture, resting.claimed);
    // For a mouth the Worker may measure less by any amount up to the claim.
    const least = isGesture(action) ? 0 : Math.min(MIN_SEEN_SHARE, claimed - MOST_UNSEEN_SHARE);
    return seen >= least && seen < most;
  });
}

/**
 * For neighbours in films of people, 95 % of all turns were measured within 2.6, and all within
 * 5.4.
 */
const MAX_TURN_ERROR_DEGREES = 7;
/** How far a face may move, in face widths: a person may walk, and a head may turn. */
const MAX_SHIFT_PER_SECOND = 4;
/** How much a face's width may change, as a share of it: a person may come closer, or turn. */
const MAX_GROWTH_PER_SECOND = 2;

/**
 * Whether a picture and the one before it show the same movement: as large as the page claims, and
 * without a jump.
 */
export function areNeighbours(shown: readonly DrawnFace[]): boolean {
  return shown.every((second) => {
    if (second.role !== 'next') return true;
    const away = ({ t }: DrawnFace): number => Math.abs(t - second.t);
    const [first] = shown.filter((one) => one !== second).toSorted((a, b) => away(a) - away(b));
    return first === undefined || isOneMovement(first, second);
  });
}

function isOneMovement(first: DrawnFace, second: DrawnFace): boolean {
  const seconds = Math.abs(second.t - first.t) / 1_000;
  const [a, b] = [first.face, second.face];
  const turns = (['yaw', 'pitch'] as const).map((axis) =>
    Math.abs(b.pose[axis] - a.pose[axis] - (second[axis] - first[axis])),
  );
  const width = Math.max(a.width, b.width);
  // A picture is at most a third wider than high; the limit allows for the remaining error.
  const shift = Math.hypot(b.x - a.x, b.y - a.y) / width;
  const growth = Math.abs(b.width - a.width) / width;
  return (
    Math.max(...turns) <= MAX_TURN_ERROR_DEGREES &&
    shift <= MAX_SHIFT_PER_SECOND * seconds &&
    growth <= MAX_GROWTH_PER_SECOND * seconds
  );
}
