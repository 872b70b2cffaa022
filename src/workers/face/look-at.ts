// Keeps a picture's pixels only while a function examines them.
import { withPixelsInHeap } from '../../vision/face/net-input.ts';
import type { Picture } from '../../vision/face/picture.ts';
import { dropPixels } from '../../vision/jpeg/decode.ts';
import type { JpegFault } from '../../vision/jpeg/jpeg-guard.ts';

/**
 * @param look may throw RangeError for a picture that is too small
 * @returns the result of `look`, or the fault found in the picture; the pixels are always freed
 */
export function lookAt<Found>(
  picture: Picture | JpegFault,
  look: (picture: Picture) => Found,
): Found | JpegFault {
  if (typeof picture === 'string') return picture;
  try {
    return withPixelsInHeap(picture, () => look(picture));
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  } finally {
    dropPixels(picture);
  }
}
