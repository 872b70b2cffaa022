// A picture in which the net finds no face, as happens in good ones too: once per step, another is wanted in its
// place (D-87). It was committed to and chosen with the others, so nobody gains a choice. Pure.
import type { MeasuredPicture } from '../../../../vision/face/face-wire.ts';
import type { SessionRecord } from '../session/session.ts';
import { demandPictures } from './reveal.ts';
import type { DrawnPicture, Reveal } from './demand.ts';

/** Of one step. Each one more would be a picture that a page may spoil. */
const MAX_REPLACED = 1;

/**
 * @param record without a demand @param reveal that was answered @param measured its pictures
 * @returns undefined when it was asked before, too many have no face, or nothing can stand in for one
 */
export function askAgain(
  record: SessionRecord,
  reveal: Reveal,
  measured: readonly MeasuredPicture[],
  nowMs: number,
): SessionRecord | undefined {
  if (reveal.seen !== undefined) return undefined;
  const isSeen = ({ t }: DrawnPicture): boolean =>
    measured.some((picture) => picture.t === t && picture.ok);
  const missed = reveal.pictures.filter((picture) => !isSeen(picture));
  const pictures = missed.flatMap(({ spare }): DrawnPicture[] =>
    spare === undefined ? [] : [spare],
  );
  if (missed.length > MAX_REPLACED || pictures.length < missed.length) return undefined;
  const seen = reveal.pictures.filter(isSeen);
  return demandPictures(record, { ...reveal, pictures, seen }, nowMs);
}
