// Rules for pictures that were taken halfway through a movement, or in immediate succession: a head
// must move continuously from one pose to the next. Pure; the other rules are in picture-rules.ts.
import {
  isGesture,
  type Posture,
  REACH_DEGREES,
  shareOf,
} from '../../../../vision/face/challenge.ts';
import type { DrawnFace } from './demand.ts';
import { seenPosture } from './seen-posture.ts';

// docs/threat-model.md#measured-at-the-edge describes how each limit was measured.

/**
 * The minimum distance from the resting pose that the Worker must measure in a halfway picture:
 * `MIN_SEEN_SHARE`, or the page's claim minus `MAX_UNSEEN_SHARE` if that is less. Halfway pictures
 * are chosen only if the page claims at least 6° from rest. Relative to the chosen resting
 * pictures, however, the claim is smaller if the head was barely at rest in these pictures.
 */
const MIN_SEEN_SHARE = 2 / REACH_DEGREES;
const MAX_UNSEEN_SHARE = 4 / REACH_DEGREES;

/**
 * The resting posture, as claimed by the page and as measured by the Worker, in the same pictures.
 */
interface Resting {
  claimed: Posture;
  seen: Posture;
}

/**
 * Whether each halfway picture shows a head that has left its resting pose but is not at the peak
 * of its movement.
 */
export function areHalfWays(shown: readonly DrawnFace[], resting: Resting): boolean {
  return shown.every((picture) => {
    const { role, action } = picture;
    if (role !== 'halfway' || action === undefined) return true;
    const seen = shareOf(action, seenPosture(picture), resting.seen);
    const peak = shown.find((one) => one.role === 'peak' && one.action === action);
    const most = peak ? shareOf(action, seenPosture(peak), resting.seen) : Infinity;
    const claimed = shareOf(action, picture, resting.claimed);
    // For a gesture, the Worker may measure any amount less than the claim.
    const least = isGesture(action) ? 0 : Math.min(MIN_SEEN_SHARE, claimed - MAX_UNSEEN_SHARE);
    return seen >= least && seen < most;
  });
}

/**
 * The largest allowed difference between a turn as claimed by the page and as measured by the
 * Worker. In recordings of people, 95% of the turns between consecutive pictures were measured to
 * within 2.6 degrees, and all to within 5.4.
 */
const MAX_TURN_ERROR_DEGREES = 7;
/** How far a face may move per second, in face widths: a person may walk, and a head may turn. */
const MAX_SHIFT_PER_SECOND = 4;
/**
 * How much a face's width may change per second, as a share of that width: a person may come
 * closer, or turn.
 */
const MAX_GROWTH_PER_SECOND = 2;

/**
 * Whether each random picture and the picture kept directly after it (`next`) show one continuous
 * movement: as large as the page claims, and without a jump.
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
  // `x` and `y` are fractions of a picture whose width is at most a third larger than its height;
  // the limit allows for the error that this causes.
  const shift = Math.hypot(b.x - a.x, b.y - a.y) / width;
  const growth = Math.abs(b.width - a.width) / width;
  return (
    Math.max(...turns) <= MAX_TURN_ERROR_DEGREES &&
    shift <= MAX_SHIFT_PER_SECOND * seconds &&
    growth <= MAX_GROWTH_PER_SECOND * seconds
  );
}
