// Finds the edges in a picture and their directions, as lines one pixel wide. straight-lines.ts
// finds the straight lines among them.
import { dropPixels, type GreyPicture } from './grey-picture.ts';

/**
 * The direction of the edge through each pixel, in degrees from 1 to 180 relative to the x axis; 0
 * means that there is no edge.
 */
export interface EdgeMap {
  directions: Uint8Array;
  width: number;
  height: number;
}

/** The minimum strength of an edge, however smooth the picture is. */
const MIN_STRENGTH = 12;
/**
 * An edge is at least this many times as strong as the median pixel. A pixel of strength
 * STRONG_EDGE is an edge in any texture.
 */
const TIMES_MEDIAN = 1.8;
const STRONG_EDGE = 56;
const HISTOGRAM = 1024;

/** @returns the edges, each thinned to the pixels that are strongest across it */
export function edgeMap(picture: GreyPicture): EdgeMap {
  const { width, height } = picture;
  const soft = softened(picture);
  const [across, down] = gradients(soft);
  dropPixels(soft);
  const strengths = new Uint16Array(width * height);
  for (let at = 0; at < strengths.length; at++)
    strengths[at] = Math.hypot(across[at] as number, down[at] as number);
  const least = leastStrength(strengths);
  const directions = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const strength = strengths[at] as number;
      if (strength < least) continue;
      const [gx, gy] = [across[at] as number, down[at] as number];
      const step = neighbourAcross(gx, gy, width);
      if (
        strength < (strengths[at - step] as number) ||
        strength < (strengths[at + step] as number)
      )
        continue;
      // The edge runs at a right angle to the gradient.
      const degrees = (Math.atan2(gx, -gy) * 180) / Math.PI;
      directions[at] = 1 + ((Math.round(degrees) + 360) % 180);
    }
  return { directions, width, height };
}

/**
 * Replaces each pixel with the mean of 3 by 3 pixels, so that paper grain and sensor noise do not
 * appear as edges.
 */
function softened({ data, width, height }: GreyPicture): GreyPicture {
  const soft = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - 1) * width, Math.min(height - 1, y + 1) * width];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
      let sum = 0;
      for (const row of [above, y * width, below])
        sum +=
          (data[row + left] as number) + (data[row + x] as number) + (data[row + right] as number);
      soft[y * width + x] = sum / 9;
    }
  }
  return { data: soft, width, height };
}

/** Sobel gradients in x and y. */
function gradients({ data, width, height }: GreyPicture): [Int16Array, Int16Array] {
  const [across, down] = [new Int16Array(width * height), new Int16Array(width * height)];
  const at = (i: number): number => data[i] as number;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [above, below] = [i - width, i + width];
      const falling = at(below + 1) - at(above - 1);
      const rising = at(above + 1) - at(below - 1);
      across[i] = 2 * (at(i + 1) - at(i - 1)) + falling + rising;
      down[i] = 2 * (at(below) - at(above)) + falling - rising;
    }
  return [across, down];
}

function leastStrength(strengths: Uint16Array): number {
  const counts = new Uint32Array(HISTOGRAM);
  for (let at = 0; at < strengths.length; at++) {
    const slot = Math.min(HISTOGRAM - 1, strengths[at] as number);
    counts[slot] = (counts[slot] as number) + 1;
  }
  let [seen, median] = [0, 0];
  while (median < HISTOGRAM - 1 && (seen += counts[median] as number) < strengths.length / 2)
    median++;
  return Math.max(MIN_STRENGTH, Math.min(STRONG_EDGE, TIMES_MEDIAN * median));
}

/** @returns the index offset of the neighbour in the direction of the gradient */
function neighbourAcross(gx: number, gy: number, width: number): number {
  const [flat, steep] = [Math.abs(gx), Math.abs(gy)];
  if (steep < 0.4142 * flat) return 1;
  if (flat < 0.4142 * steep) return width;
  return gx > 0 === gy > 0 ? width + 1 : width - 1;
}
