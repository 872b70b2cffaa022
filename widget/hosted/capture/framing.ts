// Decides whether the face is where it can be measured: compares one picture's face with the oval
// on the stage. Pure.
import type { Pose } from '../../../src/vision/face/challenge.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';

/** The oval on the stage, as fractions of the stage. The stylesheet uses the same numbers. */
export const OVAL = { x: 0.5, y: 0.49, width: 0.66, height: 0.68 } as const;

/** The faults of a picture, most important first, because only one is shown at a time. */
export const FRAMINGS = [
  'no_face',
  'two_faces',
  'too_dark',
  'too_far',
  'too_close',
  'off_center',
  'look_straight',
] as const;
export type Framing = (typeof FRAMINGS)[number] | 'ok';

/**
 * The aspect ratios (width divided by height) of the camera picture and of the stage, which shows a
 * part of it.
 */
export interface Stage {
  pictureAspect: number;
  stageAspect: number;
}

/** The mean luma of a face below which the mesh and the age model become unreliable. */
const DARK_LUMA = 45;
/**
 * The mean luma of a picture below which no face can be found in it, such as at night or with a
 * covered lens.
 */
const NIGHT_LUMA = 25;
/** Limits of the face's height, as fractions of the oval's height. */
const FAR_SHARE = 0.4;
const CLOSE_SHARE = 1.25;
/**
 * The maximum distance between the centres of the face and the oval, as a fraction of the stage.
 */
const CENTER_SHARE = 0.2;
/**
 * Maximum angles in degrees of a head that faces the camera. People hold phones low, so even a
 * person who looks straight at the phone has a measurable pitch.
 */
const STRAIGHT = { yaw: 14, pitch: 22, roll: 20 } as const;

/**
 * Returns the centre and height of a face as fractions of the stage. The picture is cropped so that
 * it fills the stage.
 */
export function onStage(face: Pick<FaceReading, 'x' | 'y' | 'height'>, stage: Stage) {
  const visibleWidth = Math.min(1, stage.stageAspect / stage.pictureAspect);
  const visibleHeight = Math.min(1, stage.pictureAspect / stage.stageAspect);
  return {
    x: (face.x - 0.5) / visibleWidth + 0.5,
    y: (face.y - 0.5) / visibleHeight + 0.5,
    height: face.height / visibleHeight,
  };
}

/**
 * Returns the most important thing to correct, or `ok`.
 * @param brightness mean luma of the whole picture, 0 to 255; if no face was found, darkness may be
 *   the reason
 */
export function framingOf(
  face: FaceReading | undefined,
  stage: Stage,
  brightness?: number,
): Framing {
  if (!face) return brightness !== undefined && brightness < NIGHT_LUMA ? 'too_dark' : 'no_face';
  if (face.faces > 1) return 'two_faces';
  if (face.brightness < DARK_LUMA) return 'too_dark';
  const place = onStage(face, stage);
  if (place.height < OVAL.height * FAR_SHARE) return 'too_far';
  if (place.height > OVAL.height * CLOSE_SHARE) return 'too_close';
  if (Math.abs(place.x - OVAL.x) > CENTER_SHARE || Math.abs(place.y - OVAL.y) > CENTER_SHARE) {
    return 'off_center';
  }
  return isStraight(face.pose) ? 'ok' : 'look_straight';
}

/** Whether the head faces the camera, as far as this can be judged without knowing the person. */
export function isStraight({ yaw, pitch, roll }: Pose): boolean {
  return (
    Math.abs(yaw) < STRAIGHT.yaw &&
    Math.abs(pitch) < STRAIGHT.pitch &&
    Math.abs(roll) < STRAIGHT.roll
  );
}
