// Judges revealed pictures as the face Worker measured them: that they are the committed ones and show what the page
// claimed, one person's head, and in the age step an age. Pure; what follows for the session is conclude-pictures.ts.
import { ACTIONS, degreesTowards, type Angles } from '../../../../vision/face/challenge.ts';
import { median } from '../../../../vision/face/median.ts';
import type { MeasuredFace, MeasuredPicture } from '../../../../vision/face/face-wire.ts';
import { residualPercent } from './planarity.ts';
import type { DrawnPicture, RefusalReason } from './demand.ts';
import { isOnePerson, type KeptFace } from './same-person.ts';

/** Years by each net, of one picture. */
type NetAges = NonNullable<MeasuredFace['ages']>;

/** What stays of revealed pictures until the verdict, and not longer: biometric data. */
export interface Evidence {
  faces: KeptFace[];
  ages: NetAges[];
  /** Pictures that wait for another one, in place of one without a face. */
  waiting?: MeasuredPicture[];
  /** Hash of what made the descriptors last. */
  model?: string;
}

export const NO_EVIDENCE: Evidence = { faces: [], ages: [] };

type Judged = { ok: true; evidence: Evidence } | { ok: false; reason: RefusalReason };

/** A drawn picture with the face in it. */
interface ShownFace extends DrawnPicture {
  face: MeasuredFace;
}

// How each limit was measured: docs/threat-model.md#measured-at-the-edge.

/** A net that starts new measures up to 5.1° beside the page's, which followed the face; half of all angles by 1.3°. */
const MAX_POSE_ERROR_DEGREES = 6;
const MAX_MEDIAN_POSE_ERROR_DEGREES = 2;
/**
 * Of a movement, as far as the Worker sees it: the page's claim may exceed that by the error above. Of 275
 * prints, flat or bent like a bottle, two nodded as far; a person is asked for 15.
 */
const MIN_SHOWN_DEGREES = 14;
/** Of the face's height. A print that is turned leaves 0.8 at most, a head 1.3 and more. */
const MIN_RESIDUAL_PERCENT = 1.1;

/**
 * @param drawn as the session asked for them
 * @param measured one for each of them
 * @param before of the steps before
 * @returns what is known of the person then, or the first reason why the pictures do not count
 */
export function judgePictures(
  drawn: readonly DrawnPicture[],
  measured: readonly MeasuredPicture[],
  before: Evidence = NO_EVIDENCE,
): Judged {
  const byTime = new Map(measured.map((picture) => [picture.t, picture]));
  const unusable = findUnusable(drawn, byTime);
  if (unusable !== undefined) return { ok: false, reason: unusable };
  const shown = drawn.flatMap((picture): ShownFace[] => {
    const found = byTime.get(picture.t);
    return found?.ok === true ? [{ ...picture, face: found.face }] : [];
  });
  const evidence = gather(shown, before);
  const reason = findStrange(shown, evidence);
  return reason === undefined ? { ok: true, evidence } : { ok: false, reason };
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

function findStrange(shown: readonly ShownFace[], evidence: Evidence): RefusalReason | undefined {
  if (shown.some(({ face }) => face.faces > 1)) return 'several_faces';
  const errors = shown.flatMap(({ face: { pose }, yaw, pitch }) => [
    Math.abs(pose.yaw - yaw),
    Math.abs(pose.pitch - pitch),
  ]);
  if (Math.max(...errors) > MAX_POSE_ERROR_DEGREES) return 'other_pose';
  if (median(errors) > MAX_MEDIAN_POSE_ERROR_DEGREES) return 'other_pose';
  const peaks = shown.filter(({ role }) => role === 'peak');
  const rests = shown.filter(({ role }) => role === 'rest');
  if (peaks.some((peak) => shownDegrees(peak, rests) < MIN_SHOWN_DEGREES)) return 'other_pose';
  if (!isOnePerson(evidence.faces)) return 'other_person';
  return peaks.some((peak) => isFlat(peak, rests)) ? 'flat' : undefined;
}

/** How far the head was turned as the Worker saw it, in the direction in which the page says that it was. */
function shownDegrees(peak: ShownFace, rests: readonly ShownFace[]): number {
  const claimed = restOf(rests);
  const [action = 'turn_left'] = ACTIONS.toSorted(
    (a, b) => degreesTowards(b, peak, claimed) - degreesTowards(a, peak, claimed),
  );
  const seen = restOf(rests.map(({ face }) => face.pose));
  return degreesTowards(action, peak.face.pose, seen);
}

/** A head is not quite still at rest. */
const restOf = (poses: readonly Angles[]): Angles => ({
  yaw: median(poses.map(({ yaw }) => yaw)),
  pitch: median(poses.map(({ pitch }) => pitch)),
});

/** Every movement has to show depth, against the rest nearest to it. */
function isFlat(peak: ShownFace, rests: readonly ShownFace[]): boolean {
  const distance = ({ t }: ShownFace): number => Math.abs(t - peak.t);
  const [rest = peak] = rests.toSorted((a, b) => distance(a) - distance(b));
  return residualPercent(rest.face.mesh, peak.face.mesh) < MIN_RESIDUAL_PERCENT;
}

function gather(shown: readonly ShownFace[], { faces, ages }: Evidence): Evidence {
  const kept = shown.map(({ role, face: { pose, descriptor } }): KeptFace => ({
    yaw: pose.yaw,
    pitch: pose.pitch,
    descriptor: Float32Array.from(descriptor),
    ...(role === 'age' && { isFrontal: true }),
  }));
  const found = shown.flatMap(({ role, face }) =>
    role === 'age' && face.ages !== undefined ? [face.ages] : [],
  );
  return { faces: [...faces, ...kept], ages: [...ages, ...found] };
}
