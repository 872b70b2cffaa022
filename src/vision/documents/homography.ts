// Perspective transforms of a plane: functions that map points of one picture to another, and that
// cut a quadrangle out as a rectangle.
import type { GreyPicture } from './grey-picture.ts';

export type Point = readonly [x: number, y: number];
/** The corners in the order upper left, upper right, lower right, lower left. */
export type Quad = readonly [Point, Point, Point, Point];

/** The matrix, row by row, without the ninth element, which is 1. */
export type Homography = readonly [
  ...[a: number, b: number, c: number],
  ...[d: number, e: number, f: number],
  ...[g: number, h: number],
];

/** @returns undefined when three of the points are collinear */
export function homography(from: Quad, to: Quad): Homography | undefined {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  return solve(rows) as Homography | undefined;
}

/**
 * Solves linear equations by Gauss-Jordan elimination with the largest element as pivot.
 * @param rows the coefficients and the right-hand side of each equation
 */
function solve(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const below = rows.slice(column);
    const largest = Math.max(...below.map((row) => Math.abs(row[column] ?? 0)));
    if (!(largest > 1e-9)) return undefined;
    const at = column + below.findIndex((row) => Math.abs(row[column] ?? 0) === largest);
    const pivot = rows[at] ?? [];
    rows[at] = rows[column] ?? [];
    rows[column] = pivot;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let i = column; i <= size; i++) row[i] = (row[i] ?? 0) - factor * (pivot[i] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}

/**
 * Cuts out a quadrangle with bilinear interpolation. Outside the picture, the nearest pixel is
 * used.
 * @returns undefined when the corners do not form a quadrangle
 */
export function cutOut(
  { data, width, height }: GreyPicture,
  quad: Quad,
  cutWidth: number,
  cutHeight: number,
): GreyPicture | undefined {
  const corners: Quad = [
    [0, 0],
    [cutWidth, 0],
    [cutWidth, cutHeight],
    [0, cutHeight],
  ];
  const toSource = homography(corners, quad);
  if (!toSource) return undefined;
  const [a, b, c, d, e, f, g, h] = toSource;
  const cut = new Uint8Array(cutWidth * cutHeight);
  for (let row = 0; row < cutHeight; row++)
    for (let column = 0; column < cutWidth; column++) {
      const x = column + 0.5;
      const y = row + 0.5;
      const depth = g * x + h * y + 1;
      const sourceX = within((a * x + b * y + c) / depth - 0.5, width - 1);
      const sourceY = within((d * x + e * y + f) / depth - 0.5, height - 1);
      const left = Math.min(width - 2, Math.floor(sourceX));
      const top = Math.min(height - 2, Math.floor(sourceY));
      const across = sourceX - left;
      const down = sourceY - top;
      const at = top * width + left;
      const upper = (data[at] ?? 0) * (1 - across) + (data[at + 1] ?? 0) * across;
      const lower = (data[at + width] ?? 0) * (1 - across) + (data[at + width + 1] ?? 0) * across;
      cut[row * cutWidth + column] = upper * (1 - down) + lower * down;
    }
  return { data: cut, width: cutWidth, height: cutHeight };
}

/** Clamps a value to the range from 0 to `most`; NaN becomes 0. */
const within = (value: number, most: number): number =>
  value > 0 ? (value < most ? value : most) : 0;
