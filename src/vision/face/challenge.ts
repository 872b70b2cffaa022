// Terms and limits of the liveness challenge, shared by the page (which guides the person) and the server (which
// verifies): angles, directions, timing. The decision is in domain/verification/rules/liveness/liveness.ts.

/** Movements of a challenge, named from the person's point of view. */
export const ACTIONS = ['turn_left', 'turn_right', 'look_up', 'look_down'] as const;
export type Action = (typeof ACTIONS)[number];

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

/** Minimum angle of an action: a flat photograph reaches at most 5°, a cooperative person 25°. */
export const REACH_DEGREES = 15;
/** Below this angle the head is in the neutral position again. */
export const NEUTRAL_DEGREES = 8;
/** A movement beyond this angle that was not requested belongs to another challenge (replay). */
export const WRONG_DEGREES = 18;

/** Minimum and maximum number of rows of a trajectory. */
export const MIN_POSE_SAMPLES = 20;
export const MAX_POSE_SAMPLES = 900;
/** Half of the rows must be at most this far apart. */
export const MAX_MEDIAN_GAP_MS = 200;
/** A longer gap means that the face left the picture. */
export const MAX_GAP_MS = 1_500;
/** No one can move the head there and back in less time. */
export const MIN_MS_PER_ACTION = 500;
/** The resting pose is the median of the rows of this initial period. */
export const RESTING_MS = 300;

/**
 * One row of the pose trajectory the page sends:
 * `[t, yaw, pitch, roll, x, y, width]`: milliseconds since the challenge was shown, three angles in
 * degrees, and the centre and width of the face as fractions of the picture (0 to 1).
 */
export type PoseSample = [
  t: number,
  yaw: number,
  pitch: number,
  roll: number,
  x: number,
  y: number,
  width: number,
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

/**
 * The pose that page and server use at a row of a trajectory, in degrees: the median of the row and the two before it,
 * per angle; the first two rows unfiltered. A single picture may be measured wrongly, such as right after the face was
 * detected again, and must neither complete nor fail an action.
 */
export function settledPose(samples: readonly PoseSample[], at: number): Angles {
  const [, yaw = 0, pitch = 0] = samples[at] ?? [];
  const between = samples[at - 1];
  const before = samples[at - 2];
  if (between === undefined || before === undefined) return { yaw, pitch };
  return { yaw: median(yaw, between[1], before[1]), pitch: median(pitch, between[2], before[2]) };
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
