// Determines whether a document's portrait shows the person who performed the movements (D-91),
// using terms/face-match.ts. Pure.
import { angleOf } from '../../../../vision/face/challenge.ts';
import type { MeasuredPortrait } from '../../../../vision/face/face-wire.ts';
import { median } from '../../../../vision/face/median.ts';
import type { MatchLimits } from '../../../../config/face-limits.ts';
import { type FaceRuling, facesApart, judgeFaces } from '../../../terms/face-match.ts';
import { FRONTAL_DEGREES, type KeptFace } from '../evidence/same-person.ts';

/** `no_face`: there is no portrait to compare. */
type PortraitRuling = FaceRuling | 'no_face';

/**
 * @param live the faces in this session's pictures of the person; portraitDistance selects those
 *   that are compared
 * @param limits the installation's limits
 * @throws RangeError when there are no faces, because then nothing can be compared
 */
export function judgePortrait(
  live: readonly KeptFace[],
  portrait: MeasuredPortrait,
  limits: MatchLimits,
): PortraitRuling {
  if (live.length === 0) throw new RangeError('No face of the person is known.');
  if (!portrait.ok) return 'no_face';
  return judgeFaces(portraitDistance(live, portrait), limits);
}

/**
 * Returns the median distance between the portrait and the pictures in which the person looks
 * straight ahead, as in portraits; if there is no such picture, returns the distance from the
 * picture in which the head is turned least.
 */
export function portraitDistance(
  live: readonly KeptFace[],
  portrait: Pick<Extract<MeasuredPortrait, { ok: true }>, 'descriptor'>,
): number {
  const frontal = live.filter((face) => angleOf(face) < FRONTAL_DEGREES);
  const straightest = live.toSorted((a, b) => angleOf(a) - angleOf(b)).slice(0, 1);
  const seen = frontal.length > 0 ? frontal : straightest;
  return median(seen.map(({ descriptor }) => facesApart(descriptor, portrait.descriptor)));
}
