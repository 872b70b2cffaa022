// Determines whether a picture that was sent as a picture of a document is byte-identical to a
// picture of the person that the session has already received, by comparing it with the hashes in
// the commitments. A picture that has been re-encoded or cropped has a different hash, and is
// recognised by its face instead (rules/document/front.ts).
import { commitmentOf } from '../../vision/face/commitment.ts';
import type { PictureStep } from './rules/methods.ts';
import type { SessionRecord } from './rules/session/session.ts';

/**
 * The maximum size of a picture of a person, in bytes. A larger file cannot be such a picture, so
 * it is not hashed for each nonce.
 */
const MAX_BYTES = 200 * 1024;
/** Steps in which the person is in front of the camera and the page commits to pictures. */
const PERSON_STEPS: readonly PictureStep[] = ['liveness', 'age', 'face'];

/** @param parts the files that were sent as pictures of a document */
export async function hasOwnPicture(
  { received }: SessionRecord,
  parts: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const log = received.pictures?.received ?? [];
  const committed = log
    .filter(({ step }) => PERSON_STEPS.includes(step))
    .flatMap(({ nonce, pictures }) => pictures.map(({ t, hash }) => ({ nonce, t, hash })));
  for (const part of parts.filter(({ length }) => length <= MAX_BYTES))
    for (const { nonce, t, hash } of committed)
      if ((await commitmentOf(nonce, t, part)) === hash) return true;
  return false;
}
