// How much two pictures of one camera are alike: whether they show one thing, held a little elsewhere. A number only; the limit is
// the session's (rules/document/take.ts).
import { boxMeans, type GreyPicture, shrink } from './grey-picture.ts';

/** Width of what is compared: print is a texture then, and nobody could read it. */
const COMPARED_WIDTH = 80;
/** Of it, to each side: what is larger than that is light, and the shape of a card, which all cards have. */
const REACH = 4;
/** A hand moves so far between two pictures, by the width. */
const MOST_SHIFT = 0.12;
/** Of the smaller one, in common. */
const LEAST_COMMON = 0.6;

/** A picture without its light: what it shows beside what is around it. */
interface Detail {
  width: number;
  height: number;
  values: Float32Array;
}

/** @returns the best correlation of both over all shifts of a hand, -1 to 1 */
export function likeness(one: GreyPicture, other: GreyPicture): number {
  const [a, b] = [detailOf(one), detailOf(other)];
  const most = Math.round(MOST_SHIFT * COMPARED_WIDTH);
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
  if ((right - left) * (bottom - top) < LEAST_COMMON * smaller) return -1;
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
