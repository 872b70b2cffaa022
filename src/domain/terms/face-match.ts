// Determines whether two faces belong to the same person, by one rule for document portraits,
// sign-in, templates, blocked faces and the pictures of one check (D-148). The limits are in
// config/face-limits.ts; docs/face.md lists their error rates by origin and sex. Pure.
import type { MatchLimits } from '../../config/face-limits.ts';
import { distance } from './descriptor-distance.ts';
import { type PlacedFace, placeFace } from './face-space.ts';

/** `unclear`: another picture or a human may settle the question; never counts as `same`. */
export type FaceRuling = 'same' | 'unclear' | 'other';

/**
 * Computes the distance between two faces, relative to how far each is from typical faces
 * (face-space.ts).
 * @param one a descriptor of unit length
 * @param other a descriptor of unit length
 * @returns about -0.2 to 1.5; 1 when the two faces are as far apart as each is, on average, from
 *   its nearest typical faces
 * @throws RangeError when either is not a faceres descriptor
 */
export const facesApart = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  placesApart(placeFace(one), placeFace(other));

/**
 * Like facesApart, for faces that placeFace has already placed; used when one face is compared with
 * several others.
 */
export const placesApart = (one: PlacedFace, other: PlacedFace): number =>
  1 + distance(one, other) - (one.nearness + other.nearness) / 2;

/**
 * @param apart the result of facesApart, or the median of several results; NaN counts as a
 *   different face
 */
export function judgeFaces(apart: number, { same, other }: MatchLimits): FaceRuling {
  if (apart <= same) return 'same';
  return apart <= other ? 'unclear' : 'other';
}

type Nearness = Pick<PlacedFace, 'nearness'>;

/**
 * @returns the lowest cosine between descriptors of two faces that are at most `apart` apart; above
 *   1 when no two faces can be that close
 */
export function cosineWithin(apart: number, one: Nearness, other: Nearness): number {
  const most = apart - 1 + (one.nearness + other.nearness) / 2;
  return most < 0 ? Infinity : 1 - most ** 2 / 2;
}
