// Measures how much of a head's surroundings stays in place when the head turns: hair, neck and
// collar move with the head, while the background does not.
import type { Box, Point2 } from '../../src/vision/face/geometry.ts';
import { median } from '../../src/vision/face/median.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { blur, type Field } from './face-texture.ts';

/** Half the edge of a block, and the search radius, in pixels of the half-size picture. */
const HALF_PX = 6;
const SEARCH_PX = 10;
const COARSEST_PX = 8;
/** The minimum structure of a block that can be tracked, in brightness levels from 0 to 255. */
const MIN_STRUCTURE = 4;
/**
 * The minimum correlation at which a block counts as found in the other picture, and the minimum at
 * which it counts as unchanged.
 */
const FOUND = 0.6;
const SAME = 0.8;
/**
 * The distance from the middle of the face within which blocks are skipped as part of the face, the
 * distance beyond which they count as background, and how far a block may move relative to the
 * background and still count as unmoved. All three are in units of half the face's box.
 */
const FACE = 1.1;
const BACKGROUND = 1.9;
const STILL = 0.06;
const MIN_BLOCKS = 6;

interface Block {
  /** The distance from the middle of the resting face, in units of half the face's box. */
  away: number;
  /** How far the block moved, in the same units as `away`. */
  moved: Point2;
  correlation: number;
}

/**
 * @param ring the range of distances from the middle of the resting face, in units of half the
 *   face's box; there are no blocks nearer than FACE
 * @returns the share of the trackable blocks in the ring that moved no more than the background;
 *   undefined when too few blocks can be tracked
 */
export function shareThatStays(
  rest: { picture: Picture; box: Box },
  turned: { picture: Picture; box: Box },
  [from, to]: readonly [number, number],
): number | undefined {
  const blocks = followBlocks(rest, turned);
  const background = blocks.filter((block) => block.away > BACKGROUND && block.correlation > FOUND);
  const near = blocks.filter(({ away }) => from <= away && away < to);
  if (background.length < MIN_BLOCKS || near.length < MIN_BLOCKS) return undefined;
  const [dx, dy] = [0, 1].map((axis) => median(background.map(({ moved }) => moved[axis] ?? 0)));
  const still = near.filter(
    ({ moved: [x, y], correlation }) =>
      correlation > SAME && Math.hypot(x - (dx ?? 0), y - (dy ?? 0)) < STILL,
  );
  return still.length / near.length;
}

type Seen = Parameters<typeof shareThatStays>[0];

function followBlocks(rest: Seen, turned: Seen): Block[] {
  const [a, b] = [structureOf(rest.picture), structureOf(turned.picture)];
  if (a.width !== b.width || a.height !== b.height) return [];
  const margin = HALF_PX + SEARCH_PX;
  const [rx, ry] = [(rest.box[2] - rest.box[0]) / 4, (rest.box[3] - rest.box[1]) / 4];
  const blocks: Block[] = [];
  for (let y = margin; y < a.height - margin; y += 2 * HALF_PX)
    for (let x = margin; x < a.width - margin; x += 2 * HALF_PX) {
      const away = distanceFrom(rest.box, [x, y]);
      if (Math.min(away, distanceFrom(turned.box, [x, y])) < FACE) continue;
      const found = findBlock(a, b, [x, y]);
      if (!found) continue;
      const { moved, correlation } = found;
      blocks.push({ away, moved: [moved[0] / rx, moved[1] / ry], correlation });
    }
  return blocks;
}

/**
 * The distance from the middle of the face to a point of the half-size picture, in units of half
 * the face's box.
 */
const distanceFrom = ([x0, y0, x1, y1]: Box, [x, y]: Point2): number =>
  Math.hypot((2 * x - (x0 + x1) / 2) / ((x1 - x0) / 2), (2 * y - (y0 + y1) / 2) / ((y1 - y0) / 2));

/** Halves the picture in each direction and removes its shading. */
function structureOf({ data, width, height }: Picture): Field {
  const green = Float32Array.from(
    { length: width * height },
    (_, pixel) => data[4 * pixel + 1] ?? 0,
  );
  const even = blur({ values: green, width, height }, 1);
  const [halfWidth, halfHeight] = [width >> 1, height >> 1];
  const values = Float32Array.from(
    { length: halfWidth * halfHeight },
    (_, pixel) => even[2 * Math.floor(pixel / halfWidth) * width + 2 * (pixel % halfWidth)] ?? 0,
  );
  const field = { values, width: halfWidth, height: halfHeight };
  const shading = blur(field, COARSEST_PX);
  return { ...field, values: values.map((value, at) => value - (shading[at] ?? 0)) };
}

/** @returns undefined when the block has too little structure to be found again */
function findBlock(a: Field, b: Field, [x, y]: Point2) {
  const energy = productOf(a, a, [x, y], [0, 0]);
  if (energy < MIN_STRUCTURE ** 2 * (2 * HALF_PX + 1) ** 2) return undefined;
  let best: { moved: Point2; correlation: number } = { moved: [0, 0], correlation: -1 };
  for (let dy = -SEARCH_PX; dy <= SEARCH_PX; dy++)
    for (let dx = -SEARCH_PX; dx <= SEARCH_PX; dx++) {
      const other = productOf(b, b, [x + dx, y + dy], [0, 0]);
      const common = productOf(a, b, [x, y], [dx, dy]);
      const correlation = common / Math.sqrt(energy * other + 1e-6);
      if (correlation > best.correlation) best = { moved: [dx, dy], correlation };
    }
  return best;
}

function productOf(a: Field, b: Field, [x, y]: Point2, [dx, dy]: Point2): number {
  let sum = 0;
  for (let v = y - HALF_PX; v <= y + HALF_PX; v++) {
    const [from, to] = [v * a.width, (v + dy) * b.width + dx];
    for (let u = x - HALF_PX; u <= x + HALF_PX; u++)
      sum += (a.values[from + u] ?? 0) * (b.values[to + u] ?? 0);
  }
  return sum;
}
