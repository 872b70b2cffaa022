// Cuts a turned square out of a picture and scales it to a net's input: affine, bilinear, with a box filter
// when it shrinks. Plain TypeScript, so that browser, Node and workerd see the same numbers to the last bit.

import type { Crop } from './geometry.ts';
import type { Picture } from './picture.ts';

/** How 0..255 becomes what a net was trained on: `value * scale + offset[channel]`. */
export interface Normalisation {
  scale: number;
  offset: readonly [r: number, g: number, b: number];
}

/** More sub-samples per output pixel cost time and change nothing a net can see. */
const MOST_SUBSAMPLES = 6;

/** Sub-samples: the way from one to the next to its right, and how many lie on an output pixel's edge. */
interface Grid {
  stepX: number;
  stepY: number;
  perEdge: number;
}

/**
 * @param crop square of the source, in pixels; outside the picture (and its outermost half
 *   pixel) is black before normalisation
 * @param size edge of the output in pixels
 * @returns `size * size` RGB triples, row by row from the top left
 */
export function sampleSquare(
  picture: Picture,
  { cx, cy, side, angle }: Crop,
  size: number,
  { scale, offset }: Normalisation,
): Float32Array {
  // A bilinear sample reads two pixels a side, so samples up to two pixels apart leave none unread.
  const perEdge = Math.max(1, Math.min(MOST_SUBSAMPLES, Math.floor(side / size)));
  const step = side / (size * perEdge);
  const stepX = Math.cos(angle) * step;
  const stepY = Math.sin(angle) * step;
  const grid = { stepX, stepY, perEdge };
  const gain = scale / (perEdge * perEdge);
  const output = new Float32Array(size * size * 3);
  const sum = new Float64Array(3);
  for (let row = 0, at = 0; row < size; row++) {
    for (let column = 0; column < size; column++, at += 3) {
      const right = (column - size / 2) * perEdge + 0.5;
      const down = (row - size / 2) * perEdge + 0.5;
      const x = cx - 0.5 + right * stepX - down * stepY;
      const y = cy - 0.5 + right * stepY + down * stepX;
      sumSquare(picture, x, y, grid, sum);
      output[at] = (sum[0] ?? 0) * gain + offset[0];
      output[at + 1] = (sum[1] ?? 0) * gain + offset[1];
      output[at + 2] = (sum[2] ?? 0) * gain + offset[2];
    }
  }
  return output;
}

/**
 * Sets `sum` to the sum of `perEdge²` bilinear samples from (x, y) on, where pixel centres have whole
 * coordinates. Written flat, without a call per sample or channel: it is most of the engine's own time.
 */
function sumSquare(
  { data, width, height }: Picture,
  firstX: number,
  firstY: number,
  { stepX, stepY, perEdge }: Grid,
  sum: Float64Array,
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let j = 0; j < perEdge; j++) {
    for (let i = 0; i < perEdge; i++) {
      const x = firstX + i * stepX - j * stepY;
      const y = firstY + i * stepY + j * stepX;
      const x0 = Math.floor(x);
      const y0 = Math.floor(y);
      if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) continue;
      const a = (y0 * width + x0) * 4;
      const b = a + 4;
      const c = a + width * 4;
      const d = c + 4;
      const wd = (x - x0) * (y - y0);
      const wb = x - x0 - wd;
      const wc = y - y0 - wd;
      const wa = 1 - wb - wc - wd;
      red += (data[a] ?? 0) * wa + (data[b] ?? 0) * wb + (data[c] ?? 0) * wc + (data[d] ?? 0) * wd;
      green +=
        (data[a + 1] ?? 0) * wa +
        (data[b + 1] ?? 0) * wb +
        (data[c + 1] ?? 0) * wc +
        (data[d + 1] ?? 0) * wd;
      blue +=
        (data[a + 2] ?? 0) * wa +
        (data[b + 2] ?? 0) * wb +
        (data[c + 2] ?? 0) * wc +
        (data[d + 2] ?? 0) * wd;
    }
  }
  sum[0] = red;
  sum[1] = green;
  sum[2] = blue;
}
