// The rules for revealed pictures, each with its limit. Pure; judge-pictures.ts applies them.
import {
  ACTIONS,
  isGesture,
  REACH_DEGREES,
  shareOf,
  type Move,
  type Posture,
} from '../../../../vision/face/challenge.ts';
import type { MeasuredFace } from '../../../../vision/face/face-wire.ts';
import { median } from '../../../../vision/face/median.ts';
import { areHalfWays, areNeighbours } from './between-rules.ts';
import { hasEqual } from './equal-pictures.ts';
import type { DrawnFace, RefusalReason } from './demand.ts';
import { residualPercent } from './planarity.ts';
import { isOnePerson, type KeptFace } from './same-person.ts';
import { seenPosture } from './seen-posture.ts';

// docs/threat-model.md#measured-at-the-edge lists the rules with the attacks that they refuse.

/**
 * The largest accepted difference between the head's angles as claimed by the page and as measured
 * by the Worker. The Worker sees only a single picture, whereas the page tracked the face: the
 * angles differ by up to 5.1°, and half of them by at most 1.3°.
 */
const MAX_POSE_ERROR_DEGREES = 6;
const MAX_MEDIAN_POSE_ERROR_DEGREES = 2;
/**
 * The minimum share of a movement that the Worker must measure. It is 14 of the 15 degrees that a
 * challenge requests, or 23.3 of 25, because the page's claim may be too high by the error above.
 * Of 275 prints, flat or curved as if around a bottle, only two reached 14 degrees, both in a nod.
 */
const MIN_SHOWN_SHARE = 14 / REACH_DEGREES;
/**
 * The minimum share of a gesture that the Worker must measure. The Worker's measurements differ
 * from the page's by up to 0.14 of the mouth's width for an open mouth, and by up to 4.3% for the
 * width of a face.
 */
const MIN_SHOWN_GESTURE = 2 / 3;
/**
 * Limits for the area between the lips. If closed lips in a picture have been stretched apart, the
 * area shows stretched lip, which is redder than the lips and of uniform brightness. Behind real
 * open lips there are teeth, a tongue and darkness.
 */
const MIN_CONTRAST = 1;
const MAX_REDDENING = 0.2;
/**
 * The minimum residual of a turn (planarity.ts), as a percentage of the face's height. A flat print
 * that turns has a residual of at most 0.8; a real head has a residual of at least 1.3.
 */
const MIN_RESIDUAL_PERCENT = 1.1;

/** The pictures to judge. */
interface Shown {
  /** The pictures of this step, in ascending order of time. */
  shown: readonly DrawnFace[];
  /** The faces from this step and the earlier steps. */
  faces: readonly KeptFace[];
  /** The required angle of a turn to the side. */
  asideDegrees: number;
}

interface PictureRule {
  /** The condition in words, as printed by a benchmark. */
  name: string;
  /** The reason for the refusal when the condition does not hold. */
  reason: RefusalReason;
  holds: (pictures: Shown) => boolean;
}

/**
 * The rules, in the order of evaluation: the first rule that does not hold determines the reason.
 */
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
    name: 'every angle close to what the page reported',
    reason: 'other_pose',
    holds: ({ shown }) => Math.max(...errorsOf(shown)) <= MAX_POSE_ERROR_DEGREES,
  },
  {
    name: 'the median angle very close to it',
    reason: 'other_pose',
    holds: ({ shown }) => median(errorsOf(shown)) <= MAX_MEDIAN_POSE_ERROR_DEGREES,
  },
  {
    name: 'the movement visible at each peak',
    reason: 'other_pose',
    holds: ({ shown, asideDegrees }) =>
      peaksOf(shown).every((peak) => isShown(peak, restsOf(shown), asideDegrees)),
  },
  {
    name: 'halfway pictures halfway through the movement',
    reason: 'other_pose',
    holds: ({ shown }) =>
      areHalfWays(shown, {
        claimed: restOf(restsOf(shown)),
        seen: restOf(restsOf(shown).map(seenPosture)),
      }),
  },
  {
    name: 'a continuous movement between neighbouring pictures',
    reason: 'other_pose',
    holds: ({ shown }) => areNeighbours(shown),
  },
  { name: 'one person', reason: 'other_person', holds: ({ faces }) => isOnePerson(faces) },
  {
    name: 'depth at each peak',
    reason: 'flat',
    holds: ({ shown }) =>
      !peaksOf(shown)
        .filter(isTurned)
        .some((peak) => isFlat(peak, restsOf(shown))),
  },
  {
    name: 'a mouth behind open lips',
    reason: 'drawn_apart',
    holds: ({ shown }) => !peaksOf(shown).some(isDrawnApart),
  },
];

const peaksOf = (shown: readonly DrawnFace[]): DrawnFace[] =>
  shown.filter(({ role }) => role === 'peak');

const restsOf = (shown: readonly DrawnFace[]): DrawnFace[] =>
  shown.filter(({ role }) => role === 'rest');

/** Returns the differences between the page's angles and the Worker's angles, in degrees. */
const errorsOf = (shown: readonly DrawnFace[]): number[] =>
  shown.flatMap(({ face: { pose }, yaw, pitch }) => [
    Math.abs(pose.yaw - yaw),
    Math.abs(pose.pitch - pitch),
  ]);

/**
 * Whether depth is judged at this peak. It is judged only in turns, because opening the mouth or
 * coming closer does not change the shape of a face in the picture the way turning the head does.
 */
const isTurned = ({ action }: DrawnFace): boolean => action === undefined || !isGesture(action);

/** Whether the Worker measured enough movement in the direction that the page claims. */
function isShown(peak: DrawnFace, rests: readonly DrawnFace[], asideDegrees: number): boolean {
  const move = peak.action ?? furthestOf(peak, restOf(rests));
  const resting = restOf(rests.map(seenPosture));
  const share = shareOf(move, seenPosture(peak), resting, asideDegrees);
  return share >= (isGesture(move) ? MIN_SHOWN_GESTURE : MIN_SHOWN_SHARE);
}

const furthestOf = (peak: Posture, resting: Posture): Move =>
  ACTIONS.toSorted((a, b) => shareOf(b, peak, resting) - shareOf(a, peak, resting))[0] ??
  'turn_left';

/** Returns the median posture, because a head at rest is not completely still. */
function restOf(postures: readonly Posture[]): Posture {
  const middle = (of: (posture: Posture) => number): number => median(postures.map(of));
  return {
    yaw: middle(({ yaw }) => yaw),
    pitch: middle(({ pitch }) => pitch),
    width: middle(({ width = 0 }) => width),
    mouth: middle(({ mouth = 0 }) => mouth),
  };
}

/** Whether a turn lacks depth, compared with the resting picture nearest in time. */
function isFlat(peak: DrawnFace, rests: readonly DrawnFace[]): boolean {
  const distance = ({ t }: DrawnFace): number => Math.abs(t - peak.t);
  const [rest = peak] = rests.toSorted((a, b) => distance(a) - distance(b));
  return residualPercent(rest.face.mesh, peak.face.mesh) < MIN_RESIDUAL_PERCENT;
}

const isDrawnApart = ({ action, face: { mouth } }: DrawnFace): boolean =>
  action === 'open_mouth' && isShownApart(mouth);

/**
 * Whether the area between the lips looks like a stretched print.
 * @returns false when the lips are too close together to judge the area between them
 */
export function isShownApart(mouth: MeasuredFace['mouth']): boolean {
  if (mouth?.inside === undefined) return false;
  const { contrast, redder } = mouth.inside;
  return contrast < MIN_CONTRAST && redder > MAX_REDDENING;
}
