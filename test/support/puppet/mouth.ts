// Opens the mouth of a face mesh: the jaw and the lower lip move down, and the inside of the mouth
// becomes visible.
import type { Point3 } from '../../../src/vision/face/geometry.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { INNER_LOWER_LIP, INNER_UPPER_LIP, LOWER_LIP, UPPER_LIP } from './face-topology.ts';
import type { Vertex } from './raster.ts';

const [RIGHT_CORNER, LEFT_CORNER] = [78, 308];
const CHIN = 152;

/**
 * @param opening the distance between the lips, as a share of the mouth's width
 * @returns the mesh with the jaw lowered; depths do not change
 */
export function openJaw(face: readonly Point3[], opening: number): Point3[] {
  const [right, left, chin] = [RIGHT_CORNER, LEFT_CORNER, CHIN].map((at) => face[at]!);
  const width = Math.hypot(left![0] - right![0], left![1] - right![1]);
  const [cx, cy] = [(left![0] + right![0]) / 2, (left![1] + right![1]) / 2];
  const down = [chin![0] - cx, chin![1] - cy].map(
    (part) => part / Math.hypot(chin![0] - cx, chin![1] - cy),
  );
  const shares = face.map(([x, y], index) => {
    if (UPPER_LIP.includes(index)) return 0;
    const along = (x - cx) * down[0]! + (y - cy) * down[1]!;
    const aside = Math.abs((x - cx) * down[1]! - (y - cy) * down[0]!) / width;
    // Lips part in the middle and stay together at the corners.
    if (LOWER_LIP.includes(index)) return Math.sqrt(Math.max(0, 1 - (aside / 0.55) ** 2));
    return along <= 0 ? 0 : Math.min(1, along / (0.25 * width)) * Math.max(0, 1 - aside / 1.6);
  });
  return face.map(([x, y, z], index) => {
    const moved = shares[index]! * opening * width;
    return [x + down[0]! * moved, y + down[1]! * moved, z];
  });
}

const DARK = [52, 24, 24];
const TEETH = [196, 184, 168];
/** The share of the gap between the lips in which teeth show, measured from the upper lip down. */
const TEETH_SHARE = 0.28;

/** Paints the inside of an open mouth: teeth above, and dark below. */
export function paintInside(picture: Picture, mesh: readonly Vertex[]): void {
  const upper = INNER_UPPER_LIP.map((at) => mesh[at]!);
  const lower = INNER_LOWER_LIP.map((at) => mesh[at]!);
  const [from, to] = [upper[0]![0], upper.at(-1)![0]];
  for (let x = Math.ceil(Math.min(from, to)); x <= Math.max(from, to); x++) {
    const [top, bottom] = [edgeAt(upper, x), edgeAt(lower, x)];
    for (let y = Math.ceil(top); y <= bottom; y++) {
      const isTooth = (y - top) / (bottom - top) < TEETH_SHARE;
      picture.data.set(isTooth ? TEETH : DARK, 4 * (y * picture.width + x));
    }
  }
}

/** The y coordinate of a lip's edge in column `x`. */
function edgeAt(edge: readonly Vertex[], x: number): number {
  const at = edge.findIndex((point, index) => index > 0 && point[0] >= x);
  const [b, a] = [edge[Math.max(1, at)]!, edge[Math.max(1, at) - 1]!];
  const share = b[0] === a[0] ? 0 : (x - a[0]) / (b[0] - a[0]);
  return a[1] + Math.max(0, Math.min(1, share)) * (b[1] - a[1]);
}
