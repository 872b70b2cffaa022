// The posture of a head in a picture, as measured by the face Worker. Pure.
import type { Posture } from '../../../../vision/face/challenge.ts';
import type { DrawnFace } from './demand.ts';

export const seenPosture = ({ face: { pose, width, mouth } }: DrawnFace): Posture => ({
  yaw: pose.yaw,
  pitch: pose.pitch,
  width,
  ...(mouth && { mouth: mouth.opening }),
});
