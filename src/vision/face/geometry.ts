// Points, boxes and crops. Units are pixels of the picture unless noted otherwise.

/** Image pixels; x to the right, y downwards. */
export type Point2 = [x: number, y: number];

/** Image pixels; z grows away from the camera, in the same scale as x. */
export type Point3 = [x: number, y: number, z: number];

export type Box = [x0: number, y0: number, x1: number, y1: number];

/** A square region of the picture, rotated clockwise (on screen) by `angle` radians about its centre. */
export interface Crop {
  cx: number;
  cy: number;
  side: number;
  angle: number;
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

/** The axis-aligned bounding box. @throws RangeError without points */
export function boundingBox(points: Iterable<readonly [number, number, ...number[]]>): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const point of points) {
    x0 = Math.min(x0, point[0]);
    y0 = Math.min(y0, point[1]);
    x1 = Math.max(x1, point[0]);
    y1 = Math.max(y1, point[1]);
  }
  if (x0 === Infinity) throw new RangeError('A box needs at least one point.');
  return [x0, y0, x1, y1];
}
