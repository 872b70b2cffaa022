// Measures how far a mouth is open, and what is visible between the lips. Pure. The page needs only
// the opening; the server measures both. The limits are in picture-rules.ts.
import { boundingBox, type Point2 } from './geometry.ts';
import type { Picture } from './picture.ts';
import { linearOf } from './screen-colours.ts';

type Points = readonly (readonly [number, number, ...number[]])[];

/**
 * Mesh points of the inner edges of both lips, from the corner of the mouth on the person's right
 * to the one on the left, corners included.
 */
const INNER_UPPER = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const INNER_LOWER = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];
/** Mesh points of the lips' outer edges. */
const OUTER_UPPER = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291];
const OUTER_LOWER = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291];
/**
 * Indices of the three middle points in INNER_UPPER and INNER_LOWER; the distances between them
 * give the gap between the lips.
 */
const MIDDLE = [4, 5, 6];
const [RIGHT_CORNER, LEFT_CORNER] = [78, 308];

/** The server's measurements of a mouth. */
export interface Mouth {
  /** The result of `mouthOpening`. */
  opening: number;
  /** The area between the lips, if the gap is wide enough to see it. */
  inside?: {
    /**
     * Natural logarithm of the ratio of the 90th to the 10th percentile of linear light: high for
     * teeth and tongue in front of a dark throat, low for stretched skin.
     */
    contrast: number;
    /** How much higher ln(R/G) is between the lips than on them. */
    redder: number;
  };
}

/**
 * @param mesh at least 468 points, in pixels
 * @returns the gap between the lips as a share of the mouth's width: 0 shut, around 1 wide open
 * @throws RangeError when the mesh is incomplete
 */
export function mouthOpening(mesh: Points): number {
  const width = apart(mesh, RIGHT_CORNER, LEFT_CORNER);
  const gaps = MIDDLE.map((at) => apart(mesh, INNER_UPPER[at] ?? 0, INNER_LOWER[at] ?? 0));
  return width > 0 ? gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / width : 0;
}

function apart(mesh: Points, from: number, to: number): number {
  const [a, b] = [mesh[from], mesh[to]];
  if (!a || !b) throw new RangeError(`A face mesh has 468 points, not ${mesh.length}.`);
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/**
 * The share of its size to which the outline of the area between the lips is shrunk, because pixels
 * at its edge mix the lips with what is between them.
 */
const INSIDE_SHARE = 0.85;
/**
 * The minimum number of pixels, both between the lips and on them, and the minimum gap between the
 * lips, for `inside` to be measured.
 */
const MINIMUM_PIXELS = 60;
const MINIMUM_OPENING = 0.15;
/**
 * A sensor's noise in the dark, in linear light, added to the numerator and the denominator of each
 * ratio.
 */
const DARK = 0.003;

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => linearOf(value));

/** @param mesh 468 points, in pixels of the picture */
export function measureMouth(picture: Picture, mesh: Points): Mouth {
  const opening = mouthOpening(mesh);
  const inner = outlineOf(mesh, INNER_UPPER, INNER_LOWER);
  const outer = outlineOf(mesh, OUTER_UPPER, OUTER_LOWER);
  if (opening < MINIMUM_OPENING) return { opening };
  const drawnIn = towardsMiddle(inner, INSIDE_SHARE);
  const inside = pixelsWithin(picture, outer, (y) => isBetween(crossings(drawnIn, y)));
  const lips = pixelsWithin(picture, outer, (y) => {
    const [isInOuter, isInInner] = [isBetween(crossings(outer, y)), isBetween(crossings(inner, y))];
    return (twice) => isInOuter(twice) && !isInInner(twice);
  });
  if (Math.min(inside.light.length, lips.light.length) < MINIMUM_PIXELS) return { opening };
  const contrast = Math.log(at(inside.light, 0.9) / at(inside.light, 0.1));
  return { opening, inside: { contrast, redder: at(inside.red, 0.5) - at(lips.red, 0.5) } };
}

const outlineOf = (mesh: Points, upper: number[], lower: number[]): Point2[] =>
  [...upper, ...lower.slice(1, -1).toReversed()].map((index): Point2 => {
    const [x, y] = mesh[index] ?? [0, 0];
    return [x, y];
  });

function towardsMiddle(outline: readonly Point2[], share: number): Point2[] {
  const [x0, y0, x1, y1] = boundingBox(outline);
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return outline.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}

/**
 * Linear light and ln(R/G) of pixels, each in ascending order. They are Float64Arrays, because V8
 * would box each number of a plain array.
 */
interface LipPixels {
  light: Float64Array;
  red: Float64Array;
}

function pixelsWithin(
  picture: Picture,
  within: readonly Point2[],
  wantedOf: (y: number) => (twice: number) => boolean,
): LipPixels {
  const { width, height } = picture;
  const [x0, y0, x1, y1] = boundingBox(within);
  const [left, top] = [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0))];
  const [right, bottom] = [Math.min(width, Math.ceil(x1)), Math.min(height, Math.ceil(y1))];
  const most = Math.max(0, right - left) * Math.max(0, bottom - top);
  const [light, red] = [new Float64Array(most), new Float64Array(most)];
  let count = 0;
  for (let y = top; y < bottom; y++) {
    const isWanted = wantedOf(y + 0.5);
    for (let x = left; x < right; x++) {
      if (!isWanted(2 * x + 1)) continue;
      const r = lightAround(picture, x, y, 0);
      const g = lightAround(picture, x, y, 1);
      const b = lightAround(picture, x, y, 2);
      light[count] = 0.2126 * r + 0.7152 * g + 0.0722 * b + DARK;
      red[count++] = Math.log((r + DARK) / (g + DARK));
    }
  }
  return { light: light.subarray(0, count).sort(), red: red.subarray(0, count).sort() };
}

/**
 * Averages 3 by 3 pixels in linear light, so that the sensor's noise does not count as contrast.
 * @param channel 0 red, 1 green, 2 blue
 */
function lightAround(
  { data, width, height }: Picture,
  x: number,
  y: number,
  channel: number,
): number {
  let sum = 0;
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
      sum += (LINEAR[data[4 * (row * width + column) + channel] ?? 0] ?? 0) / 9;
  return sum;
}

const at = (ascending: Float64Array, share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0;

/** The positions where a row crosses an outline, computed once for all pixels of the row. */
function crossings(outline: readonly Point2[], y: number): number[] {
  const found: number[] = [];
  let before = outline.at(-1) ?? [0, 0];
  for (let index = 0; index < outline.length; index++) {
    const next = outline[index] ?? before;
    if (next[1] > y !== before[1] > y)
      found.push(((before[0] - next[0]) * (y - next[1])) / (before[1] - next[1]) + next[0]);
    before = next;
  }
  return found;
}

/**
 * Whether a point is inside the outline, that is, whether a ray to the right crosses the outline an
 * odd number of times. The x coordinate is passed doubled, as a whole number, because V8 would box
 * the fraction at which a pixel's centre lies. The loop uses an index, because an iterator would
 * allocate an object for each step.
 */
const isBetween =
  (places: readonly number[]) =>
  (twice: number): boolean => {
    let isInside = false;
    for (let index = 0; index < places.length; index++)
      if (twice < 2 * (places[index] ?? 0)) isInside = !isInside;
    return isInside;
  };
