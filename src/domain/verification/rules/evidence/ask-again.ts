// Handles a picture in which the face Worker finds no face, which happens even with good pictures:
// once per step, the session requests a replacement (D-87). The replacement was committed to and
// chosen together with the other pictures, so the page cannot choose it. Pure.
import type { MeasuredPicture } from '../../../../vision/face/face-wire.ts';
import type { SessionRecord } from '../session/session.ts';
import { demandPictures } from './reveal.ts';
import type { DrawnPicture, Reveal } from './demand.ts';

/** The maximum number of replacements per step: each is another picture that a page could spoil. */
const MAX_REPLACED = 1;

/**
 * @param record the session's record, without the demand that was answered
 * @param reveal the demand that was answered
 * @param measured the pictures that were sent for the demand, as measured
 * @returns undefined when a replacement has already been requested, too many pictures have no face,
 *   or not all of them can be replaced
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
