// Fingerprints of pictures, and why a picture that was sent before is refused. Pure.
import type { RefusalReason } from './demand.ts';

/** A picture's fingerprint, without any of its content. */
export interface PicturePrint {
  /** A keyed hash of the picture's file. */
  print: string;
  /**
   * A keyed hash of the position for which the picture was sent: a session's demand and a time
   * within it.
   */
  place: string;
}

/** Where the same picture was shown before. */
export type KnownPicture = 'same_session' | 'other_session';

/**
 * @returns why the pictures are refused; undefined when none of them was sent before for a
 *   different position
 */
export function refusalOf(known: readonly KnownPicture[]): RefusalReason | undefined {
  if (known.includes('other_session')) return 'seen_before';
  return known.length > 0 ? 'equal_pictures' : undefined;
}
