// The vocabulary of the liveness challenge, shared by the page (which guides) and the server (which judges).
// It holds angles, directions and limits; the judgement is the server's (domain/verification/rules/liveness.ts).

/** Movements a challenge may ask for, named from the person's own point of view. */
export const ACTIONS = ['turn_left', 'turn_right', 'look_up', 'look_down'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * Head pose in degrees, measured in the unmirrored camera picture.
 * `yaw` > 0: the face points to the picture's right, which is the person's own left.
 * `pitch` > 0: the face points down.
 */
export interface Pose {
  yaw: number;
  pitch: number;
  roll: number;
}

export type Angles = Pick<Pose, 'yaw' | 'pitch'>;

/** An action counts from this angle: a flat photograph measures at most 5°, a willing head 25°. */
export const REACH_DEGREES = 15;
/** Below this angle the head is back at rest. */
export const NEUTRAL_DEGREES = 8;
/** A movement this far that was not asked for is an answer to another challenge. */
export const WRONG_DEGREES = 18;

/** Rows that a trajectory must have, and may have. */
export const MIN_POSE_SAMPLES = 20;
export const MAX_POSE_SAMPLES = 900;
/** Half of the rows must be at most this far apart. */
export const MAX_MEDIAN_GAP_MS = 200;
/** A longer time without a row is a face that left. */
export const MAX_GAP_MS = 1_500;
/** Nobody moves the head and comes back in less. */
export const MIN_MS_PER_ACTION = 500;
/** The resting pose is the median of the rows of the first moment, this long. */
export const RESTING_MS = 300;

/**
 * One row of the pose trajectory the page sends:
 * `[t, yaw, pitch, roll, x, y, width]`: milliseconds since the challenge was shown, three angles in
 * degrees, and the face's centre and width as fractions of the picture (0 to 1).
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
 * @param resting the person's own neutral pose; people hold cameras above or below their eyes
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
 * The pose that page and server go by at a row of a trajectory, in degrees: the middle of it and the two rows before
 * it, each angle by itself; the first two rows as they are. A single picture may be measured far off, just after the
 * face was found anew, and shall neither fulfil nor spoil anything.
 */
export function settledPose(samples: readonly PoseSample[], at: number): Angles {
  const [, yaw = 0, pitch = 0] = samples[at] ?? [];
  const between = samples[at - 1];
  const before = samples[at - 2];
  if (between === undefined || before === undefined) return { yaw, pitch };
  return { yaw: middle(yaw, between[1], before[1]), pitch: middle(pitch, between[2], before[2]) };
}

function middle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
