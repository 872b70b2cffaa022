// Decodes JPEGs to pixels, and frees pixels.
import type { Picture } from '../face/picture.ts';
import { UnreadableJpeg } from './huffman.ts';
import { decodeBaseline } from './jpeg-decoder.ts';
import { findFault, inspectJpeg, type JpegFault, type JpegLimits } from './jpeg-guard.ts';
import type { Scale } from './paint.ts';
import { turnUpright } from './turn-upright.ts';

/** @returns the pixels of a picture from a canvas, or the fault found in the picture */
export function decodeJpeg(jpeg: Uint8Array, most: JpegLimits): Picture | JpegFault {
  const fault = findFault(jpeg, most);
  return fault ?? decode(jpeg, 1);
}

/** Limits of a photograph from a camera, and the maximum number of pixels of the result. */
interface PhotoLimits extends JpegLimits {
  keptPixels: number;
}

const SCALES = [1, 2, 4, 8] as const satisfies readonly Scale[];

/**
 * Decodes a photograph from a camera, scales it down while decoding to at most `keptPixels` pixels,
 * and turns it upright.
 * @returns the pixels, or the fault found in the photograph
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

/**
 * Frees the pixels immediately; otherwise, the pictures of several checks would stay in memory
 * until they were garbage-collected.
 */
export function dropPixels({ data }: Picture): void {
  (data.buffer as ArrayBuffer).transfer(0);
}
