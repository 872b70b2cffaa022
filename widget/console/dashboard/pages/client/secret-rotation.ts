// The effect of a client's new secret on the secrets that already work. Pure.
import type { OverlapDays } from '../../overlap-days.ts';

/**
 * Which of two working secrets stop working: `newest`, so that the older secret stays until it
 * expires, or `both`.
 */
export const ENDINGS = ['newest', 'both'] as const;
export type Ending = (typeof ENDINGS)[number];

/** With one secret, how long it stays valid; with two, which of them stop working immediately. */
type Rotation = OverlapDays | Ending;

/**
 * The `keep` field is sent only if the dialog offered the choice. The server refuses a call without
 * `keep` if there are two secrets, so a dialog that knew of only one secret cannot end both.
 */
export function bodyOf(rotation: Rotation): { overlap_days: number; keep?: 'older' } {
  if (rotation === 'newest') return { overlap_days: 1, keep: 'older' };
  return { overlap_days: rotation === 'both' ? 0 : Number(rotation) };
}

export const endsNow = (rotation: Rotation): boolean =>
  rotation === 'newest' || bodyOf(rotation).overlap_days === 0;
