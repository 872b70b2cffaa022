// Finds the stacked barcode of a licence in a picture: the largest area full of vertical edges, and
// a straight line along each of its sides. The content is not read.
import { type Blob, density, edges, findBlobs, threshold } from './blobs.ts';
import { dropPixels, type GreyPicture, shrink } from './grey-picture.ts';
import { cutOut, type Point, type Quad } from './homography.ts';
import { rollOf } from './roll.ts';

/** The longer side of the picture that is searched, in px. */
const WORKING_SIZE = 640;
/**
 * For each pass, half the side of the square over which edges are counted, in px of the searched
 * picture, and a multiple of Otsu's threshold. At a multiple of 1, a barcode may merge with the
 * print below it.
 */
const PASSES = [
  { reach: 4, level: 1 },
  { reach: 7, level: 1 },
  { reach: 4, level: 1.3 },
] as const;
/**
 * Rotations in degrees to try in addition to the rotation that the edges indicate, and the
 * difference below which two rotations count as the same.
 */
const OTHER_TURNS = [0, -8, 8] as const;
const SAME_TURN = 3;
/** The minimum size of a barcode, as shares of the picture. */
const MIN_WIDTH = 0.2;
const MIN_HEIGHT = 0.05;
/** Shares of a side that are ignored at both ends, because two sides meet there. */
const CORNERS = { across: 0.08, down: 0.15 } as const;
/**
 * The share of the points along a side that are kept for the next fit of the side's line: those
 * nearest to the current line.
 */
const KEPT_POINTS = 0.7;
const ROUNDS = 6;
/** Two candidates count as one when all their corners are within this many px of each other. */
const SAME_PX = 4;

/**
 * Finds places where a barcode may be. The picture is rotated first, by the angle that its edges
 * indicate and then by other angles, because a tilted barcode merges with the print below it.
 * @param turns how many of the rotations to try
 * @returns the corners of candidates to examine, likeliest first; each costs about 40 ms
 */
export function* locateBarcode(picture: GreyPicture, turns: number): Generator<Quad> {
  const scale = Math.min(1, WORKING_SIZE / Math.max(picture.width, picture.height));
  const small = shrink(picture, scale);
  const known: Quad[] = [];
  try {
    for (const degrees of turnsOf(small).slice(0, turns)) {
      const toSmall = rotation(small, degrees);
      for (const quad of placesIn(small, degrees)) {
        const place = quad.map((corner) => {
          const [x, y] = toSmall(corner);
          return [(x + 0.5) / scale, (y + 0.5) / scale] as const;
        }) as unknown as Quad;
        if (known.some((other) => isSame(other, place))) continue;
        known.push(place);
        yield place;
      }
    }
  } finally {
    if (small !== picture) dropPixels(small);
  }
}

function turnsOf(picture: GreyPicture): number[] {
  const roll = rollOf(picture);
  const others = OTHER_TURNS.filter((degrees) => Math.abs(degrees - roll) >= SAME_TURN);
  return [Math.abs(roll) < SAME_TURN ? 0 : roll, ...others];
}

/** @returns the corners of candidates, in px of the rotated picture */
function* placesIn(picture: GreyPicture, degrees: number): Generator<Quad> {
  if (degrees === 0) {
    yield* sidesOf(picture);
    return;
  }
  const corners = cornersOf(picture, rotation(picture, degrees));
  const turned = cutOut(picture, corners, ...sizeOf(picture));
  if (!turned) return;
  try {
    yield* sidesOf(turned);
  } finally {
    dropPixels(turned);
  }
}

const sizeOf = ({ width, height }: GreyPicture): [number, number] => [width, height];

/** A rotation about the picture's centre. */
function rotation({ width, height }: GreyPicture, degrees: number): (point: Point) => Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return ([x, y]) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos];
  };
}

function cornersOf({ width, height }: GreyPicture, at: (point: Point) => Point): Quad {
  return [at([0, 0]), at([width, 0]), at([width, height]), at([0, height])];
}

function isSame(a: Quad, b: Quad): boolean {
  return a.every(([x, y], i) => {
    const [u, v] = b[i] ?? [0, 0];
    return Math.hypot(x - u, y - v) < SAME_PX;
  });
}

