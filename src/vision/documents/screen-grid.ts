// Detects a page that is shown on a screen. The screen's pixels form a grid: a peak at the same
// frequency of the spectrum all over the picture, which print and noise do not produce.
// docs/documents.md states how rarely the grid is visible.
import type { GreyPicture } from './grey-picture.ts';

/** The side of a tile in px; must be a power of two. */
const TILE = 64;
const HALF = TILE / 2;
/** The maximum number of tiles: more tiles would take time without improving the result. */
const MAX_TILES = 100;
/**
 * The limits of the frequencies that are examined, in cycles per tile: letters have lower
 * frequencies, and only noise has higher ones.
 */
const MIN_FREQUENCY = 10;
const MAX_FREQUENCY = 44;
/**
 * The period, in pixels, of the block grid that JPEG compression itself introduces. The frequencies
 * of this grid are ignored.
 */
const JPEG_BLOCK = 8;
/** A frequency is compared with its neighbours at distances in this range. */
const [NEAR, FAR] = [3, 5];
const AROUND_SHARE = 0.75;
/**
 * A constant that is added to each power, so that the logarithm does not amplify values near zero
 * in a picture without any noise.
 */
const FLOOR = 100;
/**
 * The minimum natural logarithm of the ratio of a peak's power to the power around it; genuine
 * pages in `npm run bench -- documents` reach at most 1.3.
 */
const STANDS_OUT = 1.8;

const WINDOW = Float64Array.from(
  { length: TILE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / TILE),
);
const COSINES = WINDOW.map((_, i) => Math.cos((2 * Math.PI * i) / TILE));
const SINES = WINDOW.map((_, i) => -Math.sin((2 * Math.PI * i) / TILE));

export const showsScreen = (picture: GreyPicture): boolean => standsOut(gridOf(picture));

export const standsOut = (grid: number): boolean => grid > STANDS_OUT;

/**
 * @returns how far the strongest frequency rises above the frequencies around it; 0 for a picture
 *   that is too small
 */
export function gridOf(picture: GreyPicture): number {
  const spectrum = meanSpectrum(picture);
  if (spectrum === undefined) return 0;
  const at = (u: number, v: number): number =>
    spectrum[((v + TILE) % TILE) * TILE + ((u + TILE) % TILE)] as number;
  let clearest = 0;
  for (let v = -HALF; v < HALF; v++)
    for (let u = 0; u < HALF; u++) {
      const far = Math.hypot(u, v);
      if (far < MIN_FREQUENCY || far > MAX_FREQUENCY || isOfJpeg(u, v)) continue;
      clearest = Math.max(clearest, at(u, v) - around(at, u, v));
    }
  return clearest;
}

const isOfJpeg = (u: number, v: number): boolean => isBlock(u) && isBlock(v);
const isBlock = (frequency: number): boolean =>
  Math.abs(frequency - JPEG_BLOCK * Math.round(frequency / JPEG_BLOCK)) <= 1;

function around(at: (u: number, v: number) => number, u: number, v: number): number {
  const values: number[] = [];
  for (let dv = -FAR; dv <= FAR; dv++)
    for (let du = -FAR; du <= FAR; du++)
      if (Math.max(Math.abs(du), Math.abs(dv)) >= NEAR) values.push(at(u + du, v + dv));
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * AROUND_SHARE)] as number;
}

/**
 * Averages the logarithms of the tiles' power spectra, so that no tile with letters outweighs the
 * others.
 */
function meanSpectrum(picture: GreyPicture): Float64Array | undefined {
  const [across, down] = [picture.width, picture.height].map((size) => Math.floor(size / TILE));
  const tiles = (across as number) * (down as number);
  if (tiles === 0) return undefined;
  const step = Math.ceil(tiles / MAX_TILES);
  const sum = new Float64Array(TILE * TILE);
  const [real, imaginary] = [new Float64Array(sum.length), new Float64Array(sum.length)];
  let count = 0;
  for (let tile = 0; tile < tiles; tile += step) {
    const [x, y] = [tile % (across as number), Math.floor(tile / (across as number))];
    cutTile(picture, x * TILE, y * TILE, real);
    imaginary.fill(0);
    for (let row = 0; row < TILE; row++) transform(real, imaginary, row * TILE, 1);
    for (let column = 0; column < TILE; column++) transform(real, imaginary, column, TILE);
    for (let i = 0; i < sum.length; i++)
      sum[i] =
        (sum[i] as number) +
        Math.log((real[i] as number) ** 2 + (imaginary[i] as number) ** 2 + FLOOR);
    count += 1;
  }
  return sum.map((value) => value / count);
}

function cutTile(
  { data, width }: GreyPicture,
  left: number,
  top: number,
  into: Float64Array,
): void {
  let mean = 0;
  for (let y = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++) mean += data[(top + y) * width + left + x] as number;
  mean /= TILE * TILE;
  for (let y = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++)
      into[y * TILE + x] =
        ((data[(top + y) * width + left + x] as number) - mean) *
        (WINDOW[x] as number) *
        (WINDOW[y] as number);
}

/** In-place fast Fourier transform (Cooley and Tukey) of TILE values, `step` apart. */
function transform(real: Float64Array, imaginary: Float64Array, from: number, step: number): void {
  for (let i = 1, j = 0; i < TILE; i++) {
    let bit = HALF;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(real, from + i * step, from + j * step);
      swap(imaginary, from + i * step, from + j * step);
    }
  }
  for (let length = 2; length <= TILE; length *= 2)
    for (let start = 0; start < TILE; start += length)
      for (let k = 0; k < length / 2; k++) {
        const turn = (k * TILE) / length;
        const [cosine, sine] = [COSINES[turn] as number, SINES[turn] as number];
        const [a, b] = [from + (start + k) * step, from + (start + k + length / 2) * step];
        const x = (real[b] as number) * cosine - (imaginary[b] as number) * sine;
        const y = (real[b] as number) * sine + (imaginary[b] as number) * cosine;
        real[b] = (real[a] as number) - x;
        imaginary[b] = (imaginary[a] as number) - y;
        real[a] = (real[a] as number) + x;
        imaginary[a] = (imaginary[a] as number) + y;
      }
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] as number;
  values[a] = values[b] as number;
  values[b] = kept;
}
