// Computes how much light each part of a screen casts on each part of a head in front of it. All
// surfaces are assumed to be matt: irradiance is inversely proportional to the square of the
// distance, and proportional to the cosine of the angle at each end.

export type Side = 'left' | 'right' | 'above';

export interface Screen {
  name: string;
  /** The width in cm, like all other lengths. */
  width: number;
  height: number;
  /** The distance from the middle of the screen to the nearest point of the face. */
  distance: number;
}

export const SCREENS: readonly Screen[] = [
  { name: 'phone', width: 6.8, height: 14.5, distance: 33 },
  { name: 'tablet', width: 16, height: 22, distance: 42 },
  { name: 'laptop', width: 31, height: 19, distance: 55 },
  { name: 'monitor', width: 60, height: 34, distance: 65 },
];

/**
 * The semi-axes of the ellipsoid that represents a head, in cm: across, down, and towards the
 * screen.
 */
const HEAD = [7.5, 10.5, 9] as const;
/**
 * The number of parts into which each edge of a screen is divided; the light of all parts is
 * summed.
 */
const PARTS = 12;

/**
 * @param u the position across the face, from -1 at the left edge of its picture to 1 at the right
 * @param v the position down the face, from -1 at the top edge to 1 at the bottom
 * @returns the light at this position when one side of the screen is white, as a share of the light
 *   on the middle of the face when the whole screen is white
 */
export function lightAt(screen: Screen, side: Side, u: number, v: number): number {
  return irradiance(screen, side, u, v) / irradiance(screen, 'all', 0, 0);
}

function irradiance(screen: Screen, side: Side | 'all', u: number, v: number): number {
  const w = Math.sqrt(Math.max(0, 1 - u * u - v * v));
  const [a, b, c] = HEAD;
  const point = [u * a, v * b, w * c - c] as const;
  const normal = unit([u / a, v / b, w / c]);
  let sum = 0;
  for (let i = 0; i < PARTS; i += 1)
    for (let j = 0; j < PARTS; j += 1) {
      const x = ((i + 0.5) / PARTS - 0.5) * screen.width;
      const y = ((j + 0.5) / PARTS - 0.5) * screen.height;
      if (isLit(side, x, y)) sum += fromPart([x, y, screen.distance], point, normal);
    }
  return sum;
}

const isLit = (side: Side | 'all', x: number, y: number): boolean =>
  side === 'all' || (side === 'above' ? y < 0 : side === 'left' ? x < 0 : x > 0);

type Vector = readonly [x: number, y: number, z: number];

function fromPart(part: Vector, point: Vector, normal: Vector): number {
  const way: Vector = [part[0] - point[0], part[1] - point[1], part[2] - point[2]];
  const length = Math.hypot(...way);
  const atFace = (way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]) / length;
  const atScreen = way[2] / length;
  return (Math.max(0, atFace) * Math.max(0, atScreen)) / length ** 2;
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector);
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
