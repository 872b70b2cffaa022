// The effect of a client's new secret on the secrets that already work. Pure.
import type { OverlapDays } from '../../overlap-days.ts';

/**
 * Which of two working secrets ends: `newest`, so that the older one stays until it expires, or
 * `both`.
 */
export const ENDINGS = ['newest', 'both'] as const;
export type Ending = (typeof ENDINGS)[number];

/** With one secret: how long it stays valid; with two: which one ends at once. */
type Rotation = OverlapDays | Ending;

/**
 * The choice is sent only when the dialog asked for it: the server refuses a call when there are
 * two secrets that the dialog did not know of.
 */
export function bodyOf(rotation: Rotation): { overlap_days: number; keep?: 'older' } {
  if (rotation === 'newest') return { overlap_days: 1, keep: 'older' };
  return { overlap_days: rotation === 'both' ? 0 : Number(rotation) };
}

export const endsNow = (rotation: Rotation): boolean =>
  rotation === 'newest' || bodyOf(rotation).overlap_days === 0;
