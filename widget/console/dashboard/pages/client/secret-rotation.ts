// What a new secret of a client does to those that work already. Pure.
import type { OverlapDays } from '../../overlap-days.ts';

/** Of two that work, one has to end: `newest`, so that the older one stays until its end, or `both`. */
export const ENDINGS = ['newest', 'both'] as const;
export type Ending = (typeof ENDINGS)[number];

/** Of one secret: how long it works on; of two: which one ends at once. */
type Rotation = OverlapDays | Ending;

/** Which one ends is sent only where it was asked: with two secrets that the dialog did not know of, the server refuses. */
export function bodyOf(rotation: Rotation): { overlap_days: number; keep?: 'older' } {
  if (rotation === 'newest') return { overlap_days: 1, keep: 'older' };
  return { overlap_days: rotation === 'both' ? 0 : Number(rotation) };
}

export const endsNow = (rotation: Rotation): boolean =>
  rotation === 'newest' || bodyOf(rotation).overlap_days === 0;
