// JPEG to pixels, and pixels to nothing.
import type { Picture } from '../engine/picture.ts';
import { UnreadableJpeg } from './huffman.ts';
import { decodeBaseline } from './jpeg-decoder.ts';
import { findFault, type JpegFault, type JpegLimits } from './jpeg-guard.ts';

/** @returns the pixels, or why there are none */
export function decodeJpeg(jpeg: Uint8Array, most: JpegLimits): Picture | JpegFault {
  const fault = findFault(jpeg, most);
  if (fault !== undefined) return fault;
  try {
    return decodeBaseline(jpeg);
  } catch (error) {
    if (error instanceof UnreadableJpeg) return 'unreadable';
    throw error;
  }
}

/** Frees the pixels at once: a collector would leave the pictures of several checks in memory. */
export function dropPixels({ data }: Picture): void {
  (data.buffer as ArrayBuffer).transfer(0);
}
