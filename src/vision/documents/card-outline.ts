// Finds the outline of a card in a picture: four straight edges that form a rectangle of a card's
// shape, in perspective. The card's content is ignored.
import { type EdgeMap, edgeMap } from './edge-map.ts';
import { dropPixels, type GreyPicture, shrink } from './grey-picture.ts';
import type { Point, Quad } from './homography.ts';
import { leanOf, type StraightLine, straightLines } from './straight-lines.ts';

export interface CardOutline {
  /** The corners in px of the picture, clockwise from the upper left. */
  corners: Quad;
  /** The share of the outline that lies on edges, 0 to 1. */
  score: number;
}

/**
 * The maximum length of the longer side of the picture that is searched, in px; larger pictures are
 * shrunk first.
 */
const WORKING_SIZE = 400;
/**
 * Limits of the ratio of width to height, allowing for a tilt of 25° and a close viewpoint: ID-1
 * has 1.586, larger cards and pages have 1.42 (ICAO 9303). Some licences are in portrait format.
 */
const SHAPES = [
  { least: 1.27, most: 1.86 },
  { least: 0.53, most: 0.79 },
] as const;
/** The card must fill at least this share of the picture's width or of its height. */
const MIN_SHARE = 0.4;
/** Limits of the ratio of opposite sides, and of the cosine of a corner's angle. */
const MAX_TAPER = 1.4;
const MAX_COSINE = 0.36;
/** A side is at most this many times as long as its neighbour, from any viewpoint. */
const MAX_SIDE_RATIO = 2.4;
/**
 * How far outside the picture a corner may lie, as a share of the picture: a card that is cut off
 * by that much is still found.
 */
const OUTSIDE_SHARE = 0.04;
/**
 * The number of points to test along a side, the share of the side's length that a rounded corner
 * takes up, and the distances beyond the side's ends at which more points are tested, as shares of
 * that length.
 */
const POINTS = 40;
const CORNER = 0.07;
const BEYOND = [0.06, 0.1, 0.14, 0.18, 0.22] as const;
/** How far, in px and in degrees, an edge may deviate from a side. */
const REACH = 2;
const MAX_DEGREES = 14;
/**
 * The minimum share of a side that must lie on an edge. When all four sides are in the picture, the
 * lower share is enough for one of them, because fingers may hide it.
 */
const MIN_EDGE_SHARE = 0.55;
const MIN_HIDDEN_EDGE_SHARE = 0.3;
const MIN_SCORE = 0.6;
/**
 * How strongly edges that continue beyond the corners lower the score: the lines of a table or a
 * wall continue, but the edges of a card do not.
 */
const BEYOND_WEIGHT = 0.35;
const MAX_OUTLINES = 6;

/**
 * @param isWanted decides whether to return an outline, given its corners in px of the picture
 * @returns the outlines, likeliest first; empty when no four edges form a card
 */
export function findCards(
  picture: GreyPicture,
  isWanted: (corners: Quad) => boolean = () => true,
): CardOutline[] {
  const scale = Math.min(1, WORKING_SIZE / Math.max(picture.width, picture.height));
  const small = shrink(picture, scale);
  const map = edgeMap(small);
  if (small !== picture) dropPixels(small);
  const found = [...outlinesOf(map)]
    .map(({ corners, score }) => ({
      corners: corners.map(([x, y]) => [(x + 0.5) / scale, (y + 0.5) / scale]) as unknown as Quad,
      score,
    }))
    .filter(({ corners }) => isWanted(corners));
  return withoutRepeats(found.toSorted((a, b) => b.score - a.score));
}

function* outlinesOf(map: EdgeMap): Generator<CardOutline> {
  const { width, height } = map;
  const levels = withEnds(straightLines(map, false), height);
  const uprights = withEnds(straightLines(map, true), width);
  for (const [t, top] of levels.entries())
    for (const bottom of levels.slice(t + 1))
      for (const [l, left] of uprights.entries())
        for (const right of uprights.slice(l + 1)) {
          const sides = [top, right, bottom, left] as const;
          if (sides.filter(({ isEnd }) => isEnd).length > 1) continue;
          const [across, down] = [right.at - left.at, bottom.at - top.at];
          if (Math.max(across / width, down / height) < MIN_SHARE / MAX_TAPER) continue;
          if (across > MAX_SIDE_RATIO * down || down > MAX_SIDE_RATIO * across) continue;
          const corners = cornersOf(map, sides);
          if (corners === undefined || !isCardShaped(map, corners)) continue;
          const score = scoreOf(map, corners, sides);
          if (score >= MIN_SCORE) yield { corners, score };
        }
}

/**
 * `isEnd`: the side is the picture's border instead of an edge. A card may have one such side,
 * where the border cuts it off.
 */
type Side = StraightLine & { isEnd?: boolean };
/** The sides of a card, clockwise from the top. */
type Sides = readonly [top: Side, right: Side, bottom: Side, left: Side];

function withEnds(lines: readonly StraightLine[], size: number): Side[] {
  const ends = [0, size - 1].map((at) => ({ at, slope: 0, isEnd: true }));
  return [...lines, ...ends].toSorted((a, b) => a.at - b.at);
}

