// JPEG to pixels, and pixels to nothing.
import jpegJs from 'jpeg-js';
import type { PictureFault } from '../engine/face-check.ts';
import type { Picture } from '../engine/picture.ts';
import { findFault } from './jpeg-guard.ts';

/** A second fence behind the guard's, should both read the same bytes differently. */
const LIMITS = { maxResolutionInMP: 2, maxMemoryUsageInMB: 64, tolerantDecoding: false };

/** @returns the pixels, or why there are none */
export function decodeJpeg(jpeg: Uint8Array): Picture | PictureFault {
  const fault = findFault(jpeg);
  if (fault !== undefined) return fault;
  try {
    return jpegJs.decode(jpeg, { useTArray: true, ...LIMITS });
  } catch {
    return 'unreadable';
  }
}

/** Frees the pixels at once: a collector would leave the pictures of several checks in memory. */
export function dropPixels({ data }: Picture): void {
  (data.buffer as ArrayBuffer).transfer(0);
}
