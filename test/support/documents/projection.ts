// Projects a page that lies on a table onto a camera's picture: applies perspective, and computes
// the mean brightness within each pixel. Nine points are sampled in each of about a million pixels,
// so nothing in this file allocates an array per point.
import type { Place } from '../../../src/vision/documents/document-check.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import {
  homography,
  type Homography,
  type Point,
  type Quad,
} from '../../../src/vision/documents/homography.ts';
import { type TableName, TABLES } from './tables.ts';

/**
 * Pose of the page in front of the camera: angles are in degrees, lengths in px of the camera's
 * picture.
 */
export interface Pose {
  width: number;
  height: number;
  /**
   * The page takes up at most this share of the picture's width and of its height; default 0.85.
   */
  share?: number;
  /** Centre of the page as a share of the picture's width and height; default 0.5. */
  at?: readonly [x: number, y: number];
  /** The table under the page; default `wood`. */
  table?: TableName;
  roll?: number;
  pitch?: number;
  yaw?: number;
}

/** Sample points per pixel in each direction; the pixel receives their mean. */
const POINTS = 3;
/** The focal length as a share of the picture's width. */
const FOCAL_LENGTH = 1.2;

/** @returns the positions of the page's corners in the picture */
export function cornersOf(page: Pick<GreyPicture, 'width' | 'height'>, pose: Pose): Quad {
  const shape = page.height / page.width;
  const focal = FOCAL_LENGTH * pose.width;
  const share = pose.share ?? 0.85;
  const distance = focal / Math.min(share * pose.width, (share * pose.height) / shape);
  const [roll, pitch, yaw] = [pose.roll, pose.pitch, pose.yaw].map(
    (angle = 0) => (angle * Math.PI) / 180,
  ) as [number, number, number];
  const corner = (x: number, y: number): Point => {
    const [x1, y1] = [
      x * Math.cos(roll) - y * Math.sin(roll),
      x * Math.sin(roll) + y * Math.cos(roll),
    ];
    const [y2, z2] = [y1 * Math.cos(pitch), y1 * Math.sin(pitch)];
    const [x3, z3] = [
      x1 * Math.cos(yaw) + z2 * Math.sin(yaw),
      z2 * Math.cos(yaw) - x1 * Math.sin(yaw),
    ];
    const depth = distance + z3;
    const [u, v] = pose.at ?? [0.5, 0.5];
    return [pose.width * u + (focal * x3) / depth, pose.height * v + (focal * y2) / depth];
  };
  const half = shape / 2;
  return [corner(-0.5, -half), corner(0.5, -half), corner(0.5, half), corner(-0.5, half)];
}

/**
 * @param place a rectangle on the page, in page pixels
 * @returns its bounding rectangle in the picture
 */
export function placeIn(
  page: Pick<GreyPicture, 'width' | 'height'>,
  pose: Pose,
  place: Place,
): Place {
  const { width, height } = page;
  const map = homography(
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    cornersOf(page, pose),
  );
  if (!map) throw new Error('The page is seen from the side.');
  const [a, b, c, d, e, f, g, h] = map;
  const corners = [place.left, place.right].flatMap((x) =>
    [place.top, place.bottom].map((y): Point => {
      const depth = g * x + h * y + 1;
      return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
    }),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** @returns the brightness of each pixel, rows from the top */
export function project(page: GreyPicture, pose: Pose, random: () => number): Float32Array {
  const corners: Quad = [
    [0, 0],
    [page.width, 0],
    [page.width, page.height],
    [0, page.height],
  ];
  const toPage = homography(cornersOf(page, pose), corners);
  if (!toPage) throw new Error('The page is seen from the side.');
  const { width, height } = pose;
  const tableAt = TABLES[pose.table ?? 'wood'](width, height, random);
  const meanAt = meansOf(page, toPage, tableAt);
  const light = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) light[y * width + x] = meanAt(x, y);
  return light;
}

type LightAt = (x: number, y: number) => number;

/** @param tableAt returns the table's brightness at a pixel, always more than 0 */
function meansOf(
  page: GreyPicture,
  [a, b, c, d, e, f, g, h]: Homography,
  tableAt: LightAt,
): LightAt {
  return (x, y) => {
    // The table's brightness is computed only on demand, because its sines are slow and most pixels
    // show only the page.
    let table = 0;
    let sum = 0;
    for (let j = 0; j < POINTS; j++)
      for (let i = 0; i < POINTS; i++) {
        const px = x + (i + 0.5) / POINTS;
        const py = y + (j + 0.5) / POINTS;
        const depth = g * px + h * py + 1;
        const u = (a * px + b * py + c) / depth - 0.5;
        const v = (d * px + e * py + f) / depth - 0.5;
        const seen = lightAt(page, u, v);
        if (seen < 0) table ||= tableAt(x, y);
        // A pixel far from the page shows only the table.
        if (i + j === 0 && isFar(page, u, v)) return table;
        sum += seen < 0 ? table : seen;
      }
    return sum / POINTS ** 2;
  };
}

const isFar = ({ width, height }: GreyPicture, u: number, v: number): boolean =>
  u < -9 || v < -9 || u > width + 9 || v > height + 9;

/** @returns the brightness, or less than 0 outside the page */
function lightAt({ data, width, height }: GreyPicture, u: number, v: number): number {
  if (u < 0 || v < 0 || u > width - 1 || v > height - 1) return -1;
  const x = Math.min(width - 2, Math.floor(u));
  const y = Math.min(height - 2, Math.floor(v));
  const a = u - x;
  const b = v - y;
  const at = y * width + x;
  const upper = (data[at] ?? 0) * (1 - a) + (data[at + 1] ?? 0) * a;
  const lower = (data[at + width] ?? 0) * (1 - a) + (data[at + width + 1] ?? 0) * a;
  return upper * (1 - b) + lower * b;
}
