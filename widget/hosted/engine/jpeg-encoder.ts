// Encodes pictures as JPEG files in the engine's worker: exactly the pixels that were measured.
import {
  KEPT_QUALITY,
  KEPT_QUALITY_WHEN_LARGE,
  KEPT_WIDTH,
  MAX_KEPT_BYTES,
} from '../../../src/vision/face/face-wire.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';

export type Jpeg = Uint8Array<ArrayBuffer>;

/**
 * The quality for the smaller pictures of a slow machine: with fewer pixels, each pixel matters
 * more.
 */
const QUALITY_WHEN_SMALL = 0.9;
const TYPE = 'image/jpeg';

export class JpegEncoder {
  #canvas = new OffscreenCanvas(1, 1);
  #context = this.#canvas.getContext('2d');

  /**
   * Encodes a picture as a JPEG. Call this for one picture at a time, because all pictures share a
   * canvas.
   * @returns undefined when this browser cannot encode JPEG, or when the file is too large at
   *   either quality
   */
  async encode({ data, width, height }: Picture): Promise<Jpeg | undefined> {
    if (!this.#context) return undefined;
    if (this.#canvas.width !== width || this.#canvas.height !== height)
      Object.assign(this.#canvas, { width, height });
    this.#context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
    const isSmall = Math.max(width, height) < KEPT_WIDTH;
    for (const quality of [isSmall ? QUALITY_WHEN_SMALL : KEPT_QUALITY, KEPT_QUALITY_WHEN_LARGE]) {
      const file = await this.#canvas.convertToBlob({ type: TYPE, quality });
      // A browser writes PNG when it does not support the requested format.
      if (file.type !== TYPE) return undefined;
      if (file.size <= MAX_KEPT_BYTES) return new Uint8Array(await file.arrayBuffer());
    }
    return undefined;
  }
}
