// Whether a document's portrait shows the person who did the movements (D-91), by descriptors of length 1 (faceres). Pure.
import { angleOf } from '../../../../vision/face/challenge.ts';
import type { MeasuredPortrait } from '../../../../vision/face/face-wire.ts';
import { median } from '../../../../vision/face/median.ts';
import { distance } from '../../../terms/descriptor-distance.ts';
import { FRONTAL_DEGREES, type KeptFace } from '../evidence/same-person.ts';

/** `unclear`: a better picture may tell. `no_face`: there is no portrait to compare. */
type PortraitRuling = 'match' | 'unclear' | 'differs' | 'no_face';

/**
 * Up to the first it is one person, beyond the second two. Portraits of a person taken on another day are far more unlike
 * than two views of one day: 0.9 in the median, below 1.03 in 95 %. 1 % of other people were below 0.94. How this was
 * measured, and of how few: docs/documents.md.
 */
const MATCH_AT_MOST = 0.92;
const DIFFERS_ABOVE = 1.03;

/**
 * @param live of the pictures of this session that showed the person; those that look straight ahead count, for a portrait
 *   does too
 * @throws RangeError without any: what is not known cannot be compared
 */
export function judgePortrait(
  live: readonly KeptFace[],
  portrait: MeasuredPortrait,
): PortraitRuling {
  if (live.length === 0) throw new RangeError('No face of the person is known.');
  if (!portrait.ok) return 'no_face';
  const apart = portraitDistance(live, portrait);
  if (apart <= MATCH_AT_MOST) return 'match';
  return apart > DIFFERS_ABOVE ? 'differs' : 'unclear';
}

/** The median over the pictures that look straight ahead, or of the straightest one. */
export function portraitDistance(
  live: readonly KeptFace[],
  portrait: Pick<Extract<MeasuredPortrait, { ok: true }>, 'descriptor'>,
): number {
  const descriptor = Float32Array.from(portrait.descriptor);
  const frontal = live.filter((face) => angleOf(face) < FRONTAL_DEGREES);
  const straightest = live.toSorted((a, b) => angleOf(a) - angleOf(b)).slice(0, 1);
  const seen = frontal.length > 0 ? frontal : straightest;
  return median(seen.map((face) => distance(face, { descriptor })));
}
