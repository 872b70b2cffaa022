// How far a head has turned in a direction that was not requested. Pure.
import {
  ACTIONS,
  type Angles,
  degreesTowards,
  isGesture,
  type Move,
  WRONG_DEGREES,
} from '../../../src/vision/face/challenge.ts';

/** The furthest, in degrees, that the head has turned in a direction that was not requested. */
export function degreesAstray(asked: Move, pose: Angles, resting: Angles): number {
  const others = ACTIONS.filter((action) => action !== asked);
  return Math.max(...others.map((action) => degreesTowards(action, pose, resting)));
}

/** Whether the head moves the wrong way, by the same rule as on the server. */
export function isAstray(asked: Move, pose: Angles, resting: Angles): boolean {
  const degrees = degreesAstray(asked, pose, resting);
  const wanted = isGesture(asked) ? 0 : degreesTowards(asked, pose, resting);
  return degrees >= WRONG_DEGREES && degrees > wanted;
}
