// Points, boxes and crops. Units are pixels of the picture unless noted otherwise.

/** A point in image pixels; x to the right, y downwards. */
export type Point2 = [x: number, y: number];

/** A point in image pixels; z grows away from the camera, on the same scale as x. */
export type Point3 = [x: number, y: number, z: number];

export type Box = [x0: number, y0: number, x1: number, y1: number];

/**
 * A square region of the picture, rotated clockwise (on screen) by `angle` radians about its
 * centre.
 */
export interface Crop {
  cx: number;
  cy: number;
  side: number;
  angle: number;
  /** Whether left and right are exchanged in the network's input. Default: false. */
  isMirrored?: boolean;
}

/** Intersection over union of two boxes: 0 (disjoint) to 1 (equal). */
export function overlap(a: Box, b: Box): number {
  const width = Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]));
  const height = Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
  const shared = width * height;
  return shared / (area(a) + area(b) - shared);
}

export function area(box: Box): number {
  return (box[2] - box[0]) * (box[3] - box[1]);
}

/**
 * The axis-aligned bounding box.
 * @throws RangeError when there are no points
 */
export function boundingBox(points: readonly (readonly [number, number, ...number[]])[]): Box {
  if (points.length === 0) throw new RangeError('A box needs at least one point.');
  const box = emptyBox();
  for (let index = 0; index < points.length; index++) {
    const [x, y] = points[index] ?? [0, 0];
    extendBox(box, x, y);
  }
  return box;
}

/** An empty box, to be enlarged by extendBox. */
export const emptyBox = (): Box => [Infinity, Infinity, -Infinity, -Infinity];

/** Enlarges the box to contain the point. */
export function extendBox(box: Box, x: number, y: number): void {
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}
