// Measures how similar the fine structure of a face is in two pictures, after each small part of
// the face has been aligned with the other picture. Pictures made from one photograph stay similar
// however it is warped; in pictures of a real head that is moving, the light, the relief, the eyes
// and the mouth differ. The limits are set in main.ts.
import type { Point2 } from '../../src/vision/face/geometry.ts';
import { median } from '../../src/vision/face/median.ts';
import { type FaceTexture, valueAt } from './face-texture.ts';

/**
 * The number of parts of the face that are compared. Each part is a square with an edge of `2
 * HALF_PX + 1`, and only every other pixel of it is used.
 */
const PARTS = 48;
const HALF_PX = 8;
const STEP_PX = 2;
/**
 * The search radius, in pixels, around the position in the other picture that the meshes predict
 * for a part.
 */
const SEARCH_PX = 3;
/**
 * The standard deviation, in pixels, of the Gaussian that weights mesh points by their distance
 * from a part.
 */
const NEAR_PX = 6;
/**
 * The limits of the ratio of a part's area in the other picture to its area in the first. Outside
 * them, one of the two pictures shows the part from the side.
 */
const MIN_AREA = 0.5;
const MAX_AREA = 2;
/**
 * The range of a part's structure, in brightness levels from 0 to 255: a part with less than the
 * minimum is not compared, and structure above the maximum adds no weight.
 */
const MIN_STRUCTURE = 0.3;
const MAX_STRUCTURE = 6;
/**
 * The ratio of a part's largest to its smallest scale factor above which the part counts as
 * stretched, like a cheek that turns towards the camera.
 */
const STRETCHED = 1.5;
const MIN_STRETCHED = 3;

/** A part of a face, and the most similar area in the other picture. */
interface Part {
  /** The correlation between the part and the area, from -1 to 1. */
  correlation: number;
  /**
   * The structure in each picture: the standard deviation of the texture, in brightness levels from
   * 0 to 255.
   */
  structure: number;
  otherStructure: number;
  /**
   * The ratio of the part's area in the other picture to its area in the first, and the ratio of
   * its largest to its smallest scale factor along an axis.
   */
  area: number;
  stretch: number;
}

/** Mesh points of each eye: the two corners, then the middle of each lid. */
const EYES = [33, 133, 159, 145, 263, 362, 386, 374];

export const faceParts = (a: FaceTexture, b: FaceTexture): Part[] =>
  spreadOver(a.points).map((centre) => partAt(centre, a, b));

export const eyeParts = (a: FaceTexture, b: FaceTexture): Part[] =>
  EYES.flatMap((index): Part[] => {
    const centre = a.points[index];
    return centre ? [partAt(centre, a, b)] : [];
  });

/**
 * @returns the mean correlation from -1 to 1, weighted by the structure in each part; undefined
 *   when too few parts can be compared
 */
export function likenessOf(parts: readonly Part[]): number | undefined {
  const seen = parts.filter(
    ({ area, structure }) => area >= MIN_AREA && area <= MAX_AREA && structure > MIN_STRUCTURE,
  );
  const weightOf = ({ structure }: Part): number => Math.min(structure, MAX_STRUCTURE);
  const weights = seen.reduce((sum, part) => sum + weightOf(part), 0);
  if (seen.length < parts.length / 4 || seen.length === 0) return undefined;
  return seen.reduce((sum, part) => sum + weightOf(part) * part.correlation, 0) / weights;
}

/**
 * @returns the median share of the structure that is left in parts that were stretched in one
 *   direction; undefined when there are too few such parts
 */
export function structureLeft(parts: readonly Part[]): number | undefined {
  const stretched = parts.filter(({ area, stretch }) => stretch > STRETCHED && area > 0.9);
  if (stretched.length < MIN_STRETCHED) return undefined;
  return median(stretched.map(({ structure, otherStructure }) => otherStructure / structure));
}

/**
 * Chooses points one by one, each as far as possible from those already chosen, starting at the
 * nose.
 */
function spreadOver(points: readonly Point2[]): Point2[] {
  const chosen: Point2[] = [];
  const distances = new Float64Array(points.length).fill(Infinity);
  let next = points[1];
  while (next && chosen.length < PARTS) {
    chosen.push(next);
    let furthest = 0;
    for (let index = 0; index < points.length; index++) {
      const point = points[index] ?? next;
      const distance = (point[0] - next[0]) ** 2 + (point[1] - next[1]) ** 2;
      if (distance < (distances[index] ?? 0)) distances[index] = distance;
      if ((distances[index] ?? 0) > (distances[furthest] ?? 0)) furthest = index;
    }
    next = points[furthest];
  }
  return chosen;
}

/** The map from a point's surroundings to the other picture: `to + matrix · (p - from)`. */
interface LocalMap {
  from: Point2;
  to: Point2;
  xx: number;
  xy: number;
  yx: number;
  yy: number;
}

/** The squared distance beyond which a point of the mesh has no weight. */
const MAX_DISTANCE = (4 * NEAR_PX) ** 2;

