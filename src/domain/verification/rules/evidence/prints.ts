// Pictures that were shown before: what is known of them, and what it means. Pure.
import type { RefusalReason } from './demand.ts';

/** A picture without anything that it shows. */
export interface PicturePrint {
  /** Keyed hash of its file. */
  print: string;
  /** Keyed hash of what it was sent for: a session's demand, and the time in it. */
  place: string;
}

/** Where a picture was shown before. */
export type KnownPicture = 'same_session' | 'other_session';

/** @returns why the pictures do not count, if any of them was shown for another moment */
export function refusalOf(known: readonly KnownPicture[]): RefusalReason | undefined {
  if (known.includes('other_session')) return 'seen_before';
  return known.length > 0 ? 'equal_pictures' : undefined;
}
