// Whether two faces are of one person: one rule for portraits of documents, sign-in, face 2FA, blocked faces and the pictures of one
// check (D-136). Its limits are in config/face-limits.ts; what they do, by origin and sex, is in docs/face.md. Pure.
import type { MatchLimits } from '../../config/face-limits.ts';
import { distance } from './descriptor-distance.ts';
import { placeFace } from './face-space.ts';

/**
 * @param one and `other` descriptors of length 1
 * @returns 0 to 2, of their places among faces
 * @throws RangeError where one is no descriptor of faceres
 */
export const facesApart = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  distance({ descriptor: placeFace(one) }, { descriptor: placeFace(other) });

/** @param apart of facesApart, or a median of several; what is no number is no match */
export function judgeFaces(
  apart: number,
  { same, other }: MatchLimits,
): 'same' | 'unclear' | 'other' {
  if (apart <= same) return 'same';
  return apart <= other ? 'unclear' : 'other';
}
