// Finds the lines of text on a rectified card or page: rows in which vertical strokes are dense,
// and the top and bottom of each row. The text is not read.
import { type Blob, density, edges, findBlobs, threshold } from './blobs.ts';
import { dropPixels, type GreyPicture } from './grey-picture.ts';

/**
 * Bounds in px of the rectified picture: the left and right ends of the line, and the top and
 * bottom of most of its letters.
 */
export interface TextLine {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The radius of a stroke's neighbourhood, and the contrast gain; both are the same as for the lines
 * of a zone.
 */
const RADIUS = 10;
const GAIN = 160;
const REACH = { across: 7, down: 1 } as const;
/** Multiples of Otsu's threshold: the second separates lines from surroundings that touch them. */
const LEVELS = [0.75, 1.2] as const;
/** Edge densities below this value are attributed to the paper and its pattern. */
const MAX_FAINT = 12;
/** Heights of letters, in px of the rectified picture: about 1 to 5 mm. */
const HEIGHTS = { least: 5, most: 26 } as const;
/** A row belongs to a line if its density exceeds this share of the highest density around it. */
const DENSEST_SHARE = 0.35;
/** The minimum length of a line, as a multiple of its height: two letters. */
const MIN_LENGTH = 1.3;
/** The maximum gap between words of one line, as a multiple of the line's height. */
const MAX_WORD_GAP = 1.6;
/** A line that shares this much of its area with a larger one counts as the same line. */
const SAME_SHARE = 0.6;

/** @param cut a rectified card or page, 5 px per mm */
export function findTextLines(cut: GreyPicture): TextLine[] {
  const print = edges(cut, RADIUS, GAIN);
  const dense = density(print, REACH.across, REACH.down, 2);
  const least = threshold(dense, 4);
  const found = LEVELS.flatMap((level) => {
    const { blobs } = findBlobs(dense, Math.max(MAX_FAINT, least * level));
    return blobs.flatMap((blob) => linesOf(print, blob));
  });
  dropPixels(dense);
  dropPixels(print);
  return withoutRepeats(joined(withoutRepeats(found)));
}

/** Splits a blob into lines of text at the gaps between its dense rows. */
function linesOf(print: GreyPicture, { left, right, top, bottom, pixels }: Blob): TextLine[] {
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (width < MIN_LENGTH * HEIGHTS.least || height < HEIGHTS.least) return [];
  if (pixels < 0.25 * width * HEIGHTS.least) return [];
  const rows = Array.from({ length: height }, (_, i) => rowSum(print, top + i, left, right));
  const smooth = rows.map((row, i) => (rows[i - 1] ?? row) + 2 * row + (rows[i + 1] ?? row));
  const lines: TextLine[] = [];
  let from: number | undefined;
  const most = localMost(smooth);
  for (let i = 0; i <= height; i++) {
    const isIn = i < height && (smooth[i] as number) > DENSEST_SHARE * (most[i] as number);
    if (isIn) from ??= i;
    else if (from !== undefined) {
      const tall = i - from;
      if (tall >= HEIGHTS.least && tall <= HEIGHTS.most && width >= MIN_LENGTH * tall)
        lines.push({ left, right: right + 1, top: top + from, bottom: top + i });
      from = undefined;
    }
  }
  return lines;
}

/**
 * Returns, for each row, the maximum over a window around it that is about as high as the tallest
 * letters.
 */
const localMost = (rows: readonly number[]): number[] =>
  rows.map((_, i) => Math.max(...rows.slice(Math.max(0, i - 14), i + 15)));

function rowSum({ data, width }: GreyPicture, y: number, left: number, right: number): number {
  let sum = 0;
  for (let x = left; x <= right; x++) sum += data[y * width + x] as number;
  return sum;
}

/**
 * Joins parts of one line that are far apart, such as the widely spaced digits of some typewriters.
 */
function joined(lines: readonly TextLine[]): TextLine[] {
  const wholes: TextLine[] = [];
  for (const line of lines.toSorted((a, b) => a.left - b.left)) {
    const at = wholes.findIndex((whole) => continues(whole, line));
    const whole = wholes[at];
    if (whole === undefined) wholes.push(line);
    else
      wholes[at] = {
        left: whole.left,
        right: Math.max(whole.right, line.right),
        top: Math.min(whole.top, line.top),
        bottom: Math.max(whole.bottom, line.bottom),
      };
  }
  return wholes;
}

function continues(whole: TextLine, line: TextLine): boolean {
  const [high, other] = [whole.bottom - whole.top, line.bottom - line.top];
  const apart = Math.abs(whole.top + whole.bottom - line.top - line.bottom) / 2;
  return (
    line.left - whole.right < MAX_WORD_GAP * Math.min(high, other) &&
    Math.max(high, other) < 1.35 * Math.min(high, other) &&
    apart < 0.2 * Math.min(high, other)
  );
}

function withoutRepeats(lines: readonly TextLine[]): TextLine[] {
  const kept: TextLine[] = [];
  for (const line of lines.toSorted((a, b) => areaOf(b) - areaOf(a)))
    if (
      !kept.some(
        (other) => sharedOf(line, other) > SAME_SHARE * areaOf(line) && isAsHigh(line, other),
      )
    )
      kept.push(line);
  return kept;
}

const areaOf = ({ left, right, top, bottom }: TextLine): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

const sharedOf = (a: TextLine, b: TextLine): number =>
  areaOf({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });

const isAsHigh = (a: TextLine, b: TextLine): boolean => b.bottom - b.top < 1.5 * (a.bottom - a.top);