function* sidesOf(picture: GreyPicture): Generator<Quad> {
  const print = edges(picture, 12, 200);
  try {
    for (const { reach, level } of PASSES) {
      const quad = largestArea(print, reach, level);
      if (quad) yield quad;
    }
  } finally {
    dropPixels(print);
  }
}

function largestArea(print: GreyPicture, reach: number, level: number): Quad | undefined {
  const dense = density(print, reach, reach, 1.5);
  const { blobs, labels } = findBlobs(dense, threshold(dense, 2) * level);
  dropPixels(dense);
  const blob = largest(blobs, print);
  return blob && quadAround(blob, labels, print.width);
}

function largest(blobs: readonly Blob[], { width, height }: GreyPicture): Blob | undefined {
  let most: Blob | undefined;
  for (const blob of blobs) {
    const isLarge =
      blob.right - blob.left >= MIN_WIDTH * width && blob.bottom - blob.top >= MIN_HEIGHT * height;
    if (isLarge && blob.pixels > (most?.pixels ?? 0)) most = blob;
  }
  return most;
}

/** One side as a line: v = start + slope * u, with u along the side. */
interface Side {
  start: number;
  slope: number;
}

function quadAround(blob: Blob, labels: Int32Array, width: number): Quad | undefined {
  const { left, right, top, bottom } = blob;
  const isInside = (x: number, y: number): boolean => labels[y * width + x] === blob.label;
  const upper: Point[] = [];
  const lower: Point[] = [];
  const margin = Math.round((right - left) * CORNERS.across);
  for (let x = left + margin; x <= right - margin; x++) {
    const ends = endsOf(top, bottom, (y) => isInside(x, y));
    if (!ends) continue;
    upper.push([x, ends[0]]);
    lower.push([x, ends[1]]);
  }
  const leftmost: Point[] = [];
  const rightmost: Point[] = [];
  const rows = Math.round((bottom - top) * CORNERS.down);
  for (let y = top + rows; y <= bottom - rows; y++) {
    const ends = endsOf(left, right, (x) => isInside(x, y));
    if (!ends) continue;
    leftmost.push([y, ends[0]]);
    rightmost.push([y, ends[1]]);
  }
  if (upper.length < 20 || leftmost.length < 8) return undefined;
  const [above, below] = [fit(upper), fit(lower)];
  const [before, behind] = [fit(leftmost), fit(rightmost)];
  return [
    crossing(above, before),
    crossing(above, behind),
    crossing(below, behind),
    crossing(below, before),
  ];
}

/**
 * @returns the first and last positions for which `isInside` returns true; undefined when there is
 *   none
 */
function endsOf(
  from: number,
  to: number,
  isInside: (at: number) => boolean,
): [number, number] | undefined {
  let first = from;
  while (first <= to && !isInside(first)) first++;
  if (first > to) return undefined;
  let last = to;
  while (!isInside(last)) last--;
  return [first, last];
}

/** Fits a line by least squares, then refits it several times without the outliers. */
function fit(points: readonly Point[]): Side {
  let kept = points;
  let side: Side = { start: 0, slope: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    side = leastSquares(kept);
    const { start, slope } = side;
    const away = ([u, v]: Point): number => Math.abs(v - start - slope * u);
    kept = points
      .toSorted((a, b) => away(a) - away(b))
      .slice(0, Math.max(8, Math.floor(points.length * KEPT_POINTS)));
  }
  return side;
}

function leastSquares(points: readonly Point[]): Side {
  let [sumU, sumV, sumUU, sumUV] = [0, 0, 0, 0];
  for (const [u, v] of points) {
    sumU += u;
    sumV += v;
    sumUU += u * u;
    sumUV += u * v;
  }
  const spread = points.length * sumUU - sumU * sumU;
  const slope = spread === 0 ? 0 : (points.length * sumUV - sumU * sumV) / spread;
  return { start: (sumV - slope * sumU) / points.length, slope };
}

/**
 * @param row a side along x
 * @param column a side along y
 */
function crossing(row: Side, column: Side): Point {
  const y = (row.start + row.slope * column.start) / (1 - row.slope * column.slope);
  return [column.start + column.slope * y, y];
}
