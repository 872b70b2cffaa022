// The rules that revealed pictures are judged by, each with its limit. Pure; which pictures are
// judged, and what follows, is judge-pictures.ts.
import { ACTIONS, degreesTowards, type Angles } from '../../../../vision/face/challenge.ts';
import { median } from '../../../../vision/face/median.ts';
import { areHalfWays, areNeighbours } from './between-rules.ts';
import { hasEqual } from './equal-pictures.ts';
import type { DrawnFace, RefusalReason } from './demand.ts';
import { residualPercent } from './planarity.ts';
import { isOnePerson, type KeptFace } from './same-person.ts';

// How each limit was measured: docs/threat-model.md#measured-at-the-edge.

/**
 * A net that starts new measures up to 5.1° beside the page's, which followed the face; half of all
 * angles by 1.3°.
 */
const MAX_POSE_ERROR_DEGREES = 6;
const MAX_MEDIAN_POSE_ERROR_DEGREES = 2;
/**
 * Of a movement, as far as the Worker sees it: the page's claim may exceed that by the error
 * above. Of 275 prints, flat or bent like a bottle, two nodded as far; a person is asked for 15.
 */
const MIN_SHOWN_DEGREES = 14;
/** Of the face's height. A print that is turned leaves 0.8 at most, a head 1.3 and more. */
const MIN_RESIDUAL_PERCENT = 1.1;

/** What pictures show. */
interface Shown {
  /** Of this step, by time. */
  shown: readonly DrawnFace[];
  /** Of this step and of those before. */
  faces: readonly KeptFace[];
}

interface PictureRule {
  /** What has to be so, as a bench prints it. */
  name: string;
  /** Why pictures are refused for which it is not. */
  reason: RefusalReason;
  holds: (pictures: Shown) => boolean;
}

/** In the order in which they are asked: the first that does not hold is the reason. */
export const PICTURE_RULES: readonly PictureRule[] = [
  {
    name: 'one face in each picture',
    reason: 'several_faces',
    holds: ({ shown }) => shown.every(({ face }) => face.faces <= 1),
  },
  {
    name: 'no picture twice',
    reason: 'equal_pictures',
    holds: ({ shown }) => !hasEqual(shown),
  },
  {
    name: 'every angle as the page says',
    reason: 'other_pose',
    holds: ({ shown }) => Math.max(...errorsOf(shown)) <= MAX_POSE_ERROR_DEGREES,
  },
  {
    name: 'half of the angles closely',
    reason: 'other_pose',
    holds: ({ shown }) => median(errorsOf(shown)) <= MAX_MEDIAN_POSE_ERROR_DEGREES,
  },
  {
    name: 'the movement itself in each peak',
    reason: 'other_pose',
    holds: ({ shown }) =>
      peaksOf(shown).every((peak) => shownDegrees(peak, restsOf(shown)) >= MIN_SHOWN_DEGREES),
  },
  {
    name: 'half the way where the page says so',
    reason: 'other_pose',
    holds: ({ shown }) => areHalfWays(shown, restOf(seenOf(restsOf(shown)))),
  },
  {
    name: 'one movement from a picture to the next',
    reason: 'other_pose',
    holds: ({ shown }) => areNeighbours(shown),
  },
  { name: 'one person', reason: 'other_person', holds: ({ faces }) => isOnePerson(faces) },
  {
    name: 'depth in each peak',
    reason: 'flat',
    holds: ({ shown }) => !peaksOf(shown).some((peak) => isFlat(peak, restsOf(shown))),
  },
];

const peaksOf = (shown: readonly DrawnFace[]): DrawnFace[] =>
  shown.filter(({ role }) => role === 'peak');

const restsOf = (shown: readonly DrawnFace[]): DrawnFace[] =>
  shown.filter(({ role }) => role === 'rest');

/** Between the page's angles and the Worker's, in degrees. */
const errorsOf = (shown: readonly DrawnFace[]): number[] =>
  shown.flatMap(({ face: { pose }, yaw, pitch }) => [
    Math.abs(pose.yaw - yaw),
    Math.abs(pose.pitch - pitch),
  ]);

/**
 * How far the head was turned as the Worker saw it, in the direction in which the page says that it
 * was.
 */
function shownDegrees(peak: DrawnFace, rests: readonly DrawnFace[]): number {
  const claimed = restOf(rests);
  const [action = 'turn_left'] = ACTIONS.toSorted(
    (a, b) => degreesTowards(b, peak, claimed) - degreesTowards(a, peak, claimed),
  );
  const seen = restOf(seenOf(rests));
  return degreesTowards(action, peak.face.pose, seen);
}

const seenOf = (shown: readonly DrawnFace[]): Angles[] => shown.map(({ face }) => face.pose);

/** A head is not quite still at rest. */
const restOf = (poses: readonly Angles[]): Angles => ({
  yaw: median(poses.map(({ yaw }) => yaw)),
  pitch: median(poses.map(({ pitch }) => pitch)),
});

/** Every movement has to show depth, against the rest nearest to it. */
function isFlat(peak: DrawnFace, rests: readonly DrawnFace[]): boolean {
  const distance = ({ t }: DrawnFace): number => Math.abs(t - peak.t);
  const [rest = peak] = rests.toSorted((a, b) => distance(a) - distance(b));
  return residualPercent(rest.face.mesh, peak.face.mesh) < MIN_RESIDUAL_PERCENT;
}
