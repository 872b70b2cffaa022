// Measures the colour of the light on a face and on the wall behind it. A screen that changes its
// colour shifts the colour of this light. This file makes no decision, because a single picture
// proves nothing.

import { boundingBox, type Box, type Point2 } from './geometry.ts';
import type { Picture } from './picture.ts';
import { linearOf } from './screen-colours.ts';

/** ln(R/G) and ln(B/G) of mean linear light. */
type LightRatios = [redToGreen: number, blueToGreen: number];

/** The mesh's outline, clockwise from the middle of the forehead. */
const OUTLINE = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
/**
 * The share of its size to which the outline is shrunk, so that hair and background stay outside.
 */
const SKIN_SHARE = 0.85;
/**
 * Where the area that is measured as background (the wall behind the person) begins: its distance
 * from the centre of the face box, as a multiple of half the box's size. The area ends at chin
 * height, because the person's clothes are below that.
 */
const WALL_FROM = 1.9;
/** Only every other pixel of every other row is read, which does not change a mean noticeably. */
const STEP = 2;
/** The minimum number of sampled pixels, and the minimum light: below either, a ratio is noise. */
const MINIMUM_PIXELS = 200;
const MINIMUM_LIGHT = 0.002;

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => linearOf(value));

/**
 * @returns undefined when too little skin is visible; without `wall` when too little of the wall is
 *   visible
 */
export function measureLight(
  picture: Picture,
  mesh: readonly (readonly [number, number, ...number[]])[],
): { skin: LightRatios; wall?: LightRatios } | undefined {
  const box = boundingBox(mesh);
  const { skin, wall } = sumZones(picture, drawnIn(mesh, box), box);
  const skinRatios = ratiosOf(skin);
  const wallRatios = ratiosOf(wall);
  if (!skinRatios) return undefined;
  return { skin: skinRatios, ...(wallRatios && { wall: wallRatios }) };
}

/**
 * Sums of linear light for red, green and blue, then the number of pixels. A typed array, because
 * V8 would box each sum in an object.
 */
type Zone = Float64Array;
const PIXELS = 3;

interface Zones {
  skin: Zone;
  wall: Zone;
}

function sumZones({ data, width, height }: Picture, outline: Point2[], box: Box): Zones {
  const [skin, wall] = [emptyZone(), emptyZone()];
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const across = new Float64Array(width);
  const ends = new Float64Array(2);
  for (let x = 0; x < width; x++) across[x] = ((x - cx) / rx) ** 2;
  for (let y = 0; y < height; y += STEP) {
    const row = y * width;
    crossings(outline, y, ends);
    // Without `| 0`, V8 would box this whole number for each pixel, because it is computed from a
    // fraction.
    const from = Math.max(0, Math.min(width, Math.ceil(ends[0] ?? 0))) | 0;
    const to = Math.min(width, ends[1] ?? 0);
    for (let x = from; x < to; x += STEP) addPixel(skin, data, (row + x) * 4);
    if (y >= box[3]) continue;
    const down = ((y - cy) / ry) ** 2;
    for (let x = 0; x < width; x += STEP)
      if ((across[x] ?? 0) + down > WALL_FROM ** 2) addPixel(wall, data, (row + x) * 4);
  }
  return { skin, wall };
}

const emptyZone = (): Zone => new Float64Array(PIXELS + 1);

function addPixel(zone: Zone, data: Picture['data'], at: number): void {
  for (let channel = 0; channel < PIXELS; channel++)
    zone[channel] = (zone[channel] ?? 0) + (LINEAR[data[at + channel] ?? 0] ?? 0);
  zone[PIXELS] = (zone[PIXELS] ?? 0) + 1;
}

/**
 * Finds where a row crosses the outline of a face: at two positions, or none.
 * @param ends receives the first and the last position
 */
function crossings(outline: readonly Point2[], y: number, ends: Float64Array): void {
  ends[0] = Infinity;
  ends[1] = -Infinity;
  let last = outline.at(-1) ?? [0, 0];
  // An iterator would allocate an object for each point of each row.
  for (let index = 0; index < outline.length; index++) {
    const point = outline[index] ?? last;
    if (last[1] > y !== point[1] > y) {
      const x = last[0] + ((point[0] - last[0]) * (y - last[1])) / (point[1] - last[1]);
      ends[0] = Math.min(ends[0], x);
      ends[1] = Math.max(ends[1], x);
    }
    last = point;
  }
}

function drawnIn(
  mesh: readonly (readonly [number, number, ...number[]])[],
  [x0, y0, x1, y1]: Box,
): Point2[] {
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return OUTLINE.map((index): Point2 => {
    const [x, y] = mesh[index] ?? [cx, cy];
    return [cx + (x - cx) * SKIN_SHARE, cy + (y - cy) * SKIN_SHARE];
  });
}

function ratiosOf([red = 0, green = 0, blue = 0, pixels = 0]: Zone): LightRatios | undefined {
  const least = Math.min(red, green, blue);
  if (pixels < MINIMUM_PIXELS || least < MINIMUM_LIGHT * pixels) return undefined;
  return [Math.log(red / green), Math.log(blue / green)];
}
