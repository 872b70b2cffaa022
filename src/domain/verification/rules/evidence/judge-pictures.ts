// Judges revealed pictures as measured by the face Worker: they must be the committed pictures, and
// must show the postures that the page claimed and the head of one person. Pictures of the age step
// also yield ages. Pure; conclude-pictures.ts applies the result to the session.
import { isGesture, REACH_DEGREES } from '../../../../vision/face/challenge.ts';
import type { MeasuredFace, MeasuredPicture } from '../../../../vision/face/face-wire.ts';
import {
  isDescribed,
  lacksDescription,
  type DrawnFace,
  type DrawnPicture,
  type RefusalReason,
} from './demand.ts';
import { PICTURE_RULES } from './picture-rules.ts';
import type { KeptFace } from './same-person.ts';

/** The age in years that each net estimated from one picture. */
type NetAges = NonNullable<MeasuredFace['ages']>;

/**
 * Data from revealed pictures that is kept until the verdict, and no longer, because it is
 * biometric.
 */
export interface Evidence {
  faces: KeptFace[];
  ages: NetAges[];
  /** Measured pictures that are held until the replacements for pictures without a face arrive. */
  waiting?: MeasuredPicture[];
  /** The hash of the model that computed the latest descriptors. */
  model?: string;
}

export const NO_EVIDENCE: Evidence = { faces: [], ages: [] };

/** `shown`: the requested pictures, each with the face that was measured in it. */
type Judged =
  | { ok: true; evidence: Evidence; shown: readonly DrawnFace[] }
  | { ok: false; reason: RefusalReason };

/**
 * @param drawn the pictures that the session requested
 * @param measured one measured picture for each of them
 * @param asideDegrees the required angle of a turn to the side
 * @param before the evidence of the earlier steps
 * @returns the updated evidence about the person, or the first reason why the pictures are refused
 */
export function judgePictures(
  drawn: readonly DrawnPicture[],
  measured: readonly MeasuredPicture[],
  before: Evidence = NO_EVIDENCE,
  asideDegrees: number = REACH_DEGREES,
): Judged {
  const byTime = new Map(measured.map((picture) => [picture.t, picture]));
  const unusable = findUnusable(drawn, byTime);
  if (unusable !== undefined) return { ok: false, reason: unusable };
  const shown = drawn.flatMap((picture): DrawnFace[] => {
    const found = byTime.get(picture.t);
    return found?.ok === true ? [{ ...picture, face: found.face }] : [];
  });
  if (shown.some(lacksDescription)) return { ok: false, reason: 'unusable_picture' };
  const evidence = gather(shown, before);
  const { faces } = evidence;
  const reason = PICTURE_RULES.find((rule) => !rule.holds({ shown, faces, asideDegrees }))?.reason;
  return reason === undefined ? { ok: true, evidence, shown } : { ok: false, reason };
}

function findUnusable(
  drawn: readonly DrawnPicture[],
  measured: ReadonlyMap<number, MeasuredPicture>,
): RefusalReason | undefined {
  const faults = drawn.map(({ t }) => {
    const picture = measured.get(t);
    if (picture === undefined) return 'not_committed';
    return picture.ok ? undefined : picture.fault;
  });
  if (faults.includes('not_committed')) return 'other_picture';
  if (faults.some((fault) => fault !== undefined && fault !== 'no_face')) return 'unusable_picture';
  return faults.includes('no_face') ? 'no_face' : undefined;
}

function gather(shown: readonly DrawnFace[], { faces, ages }: Evidence): Evidence {
  const kept = shown
    .filter((picture) => isDescribed(picture) && picture.face.descriptor.length > 0)
    .map(({ role, action, face: { pose, descriptor } }): KeptFace => ({
      yaw: pose.yaw,
      pitch: pose.pitch,
      descriptor: Float32Array.from(descriptor),
      ...(role === 'age' && { isFrontal: true }),
      ...(action && isGesture(action) && { isGesture: true }),
    }));
  const found = shown.flatMap(({ role, face }) =>
    role === 'age' && face.ages !== undefined ? [face.ages] : [],
  );
  return { faces: [...faces, ...kept], ages: [...ages, ...found] };
}
