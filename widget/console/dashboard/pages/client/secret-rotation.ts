// The effect of a client's new secret on the secrets that already work. Pure.
import type { OverlapDays } from '../../overlap-days.ts';

/**
 * Which of two working secrets stop working immediately: `newest`, while the older secret stays
 * valid until it expires, or `both`.
 */
export const ENDINGS = ['newest', 'both'] as const;
export type Ending = (typeof ENDINGS)[number];

/**
 * How long a single working secret stays valid or, if there are two, which of them stop working
 * immediately.
 */
type Rotation = OverlapDays | Ending;

/**
 * Returns the request body, with `keep` only for `newest`; an overlap of 0 days ends both secrets.
 * If two secrets work, the server refuses any other overlap without `keep`. A dialog opened while
 * only one secret worked may still send such an overlap, and the refusal ensures that neither
 * secret ends.
 */
export function bodyOf(rotation: Rotation): { overlap_days: number; keep?: 'older' } {
  if (rotation === 'newest') return { overlap_days: 1, keep: 'older' };
  return { overlap_days: rotation === 'both' ? 0 : Number(rotation) };
}

export const endsNow = (rotation: Rotation): boolean =>
  rotation === 'newest' || bodyOf(rotation).overlap_days === 0;
