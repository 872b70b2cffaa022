// Resamples a rotated crop of a picture into a network's input: affine, bilinear, with a box filter
// when shrinking. Plain TypeScript, so that browsers, Node and workerd get bit-identical results.

import type { Crop } from './geometry.ts';
import type { Picture } from './picture.ts';

/** Maps 0..255 to the value range a network was trained on: `value * scale + offset[channel]`. */
export interface Normalisation {
  scale: number;
  offset: readonly [r: number, g: number, b: number];
  /** Order of the channels; RGB by default. */
  order?: 'bgr';
}

/**
 * Maximum number of sub-samples per edge of an output pixel: a larger number would take time
 * without changing the results.
 */
const MAX_SUBSAMPLES = 6;

/**
 * A grid of sub-samples: the vector from a sub-sample to its right neighbour, and the number of
 * sub-samples per edge of an output pixel.
 */
interface Grid {
  stepX: number;
  stepY: number;
  perEdge: number;
  /** Position of the first sub-sample of an output row; pixel centres have integer coordinates. */
  startOf: (row: number) => { x: number; y: number };
}

/** Size of a network's input, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * @param crop in pixels. Anything outside the picture, or in its outermost half pixel, counts as
 *   black before normalisation. `side` corresponds to the longer edge of the output, so only the
 *   crop's middle band is sampled
 * @param output filled with `width * height` RGB triples, row by row from the top left, and
 *   returned
 */
export function sampleBand(
  picture: Picture,
  crop: Crop,
  size: Size,
  normalisation: Normalisation,
  output = new Float32Array(size.width * size.height * 3),
): Float32Array {
  const grid = gridOf(crop, size);
  const length = size.width * 3;
  for (let row = 0; row < size.height; row++) {
    const pixels = output.subarray(row * length, (row + 1) * length);
    sampleRow(picture, grid.startOf(row), grid, normalisation, pixels);
  }
  return output;
}

/** The grid that a crop is sampled on. */
export function gridOf(
  { cx, cy, side, angle, isMirrored = false }: Crop,
  { width, height }: Size,
): Grid {
  const shrunk = side / Math.max(width, height);
  // A bilinear sample reads two pixels per axis, so samples up to two pixels apart skip no pixel.
  const perEdge = Math.max(1, Math.min(MAX_SUBSAMPLES, Math.ceil(shrunk / 2)));
  // A negative step makes each row run from right to left. The sub-samples of a pixel then run
  // upwards as well, so a row starts at its lowest sub-samples.
  const step = (isMirrored ? -shrunk : shrunk) / perEdge;
  const stepX = Math.cos(angle) * step;
  const stepY = Math.sin(angle) * step;
  const right = 0.5 - (width / 2) * perEdge;
  const lowest = isMirrored ? perEdge - 1 : 0;
  const way = isMirrored ? -1 : 1;
  const startOf = (row: number) => {
    const down = way * ((row - height / 2) * perEdge + 0.5 + lowest);
    return {
      x: cx - 0.5 + right * stepX - down * stepY,
      y: cy - 0.5 + right * stepY + down * stepX,
    };
  };
  return { stepX, stepY, perEdge, startOf };
}

/**
 * Fills `output` with one row: each pixel is the mean of `perEdge²` bilinear samples starting at
 * (x, y). The sampling is inlined, without a call per pixel or channel, because the engine spends
 * most of its own time here.
 */
function sampleRow(
  { data, width, height }: Picture,
  { x: rowX, y: rowY }: { x: number; y: number },
  { stepX, stepY, perEdge }: Grid,
  { scale, offset: [red0, green0, blue0], order }: Normalisation,
  output: Float32Array,
): void {
  const gain = scale / (perEdge * perEdge);
  const [right, below] = [width - 1, height - 1];
  const [first, third] = order === 'bgr' ? [2, 0] : [0, 2];
  for (let at = 0, column = 0; at < output.length; at += 3, column += perEdge) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let j = 0; j < perEdge; j++) {
      for (let i = column; i < column + perEdge; i++) {
        const x = rowX + i * stepX - j * stepY;
        const y = rowY + i * stepY + j * stepX;
        if (!(x >= 0 && y >= 0 && x < right && y < below)) continue;
        const x0 = x | 0;
        const y0 = y | 0;
        const a = (y0 * width + x0) * 4;
        const c = a + width * 4;
        const wd = (x - x0) * (y - y0);
        const wb = x - x0 - wd;
        const wc = y - y0 - wd;
        const wa = 1 - wb - wc - wd;
        red +=
          (data[a] ?? 0) * wa +
          (data[a + 4] ?? 0) * wb +
          (data[c] ?? 0) * wc +
          (data[c + 4] ?? 0) * wd;
        green +=
          (data[a + 1] ?? 0) * wa +
          (data[a + 5] ?? 0) * wb +
          (data[c + 1] ?? 0) * wc +
          (data[c + 5] ?? 0) * wd;
        blue +=
          (data[a + 2] ?? 0) * wa +
          (data[a + 6] ?? 0) * wb +
          (data[c + 2] ?? 0) * wc +
          (data[c + 6] ?? 0) * wd;
      }
    }
    output[at + first] = red * gain + red0;
    output[at + 1] = green * gain + green0;
    output[at + third] = blue * gain + blue0;
  }
}
