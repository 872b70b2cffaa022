// The shading of a face: the logarithms of two ratios, the light on the left half to the light on
// the right half, and the light on the upper half to the light on the lower half. Exposure and the
// skin's own brightness cancel out when one shading is subtracted from another.
import { boundingBox } from '../../src/vision/face/geometry.ts';
import { linearOf } from '../../src/vision/face/screen-colours.ts';
import type { Seen } from '../films/follow.ts';

export type Shading = readonly [leftToRight: number, upperToLower: number];

/**
 * The light that is added at a point on a face, as a share of the light that was there before.
 * @param u the position across the face, from -1 to 1
 * @param v the position down the face, from -1 to 1
 */
export type AddedLight = (u: number, v: number) => number;

/** The share of the face's bounding box that is used, so that hair and background are left out. */
const SKIN_SHARE = 0.8;
const STEP = 2;

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => linearOf(value));

/** @returns undefined when one of the halves of the face has no light */
export function shadingOf({ face, picture }: Seen, added: AddedLight): Shading | undefined {
  const [x0, y0, x1, y1] = boundingBox(face.mesh);
  const [rx, ry] = [(SKIN_SHARE * (x1 - x0)) / 2, (SKIN_SHARE * (y1 - y0)) / 2];
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const sums = { left: 0, right: 0, upper: 0, lower: 0 };
  for (let y = Math.max(0, Math.ceil(cy - ry)); y < Math.min(picture.height, cy + ry); y += STEP)
    for (let x = Math.max(0, Math.ceil(cx - rx)); x < Math.min(picture.width, cx + rx); x += STEP) {
      const [u, v] = [(SKIN_SHARE * (x - cx)) / rx, (SKIN_SHARE * (y - cy)) / ry];
      if (Math.hypot(u, v) > SKIN_SHARE) continue;
      const own = LINEAR[picture.data[4 * (y * picture.width + x) + 1] ?? 0] ?? 0;
      const lit = own * (1 + added(u, v));
      sums[u < 0 ? 'left' : 'right'] += lit;
      sums[v < 0 ? 'upper' : 'lower'] += lit;
    }
  if (Math.min(...Object.values(sums)) <= 0) return undefined;
  return [Math.log(sums.left / sums.right), Math.log(sums.upper / sums.lower)];
}
