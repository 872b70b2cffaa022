// Prepares the pictures of a document's sides for sending: JPEGs written by a canvas, no larger
// than the service accepts.
import { PAGE_LIMITS } from '../../../src/vision/documents/document-check.ts';

const LONGER_SIDE = 1600;
/** JPEG qualities. The second is for pictures that are too large at the first. */
const QUALITIES = [0.9, 0.7] as const;
const TYPE = 'image/jpeg';
/**
 * The longer side, in px, of a photograph from a file after it has been scaled down for reading.
 * The printed characters of a page that fills the picture are then 15 px apart.
 */
const READ_SIDE = 2000;

/** @returns the factor, at most 1, for scaling a picture before it is sent */
export function sentScale(width: number, height: number): number {
  return Math.min(
    1,
    LONGER_SIDE / Math.max(width, height),
    Math.sqrt(PAGE_LIMITS.pixels / (width * height)),
  );
}

/**
 * @param quarters how many times the picture is turned clockwise by 90°
 * @returns undefined when this browser cannot encode the picture as a JPEG, or the JPEG is too
 *   large at every quality
 */
export async function writePage(
  source: HTMLCanvasElement,
  quarters: 0 | 1 | 2 | 3 = 0,
): Promise<Blob | undefined> {
  const scale = sentScale(source.width, source.height);
  return writeJpeg(scaled(source, scale, quarters), QUALITIES, PAGE_LIMITS.bytes);
}

/**
 * @param qualities the qualities to try in order until the JPEG is small enough
 * @returns the same as `writePage`
 */
export async function writeJpeg(
  canvas: HTMLCanvasElement,
  qualities: readonly number[],
  mostBytes: number,
): Promise<Blob | undefined> {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, TYPE, quality);
    });
    // A browser writes PNG when it does not support the requested format.
    if (blob?.type === TYPE && blob.size <= mostBytes) return blob;
  }
  return undefined;
}

/** @throws the browser's error for a file that is not a picture */
export async function openPhoto(file: Blob): Promise<HTMLCanvasElement> {
  // The picture is turned according to its EXIF data.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, READ_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = scaled(bitmap, scale);
  bitmap.close();
  return canvas;
}

export function pixelsOf(canvas: HTMLCanvasElement): ImageData | undefined {
  return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
}

/**
 * @param scale the factor; above 1, the picture keeps its size
 * @param quarters the number of clockwise turns by 90°
 */
export function scaled(
  source: HTMLCanvasElement | ImageBitmap,
  scale: number,
  quarters: 0 | 1 | 2 | 3 = 0,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const [w, h] = [source.width, source.height].map((side) =>
    Math.max(1, Math.round(side * Math.min(1, scale))),
  ) as [number, number];
  const isAcross = quarters % 2 === 1;
  Object.assign(canvas, isAcross ? { width: h, height: w } : { width: w, height: h });
  const context = canvas.getContext('2d');
  context?.translate(canvas.width / 2, canvas.height / 2);
  context?.rotate((quarters * Math.PI) / 2);
  context?.drawImage(source, -w / 2, -h / 2, w, h);
  return canvas;
}
