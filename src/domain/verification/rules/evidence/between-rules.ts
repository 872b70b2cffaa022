// What pictures must show that were taken half the way, or one right after the other: a head that
// comes from one pose to the next. Pure; the rules with the others are picture-rules.ts.
import {
  isGesture,
  type Posture,
  REACH_DEGREES,
  shareOf,
} from '../../../../vision/face/challenge.ts';
import type { DrawnFace } from './demand.ts';
import { seenPosture } from './seen-posture.ts';

// How each limit was measured: docs/threat-model.md#measured-at-the-edge.

/**
 * Off the pose at rest. The page claims 6° and more, of which the Worker may see so much less. Both count from the rests that were
 * drawn: where a head was only just at rest in those, its half-way is nearer to them than that.
 */
const MIN_SEEN_SHARE = 2 / REACH_DEGREES;
const MOST_UNSEEN_SHARE = 4 / REACH_DEGREES;

/** How a head is held at rest: as the page says, and as the Worker sees it, in the same pictures. */
interface Resting {
  claimed: Posture;
  seen: Posture;
}

/** Whether each picture half the way shows a head that has left its rest, and is not at its peak. */
export function areHalfWays(shown: readonly DrawnFace[], resting: Resting): boolean {
  return shown.every((picture) => {
    const { role, action } = picture;
    if (role !== 'halfway' || action === undefined) return true;
    const seen = shareOf(action, seenPosture(picture), resting.seen);
    const peak = shown.find((one) => one.role === 'peak' && one.action === action);
    const most = peak ? shareOf(action, seenPosture(peak), resting.seen) : Infinity;
    const claimed = shareOf(action, picture, resting.claimed);
    // Of a mouth the Worker may see as much less as is claimed.
    const least = isGesture(action) ? 0 : Math.min(MIN_SEEN_SHARE, claimed - MOST_UNSEEN_SHARE);
    return seen >= least && seen < most;
  });
}

/** Of neighbours in films of people, 95 % of all turns were measured within 2.6, and all within 5.4. */
const MAX_TURN_ERROR_DEGREES = 7;
/** How far a face may move, in its own widths: a person may walk, and a head may turn. */
const MAX_SHIFT_PER_SECOND = 4;
/** How much wider or narrower a face may become, as a share of its width: a person may come nearer, or turn. */
const MAX_GROWTH_PER_SECOND = 2;

/** Whether a picture and the one before it show one movement: as much of it as the page says, and no jump. */
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
  // A picture is wider than high at most by a third; what is left of the error is in the limit.
  const shift = Math.hypot(b.x - a.x, b.y - a.y) / width;
  const growth = Math.abs(b.width - a.width) / width;
  return (
    Math.max(...turns) <= MAX_TURN_ERROR_DEGREES &&
    shift <= MAX_SHIFT_PER_SECOND * seconds &&
    growth <= MAX_GROWTH_PER_SECOND * seconds
  );
}
