// What a picture was committed to, and so whether it is that picture: by the page's own rule.
import { commitmentOf } from '../engine/commitment.ts';
import type { RevealedPicture } from '../engine/face-check.ts';

export const hashPicture = (
  nonce: string,
  { t, jpeg }: Pick<RevealedPicture, 't' | 'jpeg'>,
): Promise<string> => commitmentOf(nonce, t, jpeg);
