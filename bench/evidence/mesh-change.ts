// Measures how the mesh of a face differs between pictures while the head does not turn: how far
// the eyes are open, and how much the shape of the mesh changes.
import type { MeasuredFace } from '../../src/vision/face/face-wire.ts';

type Mesh = MeasuredFace['mesh'];

/** Mesh points of each eye: the middle of each lid, then the two corners. */
const EYES = [
  [159, 145, 33, 133],
  [386, 374, 263, 362],
] as const;
const FOREHEAD = 10;
const CHIN = 152;

/** @returns how far the eyes are open relative to their width, as the mean of both eyes */
export function eyeOpening(mesh: Mesh): number {
  const open = EYES.map(
    ([upper, lower, outer, inner]) =>
      distance(mesh, upper, lower) / Math.max(1e-6, distance(mesh, outer, inner)),
  );
  return open.reduce((sum, one) => sum + one, 0) / open.length;
}

/**
 * @returns the root mean square distance between the meshes after one has been moved, scaled and
 *   rolled to fit the other, as a percentage of the face's height
 */
export function shapeChange(a: Mesh, b: Mesh): number {
  const [from, to] = [centred(a), centred(b)];
  let [along, across, size] = [0, 0, 1e-6];
  for (const [index, [x, y]] of from.entries()) {
    const [u, v] = to[index] ?? [x, y];
    along += x * u + y * v;
    across += x * v - y * u;
    size += x * x + y * y;
  }
  const [cos, sin] = [along / size, across / size];
  const squares = from.map(([x, y], index) => {
    const [u, v] = to[index] ?? [x, y];
    return (cos * x - sin * y - u) ** 2 + (sin * x + cos * y - v) ** 2;
  });
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  return (100 * Math.sqrt(mean)) / Math.max(1e-6, distance(b, FOREHEAD, CHIN));
}

type Point = readonly [x: number, y: number];

const pointAt = (mesh: Mesh, index: number): Point => [
  mesh[2 * index] ?? 0,
  mesh[2 * index + 1] ?? 0,
];

function distance(mesh: Mesh, one: number, other: number): number {
  const [[x, y], [u, v]] = [pointAt(mesh, one), pointAt(mesh, other)];
  return Math.hypot(x - u, y - v);
}

function centred(mesh: Mesh): Point[] {
  const points = Array.from({ length: mesh.length >> 1 }, (_, index) => pointAt(mesh, index));
  const mean = (axis: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, points.length);
  const [cx, cy] = [mean(0), mean(1)];
  return points.map(([x, y]): Point => [x - cx, y - cy]);
}
