// Whether a picture is one that the session has received of the person: byte for byte, by the hash that it was committed to. A
// picture that was written again, or cut, has another hash; its face is judged (rules/document/front.ts).
import { commitmentOf } from '../../vision/face/commitment.ts';
import type { PictureStep } from './rules/methods.ts';
import type { SessionRecord } from './rules/session/session.ts';

/** No picture of the person is larger, so that larger ones need not be hashed as many times. */
const MOST_BYTES = 200 * 1024;
/** Steps in which the person is before the camera, and commits to pictures. */
const OF_PERSON: readonly PictureStep[] = ['liveness', 'age', 'face'];

/** @param parts bytes of what was sent as a document */
export async function hasOwnPicture(
  { received }: SessionRecord,
  parts: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const log = received.pictures?.received ?? [];
  const committed = log
    .filter(({ step }) => OF_PERSON.includes(step))
    .flatMap(({ nonce, pictures }) => pictures.map(({ t, hash }) => ({ nonce, t, hash })));
  for (const part of parts.filter(({ length }) => length <= MOST_BYTES))
    for (const { nonce, t, hash } of committed)
      if ((await commitmentOf(nonce, t, part)) === hash) return true;
  return false;
}
