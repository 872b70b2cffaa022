// JPEG to pixels, and pixels to nothing.
import type { Picture } from '../face/picture.ts';
import { UnreadableJpeg } from './huffman.ts';
import { decodeBaseline } from './jpeg-decoder.ts';
import { findFault, inspectJpeg, type JpegFault, type JpegLimits } from './jpeg-guard.ts';
import type { Scale } from './paint.ts';
import { turnUpright } from './turn-upright.ts';

/** @returns the pixels of a canvas's picture, or why there are none */
export function decodeJpeg(jpeg: Uint8Array, most: JpegLimits): Picture | JpegFault {
  const fault = findFault(jpeg, most);
  return fault ?? decode(jpeg, 1);
}

/** What a camera's picture may have at most, and how many pixels are made of it. */
interface PhotoLimits extends JpegLimits {
  keptPixels: number;
}

const SCALES = [1, 2, 4, 8] as const satisfies readonly Scale[];

/**
 * A camera's picture, upright, and as much smaller while it is decoded as it takes to keep few pixels.
 * @returns the pixels, or why there are none
 */
export function decodePhoto(
  jpeg: Uint8Array,
  { keptPixels, ...most }: PhotoLimits,
): Picture | JpegFault {
  const head = inspectJpeg(jpeg, most, 'camera');
  if (typeof head === 'string') return head;
  const { width, height, orientation } = head;
  const scale = SCALES.find(
    (one) => Math.ceil(width / one) * Math.ceil(height / one) <= keptPixels,
  );
  if (scale === undefined) return 'too_large';
  const picture = decode(jpeg, scale);
  if (typeof picture === 'string') return picture;
  const upright = turnUpright(picture, orientation);
  if (upright !== picture) dropPixels(picture);
  return upright;
}

function decode(jpeg: Uint8Array, scale: Scale): Picture | JpegFault {
  try {
    return decodeBaseline(jpeg, scale);
  } catch (error) {
    if (error instanceof UnreadableJpeg) return 'unreadable';
    throw error;
  }
}

/** Frees the pixels at once: a collector would leave the pictures of several checks in memory. */
export function dropPixels({ data }: Picture): void {
  (data.buffer as ArrayBuffer).transfer(0);
}
