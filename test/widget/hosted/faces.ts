// Faces as the engine reports them, and moving heads, for tests of the page's pure logic.
import {
  degreesTowards,
  isGesture,
  type Move,
  type Pose,
} from '../../../src/vision/face/challenge.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import type { Stage } from '../../../widget/hosted/capture/framing.ts';
import type { PictureReading } from '../../../widget/hosted/engine/worker.ts';

/** A 4:3 camera on the page's 3:4 stage. */
export const STAGE: Stage = { pictureAspect: 4 / 3, stageAspect: 3 / 4 };
export const STRAIGHT: Pose = { yaw: 2, pitch: -4, roll: 1 };

/** Creates a face; by default, it is in the middle of the picture and looks straight ahead. */
export function makeFace(over: Partial<FaceReading> = {}): FaceReading {
  return {
    pose: STRAIGHT,
    x: 0.5,
    y: 0.5,
    width: 0.25,
    height: 0.45,
    mouth: 0.03,
    score: 0.99,
    faces: 1,
    brightness: 130,
    ...over,
  };
}

/** Returns the engine's measurements of a picture in ordinary light. */
export function readingOf(face: FaceReading | undefined): PictureReading {
  return { face, brightness: 120 };
}

/** Returns the pose of a head that has turned or nodded by `degrees` from rest. */
export function poseTowards(action: Move, degrees: number): Pose {
  if (isGesture(action)) return STRAIGHT;
  const axis = action.startsWith('turn') ? 'yaw' : 'pitch';
  const sign = Math.sign(degreesTowards(action, { yaw: 1, pitch: 1 }, { yaw: 0, pitch: 0 }));
  return { ...STRAIGHT, [axis]: STRAIGHT[axis] + sign * degrees };
}
