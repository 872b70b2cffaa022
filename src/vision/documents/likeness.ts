// Measures how similar two pictures from one camera are: whether they show the same scene, slightly
// shifted. It returns only a number; the session applies the limit (rules/document/take.ts).
import { boxMeans, type GreyPicture, shrink } from './grey-picture.ts';

/**
 * The width in px at which pictures are compared: at this size print is only an illegible texture.
 */
const COMPARED_WIDTH = 80;
/**
 * The radius in px of the local mean. Larger structures are ignored, because they come from the
 * light or from the shape that all cards share.
 */
const REACH = 4;
/** How far a moving hand may shift one picture against the other, as a share of the width. */
const MAX_SHIFT = 0.12;
/** The minimum overlap, as a share of the smaller picture. */
const MIN_COMMON_SHARE = 0.6;

/** A picture minus its local mean, so that differences in light are ignored. */
interface Detail {
  width: number;
  height: number;
  values: Float32Array;
}

/** @returns the best correlation over all possible shifts, -1 to 1 */
export function likeness(one: GreyPicture, other: GreyPicture): number {
  const [a, b] = [detailOf(one), detailOf(other)];
  const most = Math.round(MAX_SHIFT * COMPARED_WIDTH);
  let best = -1;
  for (let dy = -most; dy <= most; dy++)
    for (let dx = -most; dx <= most; dx++) best = Math.max(best, correlation(a, b, dx, dy));
  return best;
}

function detailOf(picture: GreyPicture): Detail {
  const small = shrink(picture, COMPARED_WIDTH / picture.width);
  const { width, height, data } = small;
  const meanOf = boxMeans(small);
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const around = meanOf(x - REACH, y - REACH, x + REACH + 1, y + REACH + 1);
      values[y * width + x] = (data[y * width + x] ?? 0) - around;
    }
  return { width, height, values };
}

function correlation(a: Detail, b: Detail, dx: number, dy: number): number {
  const [left, right] = [Math.max(0, dx), Math.min(a.width, b.width + dx)];
  const [top, bottom] = [Math.max(0, dy), Math.min(a.height, b.height + dy)];
  const smaller = Math.min(a.values.length, b.values.length);
  if ((right - left) * (bottom - top) < MIN_COMMON_SHARE * smaller) return -1;
  let [common, ofA, ofB] = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const p = a.values[y * a.width + x] ?? 0;
      const q = b.values[(y - dy) * b.width + x - dx] ?? 0;
      common += p * q;
      ofA += p * p;
      ofB += q * q;
    }
  return ofA === 0 || ofB === 0 ? 0 : common / Math.sqrt(ofA * ofB);
}
