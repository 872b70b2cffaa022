// The vocabulary of the liveness challenge, shared by the page (which guides) and the server (which judges).
// It holds angles and directions only; the judgement itself is the server's (domain/verification/liveness.ts).

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

/** An action counts from this angle: a flat photograph measures at most 5°, a willing head 25°. */
export const REACH_DEGREES = 15;
/** Below this angle the head is back at rest. */
export const NEUTRAL_DEGREES = 8;
/** A movement this far that was not asked for is an answer to another challenge. */
export const WRONG_DEGREES = 18;

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
export function degreesTowards(
  action: Action,
  pose: Pick<Pose, 'yaw' | 'pitch'>,
  resting: Pick<Pose, 'yaw' | 'pitch'>,
): number {
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