/** Fits a map between two meshes by least squares, with more weight on points near the centre. */
function mapAround(centre: Point2, a: readonly Point2[], b: readonly Point2[]): LocalMap {
  const [cx, cy] = centre;
  // Subtracts the part's centre from both meshes, so that the sums stay small.
  let [total, x1, y1, u1, v1] = [0, 0, 0, 0, 0];
  let [xx, xy, yy, ux, uy, vx, vy] = [1e-6, 0, 1e-6, 0, 0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [from, to] = [a[index] ?? centre, b[index] ?? centre];
    const x = from[0] - cx;
    const y = from[1] - cy;
    const distance = x * x + y * y;
    if (distance > MAX_DISTANCE) continue;
    const weight = Math.exp(-distance / (2 * NEAR_PX ** 2));
    const u = to[0] - cx;
    const v = to[1] - cy;
    total += weight;
    x1 += weight * x;
    y1 += weight * y;
    u1 += weight * u;
    v1 += weight * v;
    xx += weight * x * x;
    xy += weight * x * y;
    yy += weight * y * y;
    ux += weight * u * x;
    uy += weight * u * y;
    vx += weight * v * x;
    vy += weight * v * y;
  }
  const [ax, ay, bx, by] = [x1 / total, y1 / total, u1 / total, v1 / total];
  [xx, xy, yy] = [xx - x1 * ax, xy - x1 * ay, yy - y1 * ay];
  [ux, uy, vx, vy] = [ux - u1 * ax, uy - u1 * ay, vx - v1 * ax, vy - v1 * ay];
  const determinant = xx * yy - xy * xy;
  return {
    from: [cx + ax, cy + ay],
    to: [cx + bx, cy + by],
    xx: (ux * yy - uy * xy) / determinant,
    xy: (uy * xx - ux * xy) / determinant,
    yx: (vx * yy - vy * xy) / determinant,
    yy: (vy * xx - vx * xy) / determinant,
  };
}

const EDGE = 2 * Math.floor(HALF_PX / STEP_PX) + 1;
const FIELD_EDGE = 2 * HALF_PX + 1 + 2 * SEARCH_PX;

function partAt(centre: Point2, a: FaceTexture, b: FaceTexture): Part {
  const map = mapAround(centre, a.points, b.points);
  const part = centred(readPart(a, centre));
  const field = readField(b, centre, map);
  let best = { correlation: -1, energy: 0 };
  for (let down = 0; down <= 2 * SEARCH_PX; down++)
    for (let right = 0; right <= 2 * SEARCH_PX; right++) {
      const found = correlate(part, field, down * FIELD_EDGE + right);
      if (found.correlation > best.correlation) best = found;
    }
  const area = map.xx * map.yy - map.xy * map.yx;
  const squares = (map.xx ** 2 + map.xy ** 2 + map.yx ** 2 + map.yy ** 2) / 2;
  const spread = Math.sqrt(Math.max(0, squares ** 2 - area ** 2));
  return {
    correlation: best.correlation,
    structure: Math.sqrt(part.energy / EDGE ** 2),
    otherStructure: Math.sqrt(best.energy / EDGE ** 2),
    area,
    stretch: Math.sqrt((squares + spread) / Math.max(1e-6, squares - spread)),
  };
}

interface Centred {
  values: Float32Array;
  energy: number;
}

function centred(values: Float32Array): Centred {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const around = values.map((value) => value - mean);
  return { values: around, energy: around.reduce((sum, value) => sum + value * value, 1e-6) };
}

const readPart = (texture: FaceTexture, [cx, cy]: Point2): Float32Array =>
  Float32Array.from({ length: EDGE * EDGE }, (_, at) =>
    valueAt(
      texture,
      cx + STEP_PX * (at % EDGE) - HALF_PX,
      cy + STEP_PX * Math.floor(at / EDGE) - HALF_PX,
    ),
  );

/**
 * Reads the area of the other picture onto which the map projects the part, with a margin as wide
 * as the search radius.
 */
const readField = (texture: FaceTexture, [cx, cy]: Point2, map: LocalMap): Float32Array =>
  Float32Array.from({ length: FIELD_EDGE * FIELD_EDGE }, (_, at) => {
    const x = cx + (at % FIELD_EDGE) - HALF_PX - SEARCH_PX - map.from[0];
    const y = cy + Math.floor(at / FIELD_EDGE) - HALF_PX - SEARCH_PX - map.from[1];
    return valueAt(
      texture,
      map.to[0] + map.xx * x + map.xy * y,
      map.to[1] + map.yx * x + map.yy * y,
    );
  });

function correlate({ values, energy }: Centred, field: Float32Array, offset: number) {
  let [sum, squares, products] = [0, 0, 0];
  for (let y = 0; y < EDGE; y++) {
    let from = offset + y * STEP_PX * FIELD_EDGE;
    for (let x = 0; x < EDGE; x++, from += STEP_PX) {
      const value = field[from] ?? 0;
      sum += value;
      squares += value * value;
      products += value * (values[y * EDGE + x] ?? 0);
    }
  }
  const other = Math.max(0, squares - sum ** 2 / EDGE ** 2) + 1e-6;
  return { correlation: products / Math.sqrt(energy * other), energy: other };
}
