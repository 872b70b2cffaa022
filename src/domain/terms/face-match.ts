// Whether two faces are of one person: one rule for portraits of documents, sign-in, templates, blocked faces and the pictures of one
// check (D-148). Its limits are in config/face-limits.ts; what they do, by origin and sex, is in docs/face.md. Pure.
import type { MatchLimits } from '../../config/face-limits.ts';
import { distance } from './descriptor-distance.ts';
import { type PlacedFace, placeFace } from './face-space.ts';

/** `unclear`: another picture may tell, or a human; it never counts as `same`. */
export type FaceRuling = 'same' | 'unclear' | 'other';

/**
 * @param one and `other` descriptors of length 1
 * @returns about -0.2 to 1.5: 1 where they are as far apart as each is from the faces that are most like it
 * @throws RangeError where one is no descriptor of faceres
 */
export const facesApart = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  placesApart(placeFace(one), placeFace(other));

/** For whoever compares one face with several. */
export const placesApart = (one: PlacedFace, other: PlacedFace): number =>
  1 + distance(one, other) - (one.nearness + other.nearness) / 2;

/** @param apart of facesApart, or a median of several; what is no number is another one */
export function judgeFaces(apart: number, { same, other }: MatchLimits): FaceRuling {
  if (apart <= same) return 'same';
  return apart <= other ? 'unclear' : 'other';
}

type Nearness = Pick<PlacedFace, 'nearness'>;

/** @returns the cosine that descriptors of two faces have at least when the faces are up to so far apart; above 1 where none can be */
export function cosineWithin(apart: number, one: Nearness, other: Nearness): number {
  const most = apart - 1 + (one.nearness + other.nearness) / 2;
  return most < 0 ? Infinity : 1 - most ** 2 / 2;
}
