// Measures the brightness of the face, so that the page can ask for more light.

import type { Box } from './geometry.ts';
import type { Picture } from './picture.ts';

/** Points per edge of the sampling grid; more points would not change the mean noticeably. */
const GRID = 24;

/**
 * Computes the mean luma (ITU-R BT.601) on a grid over the box.
 * @param box in pixels; the part outside the picture is ignored
 * @returns 0 (black) to 255 (white); 0 when the box is outside the picture
 */
export function measureBrightness({ data, width, height }: Picture, box: Box): number {
  let sum = 0;
  let count = 0;
  for (let row = 0; row < GRID; row++) {
    const y = Math.floor(box[1] + ((row + 0.5) / GRID) * (box[3] - box[1]));
    if (y < 0 || y >= height) continue;
    for (let column = 0; column < GRID; column++) {
      const x = Math.floor(box[0] + ((column + 0.5) / GRID) * (box[2] - box[0]));
      if (x < 0 || x >= width) continue;
      const at = (y * width + x) * 4;
      sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}
