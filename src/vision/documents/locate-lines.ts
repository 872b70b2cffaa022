// Finds a machine-readable zone in a picture: two or three long, thin, parallel lines of dense
// print that are equally long and as far apart as ICAO 9303 prescribes. The text is not read.
import { type Blob, density, edges, findBlobs, threshold } from './blobs.ts';
import { dropPixels, type GreyPicture, shrink } from './grey-picture.ts';

/** A line of print in px of the picture: y = start + slope * x. */
export interface PrintLine {
  left: number;
  right: number;
  start: number;
  slope: number;
}

/** The longer side of the picture that is searched, in px. */
const WORKING_SIZE = 960;
/**
 * Half the width and height of the rectangle over which edges are counted, for closely and for
 * widely spaced characters; `across` is a share of the picture's width.
 */
const REACHES = [
  { across: 0.018, down: 2 },
  { across: 0.03, down: 3 },
] as const;
/** Multiples of Otsu's threshold: the second separates lines from surroundings that touch them. */
const LEVELS = [1, 1.35] as const;
const MIN_LENGTH = 0.2;
const MIN_LENGTH_BY_THICKNESS = 7;
const MAX_SLOPE = 0.5;
/**
 * The distance between two lines divided by their length: 0.056 (TD1), 0.057 (TD3), 0.069 (TD2),
 * with allowance for perspective.
 */
const DISTANCES = { least: 0.035, most: 0.13 } as const;
/**
 * How far the lines of one zone may differ in slope and, relative to their length, in the positions
 * of their ends.
 */
const MAX_SLOPE_APART = 0.12;
const MAX_ENDS_APART = 0.12;
/** The bonus factor for a zone with a third line. */
const THIRD_LINE_BONUS = 1.3;

interface Candidate extends PrintLine {
  length: number;
  thickness: number;
}

/** @returns lines from the top; undefined when there is no zone */
export function locateLines(picture: GreyPicture): PrintLine[] | undefined {
  const scale = Math.min(1, WORKING_SIZE / Math.max(picture.width, picture.height));
  const small = shrink(picture, scale);
  const print = edges(small, 10, 160);
  if (small !== picture) dropPixels(small);
  const zone = bestZone(withoutRepeats(REACHES.flatMap((reach) => longBlobs(print, reach))));
  dropPixels(print);
  // Converts centres of the small picture's pixels to positions in the original.
  return zone?.map(({ left, right, start, slope }) => ({
    left: (left + 0.5) / scale,
    right: (right + 0.5) / scale,
    start: (start + 0.5 - 0.5 * slope) / scale,
    slope,
  }));
}

function longBlobs(print: GreyPicture, { across, down }: (typeof REACHES)[number]): Candidate[] {
  const reach = Math.round(print.width * across);
  const dense = density(print, reach, down, 2);
  const least = threshold(dense, 4);
  const lines = LEVELS.flatMap((level) =>
    findBlobs(dense, least * level).blobs.flatMap((blob) => asLine(blob, reach, print.width) ?? []),
  );
  dropPixels(dense);
  return lines;
}

/**
 * Fits a line by regression of y on x. The thickness is the thickness of a bar with the same slope
 * and spread: the square root of twelve times the variance.
 */
function asLine(blob: Blob, reach: number, width: number): Candidate | undefined {
  const { pixels, left, right, sumX, sumY } = blob;
  const length = right - left;
  if (length < MIN_LENGTH * width || pixels < 2 * length) return undefined;
  const [x, y] = [sumX / pixels, sumY / pixels];
  const slope = (blob.sumXY / pixels - x * y) / (blob.sumXX / pixels - x * x);
  const spread = blob.sumYY / pixels - y * y - slope * (blob.sumXY / pixels - x * y);
  const thickness = Math.sqrt(12 * Math.max(0, spread));
  if (length < MIN_LENGTH_BY_THICKNESS * thickness || Math.abs(slope) > MAX_SLOPE) return undefined;
  // Counting edges over a rectangle makes the line appear longer at both ends.
  const ends = { left: left + 0.6 * reach, right: right - 0.6 * reach };
  return { ...ends, start: y - slope * x, slope, length, thickness };
}

const heightAt = ({ start, slope }: PrintLine, x: number): number => start + slope * x;
const middle = ({ left, right }: PrintLine): number => (left + right) / 2;

/** Keeps only the longest version of each line, which may be found at several levels. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates.toSorted((a, b) => b.length - a.length)) {
    const isKnown = kept.some((other) => {
      const at = Math.min(other.right, Math.max(other.left, middle(one)));
      const apart = Math.abs(heightAt(other, at) - heightAt(one, at));
      const isInside = one.left > other.left - 20 && one.right < other.right + 20;
      return isInside && apart < Math.max(4, 0.6 * other.thickness);
    });
    if (!isKnown) kept.push(one);
  }
  return kept;
}

function bestZone(lines: readonly Candidate[]): Candidate[] | undefined {
  let [best, zone] = [0, undefined as Candidate[] | undefined];
  for (const upper of lines)
    for (const lower of lines) {
      const pair = zoneOf(upper, lower, lines);
      if (pair && pair.score > best) [best, zone] = [pair.score, pair.lines];
    }
  return zone;
}

function zoneOf(
  upper: Candidate,
  lower: Candidate,
  all: readonly Candidate[],
): { lines: Candidate[]; score: number } | undefined {
  if (upper === lower) return undefined;
  const at = (middle(upper) + middle(lower)) / 2;
  const distance = heightAt(lower, at) - heightAt(upper, at);
  const length = Math.max(upper.length, lower.length);
  const share = distance / length;
  if (share < DISTANCES.least || share > DISTANCES.most) return undefined;
  if (Math.abs(upper.slope - lower.slope) > MAX_SLOPE_APART) return undefined;
  const fits = (one: Candidate): boolean =>
    Math.abs(one.left - lower.left) <= length * MAX_ENDS_APART &&
    Math.abs(one.right - lower.right) <= length * MAX_ENDS_APART;
  if (!fits(upper)) return undefined;
  const third = all.find((one) => {
    const next = heightAt(one, at) - heightAt(lower, at);
    return one !== upper && next > 0.75 * distance && next < 1.3 * distance && fits(one);
  });
  const score = Math.min(upper.length, lower.length);
  if (!third) return { lines: [upper, lower], score };
  return { lines: [upper, lower, third], score: score * THIRD_LINE_BONUS };
}