/** @returns undefined when a corner lies too far outside the picture */
function cornersOf(
  { width, height }: EdgeMap,
  [top, right, bottom, left]: Sides,
): Quad | undefined {
  const [x0, y0] = [width / 2, height / 2];
  const meet = (level: StraightLine, upright: StraightLine): Point => {
    // The lines are y = a + m (x - x0) and x = b + n (y - y0).
    const y =
      (level.at + level.slope * (upright.at - upright.slope * y0 - x0)) /
      (1 - level.slope * upright.slope);
    return [upright.at + upright.slope * (y - y0), y];
  };
  const corners: Quad = [
    meet(top, left),
    meet(top, right),
    meet(bottom, right),
    meet(bottom, left),
  ];
  const isSeen = corners.every(
    ([x, y]) =>
      x > -OUTSIDE_SHARE * width &&
      x < (1 + OUTSIDE_SHARE) * width &&
      y > -OUTSIDE_SHARE * height &&
      y < (1 + OUTSIDE_SHARE) * height,
  );
  return isSeen ? corners : undefined;
}

const between = ([x, y]: Point, [u, v]: Point): number => Math.hypot(u - x, v - y);

function isCardShaped({ width, height }: EdgeMap, [a, b, c, d]: Quad): boolean {
  const [top, right, bottom, left] = [between(a, b), between(b, c), between(c, d), between(d, a)];
  const shape = (top + bottom) / (left + right);
  if (!SHAPES.some(({ least, most }) => shape > least && shape < most)) return false;
  if (Math.max((top + bottom) / 2 / width, (left + right) / 2 / height) < MIN_SHARE) return false;
  if (Math.max(top / bottom, bottom / top, left / right, right / left) > MAX_TAPER) return false;
  return [cosineAt(d, a, b), cosineAt(a, b, c), cosineAt(b, c, d), cosineAt(c, d, a)].every(
    (cosine) => Math.abs(cosine) < MAX_COSINE,
  );
}

function cosineAt(from: Point, at: Point, to: Point): number {
  const [ax, ay, bx, by] = [from[0] - at[0], from[1] - at[1], to[0] - at[0], to[1] - at[1]];
  return (ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by));
}

/** @returns 0 when too small a share of a side lies on an edge */
function scoreOf(map: EdgeMap, corners: Quad, [top, right, bottom, left]: Sides): number {
  const [a, b, c, d] = corners;
  const all = [
    [a, b, false, top],
    [b, c, true, right],
    [d, c, false, bottom],
    [a, d, true, left],
  ] as const;
  const sides = all.filter(([, , , { isEnd }]) => isEnd !== true);
  const seen = sides.map(([from, to, isUpright]) => shareOfSide(map, from, to, isUpright));
  const [least = 0, next = 0] = seen.toSorted((one, other) => one - other);
  const isWhole = sides.length === all.length;
  if (least < (isWhole ? MIN_HIDDEN_EDGE_SHARE : MIN_EDGE_SHARE) || next < MIN_EDGE_SHARE) return 0;
  const beyond = sides.map(([from, to, isUpright]) => shareBeyond(map, from, to, isUpright));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(seen) - BEYOND_WEIGHT * mean(beyond);
}

function shareOfSide(map: EdgeMap, from: Point, to: Point, isUpright: boolean): number {
  const hasEdge = edgeAlong(map, from, to, isUpright);
  let found = 0;
  for (let i = 0; i < POINTS; i++)
    if (hasEdge(CORNER + ((1 - 2 * CORNER) * i) / (POINTS - 1)) === true) found++;
  return found / POINTS;
}

/**
 * Returns the share of the points beyond a side's ends that lie on an edge; only points within the
 * picture count.
 */
function shareBeyond(map: EdgeMap, from: Point, to: Point, isUpright: boolean): number {
  const hasEdge = edgeAlong(map, from, to, isUpright);
  const seen = BEYOND.flatMap((share) => [hasEdge(-share), hasEdge(1 + share)]);
  const inside = seen.filter((edge) => edge !== undefined);
  return inside.length === 0 ? 0 : inside.filter(Boolean).length / inside.length;
}

/**
 * @returns a function that tests whether the point at a given share of the side's length lies on an
 *   edge; it returns undefined for a point outside the picture
 */
function edgeAlong(
  { directions, width, height }: EdgeMap,
  [x0, y0]: Point,
  [x1, y1]: Point,
  isUpright: boolean,
): (share: number) => boolean | undefined {
  const lean =
    (Math.atan(isUpright ? (x1 - x0) / (y1 - y0) : (y1 - y0) / (x1 - x0)) * 180) / Math.PI;
  return (share) => {
    const x = Math.round(x0 + share * (x1 - x0));
    const y = Math.round(y0 + share * (y1 - y0));
    if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
    for (let away = -REACH; away <= REACH; away++) {
      const [u, v] = isUpright ? [x + away, y] : [x, y + away];
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      const direction = directions[v * width + u] as number;
      if (direction !== 0 && Math.abs(leanOf(direction - 1, isUpright) - lean) <= MAX_DEGREES)
        return true;
    }
    return false;
  };
}

/** Keeps only the likeliest of similar outlines, because several lines may follow one edge. */
function withoutRepeats(outlines: readonly CardOutline[]): CardOutline[] {
  const kept: CardOutline[] = [];
  for (const one of outlines) {
    if (kept.length === MAX_OUTLINES) break;
    const reach = between(one.corners[0], one.corners[1]) * 0.04;
    const isKnown = kept.some(({ corners }) =>
      corners.every((corner, i) => between(corner, one.corners[i] as Point) < reach),
    );
    if (!isKnown) kept.push(one);
  }
  return kept;
}
