// Recomputes a picture's commitment with the page's own rule, to check that the picture is the
// committed one.
import { commitmentOf } from '../../vision/face/commitment.ts';
import type { RevealedPicture } from '../../vision/face/face-wire.ts';

export const hashPicture = (
  nonce: string,
  { t, jpeg }: Pick<RevealedPicture, 't' | 'jpeg'>,
): Promise<string> => commitmentOf(nonce, t, jpeg);
