// Terms and limits of the liveness challenge, shared by the page (which guides the person) and the
// server (which verifies): angles, directions, timing. The decision is in
// domain/verification/rules/liveness/liveness.ts.

/** Turns and nods of a challenge, named from the person's point of view. */
export const ACTIONS = ['turn_left', 'turn_right', 'look_up', 'look_down'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * Gestures that a challenge may request in addition to ACTIONS, if the page reports that it
 * supports them: see shareOf.
 */
export const GESTURES = ['open_mouth', 'come_closer'] as const;
export type Gesture = (typeof GESTURES)[number];

/**
 * All moves of a challenge. They are written out because the bundler would keep a spread in every
 * script that imports a limit from this file.
 */
export const MOVES = [
  'turn_left',
  'turn_right',
  'look_up',
  'look_down',
  'open_mouth',
  'come_closer',
] as const satisfies readonly (Action | Gesture)[];
export type Move = Action | Gesture;

export const isGesture = (move: Move): move is Gesture => move in REACH_OF_GESTURE;

/**
 * Head pose in degrees, measured in the unmirrored camera picture.
 * `yaw` > 0: the face points to the right of the picture, which is the person's left.
 * `pitch` > 0: the face points down.
 */
export interface Pose {
  yaw: number;
  pitch: number;
  roll: number;
}

export type Angles = Pick<Pose, 'yaw' | 'pitch'>;

/** The larger of the absolute yaw and the absolute pitch, in degrees. */
export const angleOf = ({ yaw, pitch }: Angles): number => Math.max(Math.abs(yaw), Math.abs(pitch));

/** The measurements of one picture that decide whether a movement was made. */
export interface Posture extends Angles {
  /** Width of the face, as a fraction of the picture's width. */
  width?: number;
  /** Gap between the lips, as a share of the mouth's width (mouth.ts). */
  mouth?: number;
}

/** Minimum angle of an action: a flat photograph reaches at most 5°, a cooperative person 25°. */
export const REACH_DEGREES = 15;
/**
 * Minimum angle of a turn to a side if the pictures are measured at the edge: the further a
 * photograph is bent, the more its texture shows it
 * (docs/liveness-evidence.md#how-far-a-head-turns).
 */
export const FAR_DEGREES = 25;
/** The angle below which the head is back in the neutral position. */
export const NEUTRAL_DEGREES = 8;
/**
 * The angle beyond which a movement that the challenge did not request is taken as evidence of a
 * replay: the trajectory was recorded for a different challenge.
 */
export const WRONG_DEGREES = 18;

/**
 * Minimum change of a gesture relative to rest: the gap between the lips grows by this share of the
 * mouth's width, or the face becomes wider by this share of its resting width, as when it moves
 * from 60 cm to 43 cm. docs/threat-model.md#open-mouth-and-coming-closer describes how both were
 * measured.
 */
const REACH_OF_GESTURE: Readonly<Record<Gesture, number>> = { open_mouth: 0.3, come_closer: 0.4 };
/**
 * A gesture is over when it falls below this share of its reach, just as a turn, which must reach
 * 15°, is over below 8°.
 */
export const NEUTRAL_SHARE = 0.5;

/** Minimum and maximum number of rows of a trajectory. */
export const MIN_POSE_SAMPLES = 20;
export const MAX_POSE_SAMPLES = 900;
/** Maximum median time between two consecutive rows. */
export const MAX_MEDIAN_GAP_MS = 200;
/** Maximum gap between two rows; a longer gap means that the face left the picture. */
export const MAX_GAP_MS = 1_500;
/** Minimum time of an action: nobody can move the head there and back faster. */
export const MIN_MS_PER_ACTION = 500;
/** The resting pose is the median of the rows of this initial period. */
export const RESTING_MS = 300;

/**
 * One row of the pose trajectory that the page sends, `[t, yaw, pitch, roll, x, y, width, mouth?]`:
 * milliseconds since the challenge was shown, three angles in degrees, the centre and width of the
 * face as fractions of the picture (0 to 1), and, if the challenge asks for an open mouth, the gap
 * between the lips as a share of the mouth's width.
 */
export type PoseSample = [
  t: number,
  yaw: number,
  pitch: number,
  roll: number,
  x: number,
  y: number,
  width: number,
  mouth?: number,
];

/**
 * How far the head has moved in the direction of `action`, in degrees.
 * @param resting the person's neutral pose; people hold cameras above or below eye level
 * @returns negative when the head moved the other way
 */
export function degreesTowards(action: Action, pose: Angles, resting: Angles): number {
  switch (action) {
    case 'turn_left':
      return pose.yaw - resting.yaw;
    case 'turn_right':
      return resting.yaw - pose.yaw;
    case 'look_up':
      return resting.pitch - pose.pitch;
    case 'look_down':
      return pose.pitch - resting.pitch;
  }
}

/** Whether the head turns to a side. */
export const isAside = (move: Move): boolean => move === 'turn_left' || move === 'turn_right';

/**
 * How much of a movement was made, as a share of what is required: 1 is enough.
 * @param resting the person's neutral posture
 * @param asideDegrees the required angle of a turn to a side
 * @returns negative when the head moved the other way; 0 for a gesture that was not measured
 */
export function shareOf(
  move: Move,
  posture: Posture,
  resting: Posture,
  asideDegrees: number = REACH_DEGREES,
): number {
  if (isGesture(move)) return beyondRest(move, posture, resting) / REACH_OF_GESTURE[move];
  const reach = isAside(move) ? asideDegrees : REACH_DEGREES;
  return degreesTowards(move, posture, resting) / reach;
}

function beyondRest(gesture: Gesture, posture: Posture, resting: Posture): number {
  if (gesture === 'open_mouth') return (posture.mouth ?? 0) - (resting.mouth ?? posture.mouth ?? 0);
  const { width = 0 } = resting;
  return width > 0 ? (posture.width ?? width) / width - 1 : 0;
}

/** The posture in one row, unfiltered. */
export const postureOf = ([, yaw, pitch, , , , width, mouth]: PoseSample): Posture => ({
  yaw,
  pitch,
  width,
  ...(mouth !== undefined && { mouth }),
});

/**
 * Returns the posture that the page and the server use at a row of a trajectory: for each number,
 * the median of the row and the two before it; the first two rows are unfiltered. A single picture
 * may be measured wrongly, for example right after the face has been detected again, and must
 * neither complete nor fail a movement.
 */
export function settledPose(samples: readonly PoseSample[], at: number): Required<Posture> {
  const row = samples[at] ?? NO_SAMPLE;
  const between = samples[at - 1] ?? row;
  const before = samples[at - 2] ?? row;
  const settled = (column: 1 | 2 | 6 | 7): number =>
    median(row[column] ?? 0, between[column] ?? 0, before[column] ?? 0);
  return { yaw: settled(1), pitch: settled(2), width: settled(6), mouth: settled(7) };
}

const NO_SAMPLE: PoseSample = [0, 0, 0, 0, 0, 0, 0];

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
