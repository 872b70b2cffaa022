// Recomputes a picture's commitment by the page's own rule, to check that it is the committed
// picture.
import { commitmentOf } from '../../vision/face/commitment.ts';
import type { RevealedPicture } from '../../vision/face/face-wire.ts';

export const hashPicture = (
  nonce: string,
  { t, jpeg }: Pick<RevealedPicture, 't' | 'jpeg'>,
): Promise<string> => commitmentOf(nonce, t, jpeg);
