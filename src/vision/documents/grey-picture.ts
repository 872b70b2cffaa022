// The pictures that the documents engine examines: the brightness of each pixel, plus colours,
// which are used only to detect photocopies. Decoding, cameras and canvases are up to the caller.
import { reused } from './reused.ts';

/** Brightness with 8 bits per pixel, in rows from the top, without padding. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** RGBA pixels, as a canvas or decoder delivers them. */
export interface ColourPicture {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Converts colours to luma (ITU-R BT.601).
 * @throws RangeError when the data does not match the size
 */
export function toGrey({ data, width, height }: ColourPicture): GreyPicture {
  if (data.length !== 4 * width * height)
    throw new RangeError(`${width} x ${height} pixels need ${4 * width * height} RGBA bytes.`);
  const grey = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < grey.length; i++, at += 4)
    grey[i] = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
  return { data: grey, width, height };
}

/**
 * Frees the pixels immediately; otherwise the pixels of many reads would stay in memory until
 * garbage collection. Browsers from 2023 and earlier may lack `ArrayBuffer.transfer`, but have
 * enough memory.
 * @param picture must be the only user of its buffer
 */
export function dropPixels({ data }: GreyPicture | ColourPicture): void {
  (data.buffer as Partial<ArrayBuffer>).transfer?.(0);
}

/**
 * Shrinks a picture: each new pixel is the mean of the pixels that it covers.
 * @param scale below 1; for any other scale the picture itself is returned
 */
export function shrink(picture: GreyPicture, scale: number): GreyPicture {
  if (scale >= 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const [stepX, stepY] = [picture.width / width, picture.height / height];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.round(y * stepY), Math.round((y + 1) * stepY)];
    for (let x = 0; x < width; x++)
      data[y * width + x] = meanOf(
        picture,
        Math.round(x * stepX),
        top,
        Math.round((x + 1) * stepX),
        bottom,
      );
  }
  return { data, width, height };
}

function meanOf(
  { data, width }: GreyPicture,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) sum += data[at] as number;
  return sum / ((right - left) * (bottom - top));
}

type BoxMean = (left: number, top: number, right: number, bottom: number) => number;

/** The sums that `boxMeans` reuses. 32 bits suffice for 16.8 million pixels of value 255. */
const reusedSums = reused((length) => new Uint32Array(length));

/**
 * @returns a function that returns the mean of a rectangle, right and bottom exclusive, clipped to
 *   the picture; valid until the next call of `boxMeans`, which overwrites its sums
 */
export function boxMeans({ data, width, height }: GreyPicture): BoxMean {
  const sums = reusedSums((width + 1) * (height + 1));
  sums.fill(0, 0, width + 1);
  for (let y = 0; y < height; y++) {
    let row = 0;
    sums[(y + 1) * (width + 1)] = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] as number;
      const above = y * (width + 1) + x + 1;
      sums[above + width + 1] = (sums[above] as number) + row;
    }
  }
  return (left, top, right, bottom) => {
    const x0 = left > 0 ? left : 0;
    const x1 = right < width ? right : width;
    const y0 = top > 0 ? top : 0;
    const y1 = bottom < height ? bottom : height;
    if (x1 <= x0 || y1 <= y0) return 0;
    const upper = y0 * (width + 1);
    const lower = y1 * (width + 1);
    const sum = (sums[lower + x1] as number) - (sums[lower + x0] as number);
    return (
      (sum - (sums[upper + x1] as number) + (sums[upper + x0] as number)) / ((y1 - y0) * (x1 - x0))
    );
  };
}

/** Rotates a picture by a quarter, a half or three quarters of a turn, clockwise. */
export function turn(picture: GreyPicture, quarters: 1 | 2 | 3): GreyPicture {
  const { data, width, height } = picture;
  const isUpright = quarters === 2;
  const [w, h] = isUpright ? [width, height] : [height, width];
  const turned = new Uint8Array(data.length);
  // The offset of the first pixel, and the strides along a row and a column.
  const [first, across, down] =
    quarters === 1
      ? [(height - 1) * width, -width, 1]
      : isUpright
        ? [width * height - 1, -1, -width]
        : [width - 1, width, -1];
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) turned[y * w + x] = data[first + x * across + y * down] ?? 0;
  return { data: turned, width: w, height: h };
}
