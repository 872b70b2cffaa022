// Measures how far the nearly vertical edges in a picture lean: bars and strokes lean as much as
// the page on which they are printed.
import type { GreyPicture } from './grey-picture.ts';

/**
 * The maximum lean in degrees to either side, and the maximum difference between the angles of
 * edges that count as one direction.
 */
const MAX_ROLL = 20;
const SPREAD = 2;
const BINS_PER_DEGREE = 2;

/** @returns the lean in degrees, clockwise positive; 0 when there are no edges */
export function rollOf(picture: GreyPicture): number {
  const strengths = edgesByAngle(picture);
  const reach = SPREAD * BINS_PER_DEGREE;
  let most = 0;
  let middle = 0;
  for (let bin = reach; bin < strengths.length - reach; bin++) {
    let sum = 0;
    let moment = 0;
    for (let near = bin - reach; near <= bin + reach; near++) {
      sum += strengths[near] as number;
      moment += near * (strengths[near] as number);
    }
    if (sum <= most) continue;
    most = sum;
    middle = moment / sum;
  }
  return most === 0 ? 0 : (middle + 0.5) / BINS_PER_DEGREE - MAX_ROLL;
}

/**
 * Returns the gradient energy for each angle to the horizontal. Using the energy gives noise little
 * weight.
 */
function edgesByAngle({ data, width, height }: GreyPicture): Float64Array {
  const strengths = new Float64Array(2 * MAX_ROLL * BINS_PER_DEGREE);
  const at = (i: number): number => data[i] as number;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [above, below] = [i - width, i + width];
      const diagonal = at(below + 1) - at(above - 1);
      const other = at(above + 1) - at(below - 1);
      const across = 2 * (at(i + 1) - at(i - 1)) + diagonal + other;
      if (across === 0) continue;
      const down = 2 * (at(below) - at(above)) + diagonal - other;
      const degrees = (Math.atan(down / across) * 180) / Math.PI + MAX_ROLL;
      const bin = Math.floor(degrees * BINS_PER_DEGREE);
      if (bin >= 0 && bin < strengths.length)
        strengths[bin] = (strengths[bin] as number) + across * across + down * down;
    }
  return strengths;
}
