// Samples single pixels of a face, on a grid at the same position in every picture. The pixels
// distinguish a repeated picture from a new one taken by the same sensor, because a sensor's noise
// never repeats. The decision is in domain/verification/rules/evidence/equal-pictures.ts.
import type { GreyGrid } from './face-wire.ts';
import type { Box } from './geometry.ts';
import type { Picture } from './picture.ts';

/**
 * The distance between neighbouring points of the grid, in px. Single pixels are sampled, because
 * averaging would remove the noise.
 */
const PITCH = 8;

/** @param box the box around the face, in px */
export function measureGrey({ data, width, height }: Picture, box: Box): GreyGrid {
  const [left, top] = [box[0], box[1]].map((edge) => Math.max(0, Math.ceil(edge / PITCH))) as [
    number,
    number,
  ];
  const right = Math.floor(Math.min(width - 1, box[2]) / PITCH);
  const bottom = Math.floor(Math.min(height - 1, box[3]) / PITCH);
  const columns = Math.max(0, right - left + 1);
  const values: number[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const at = 4 * PITCH * (row * width + column);
      const red = 0.299 * (data[at] ?? 0);
      values.push(Math.round(red + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)));
    }
  return { left, top, columns, values };
}
