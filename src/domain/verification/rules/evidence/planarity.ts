// Determines whether a turning head is only a flat picture of a face: when a flat object turns, its
// image changes by a homography, but the image of a real head does not. Pure; the limit is in
// picture-rules.ts.

/** The mesh points in the picture: x and y alternately, in px. */
type FlatMesh = readonly number[];

/** Indices of points in MediaPipe's canonical face mesh. */
const FOREHEAD = 10;
const CHIN = 152;

/**
 * Computes how far the turned mesh deviates from the best homography of the resting mesh: the root
 * mean square over all points, as a percentage of the resting face's height.
 * @returns 0 for meshes that are not faces
 */
export function residualPercent(rest: FlatMesh, turned: FlatMesh): number {
  const height = Math.hypot(
    ...[0, 1].map((axis) => (rest[2 * CHIN + axis] ?? 0) - (rest[2 * FOREHEAD + axis] ?? 0)),
  );
  if (height === 0 || rest.length !== turned.length) return 0;
  const from = pointsOf(rest, height);
  const to = pointsOf(turned, height);
  const map = fitHomography(from, to);
  if (map === undefined) return 0;
  const squares = from.map((point, index) => {
    const [x, y] = project(map, point);
    const [u, v] = to[index] ?? [x, y];
    return (x - u) ** 2 + (y - v) ** 2;
  });
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  return 100 * Math.sqrt(mean);
}

type Point = readonly [x: number, y: number];

/**
 * Returns the points relative to their centre, in units of `scale`, because the equations would be
 * ill-conditioned in pixels.
 */
function pointsOf(mesh: FlatMesh, scale: number): Point[] {
  const count = mesh.length >> 1;
  const points = Array.from({ length: count }, (_, index): Point => [
    mesh[2 * index] ?? 0,
    mesh[2 * index + 1] ?? 0,
  ]);
  const [cx, cy] = [0, 1].map((axis) => points.reduce((sum, p) => sum + (p[axis] ?? 0), 0) / count);
  return points.map(([x, y]) => [(x - (cx ?? 0)) / scale, (y - (cy ?? 0)) / scale]);
}

/**
 * Finds eight numbers `h` such that u = (h0 x + h1 y + h2) / (h6 x + h7 y + 1) and
 * v = (h3 x + h4 y + h5) / (h6 x + h7 y + 1).
 * @returns undefined when there is no unique solution
 */
function fitHomography(from: readonly Point[], to: readonly Point[]): number[] | undefined {
  const matrix = Array.from({ length: 8 }, () => Array.from({ length: 9 }, () => 0));
  for (const [index, [x, y]] of from.entries()) {
    const [u, v] = to[index] ?? [0, 0];
    addEquation(matrix, [x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
    addEquation(matrix, [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  return solve(matrix);
}

/**
 * Adds `row · rowᵀ` to the coefficients, and to the right-hand side in the last column, as the
 * method of least squares requires.
 */
function addEquation(matrix: number[][], row: readonly number[]): void {
  for (const [i, line] of matrix.entries())
    for (const j of line.keys()) line[j] = (line[j] ?? 0) + (row[i] ?? 0) * (row[j] ?? 0);
}

/**
 * Solves the equations by Gaussian elimination with pivoting.
 * @param lines the equations, which are modified in place
 * @returns undefined when there is no unique solution
 */
function solve(lines: number[][]): number[] | undefined {
  for (const column of lines.keys()) {
    const best = lines
      .slice(column)
      .toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0))[0];
    const pivot = best?.[column] ?? 0;
    if (best === undefined || Math.abs(pivot) < 1e-12) return undefined;
    lines.splice(lines.indexOf(best), 1);
    lines.splice(column, 0, best);
    for (const line of lines) {
      if (line === best) continue;
      const factor = (line[column] ?? 0) / pivot;
      for (let j = column; j < line.length; j += 1)
        line[j] = (line[j] ?? 0) - factor * (best[j] ?? 0);
    }
  }
  return lines.map((line, index) => (line.at(-1) ?? 0) / (line[index] ?? 1));
}

function project(map: readonly number[], [x, y]: Point): Point {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0] = map;
  const scale = g * x + h * y + 1;
  return [(a * x + b * y + c) / scale, (d * x + e * y + f) / scale];
}
