// What a picture was committed to, and so whether it is that picture: by the page's own rule.
import { commitmentOf } from '../../vision/face/commitment.ts';
import type { RevealedPicture } from '../../vision/face/face-wire.ts';

export const hashPicture = (
  nonce: string,
  { t, jpeg }: Pick<RevealedPicture, 't' | 'jpeg'>,
): Promise<string> => commitmentOf(nonce, t, jpeg);
