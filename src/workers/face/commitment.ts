// Recomputes a picture's commitment by the same rule as the page, to check that the picture is the
// one that the page committed to.
import { commitmentOf } from '../../vision/face/commitment.ts';
import type { RevealedPicture } from '../../vision/face/face-wire.ts';

export const hashPicture = (
  nonce: string,
  { t, jpeg }: Pick<RevealedPicture, 't' | 'jpeg'>,
): Promise<string> => commitmentOf(nonce, t, jpeg);
