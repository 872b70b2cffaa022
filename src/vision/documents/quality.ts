// Determines why a picture of a machine-readable zone cannot be read, to advise the person who
// holds the document. It measures the lines that were found and their strips; the rest of the page
// does not matter. The result is only advice.
import { boxMeans, type GreyPicture } from './grey-picture.ts';
import type { PrintLine } from './locate-lines.ts';

/**
 * Advice, one piece at a time. `fit`: no lines were found, and neither darkness nor a reflection
 * explains why.
 */
export type Advice = 'dark' | 'fit' | 'closer' | 'straighten' | 'reflection' | 'hold_still';

/** The mean grey level, of 255, below which a picture counts as dark. */
export const DARK = 60;
/** The minimum number of px from one character to the next: with fewer, strokes are one px wide. */
const MIN_PITCH = 9;
/**
 * The number of characters in the shortest lines. Assuming it for longer lines overestimates their
 * pitch, so that no readable picture is refused.
 */
const CHARACTERS = 30;
/** The maximum slope of a line: the tangent of 12 degrees. */
const MAX_SLOPE = 0.2126;
/**
 * The size in px of the blocks that are tested for being white and without print; in a strip, the
 * paper between characters never fills such a block.
 */
const BLOCK = 16;
const WHITE = 247;
const MAX_VARIANCE = 20;
const MAX_WHITE = 0.04;
/**
 * The maximum share of white blocks in the whole picture when no lines were found. It is higher
 * than the maximum for a strip, because paper and tables may be white.
 */
const MAX_WHITE_AROUND = 0.08;
/**
 * The maximum size of a white spot as a share of the whole picture. Spots that touch the border are
 * ignored, because they may be a table or a wall.
 */
const LARGEST_SPOT = 0.012;
/**
 * The minimum ratio of the energy of fine gradients to the energy of coarse gradients; sharp print
 * reaches 0.4 or more (docs/documents.md).
 */
const MIN_SHARPNESS = 0.25;

/**
 * @param lines the lines of the zone, with their strips in `strips`, if a zone was found
 * @returns undefined when there is nothing to advise
 */
export function adviceFor(
  picture: GreyPicture,
  lines: readonly PrintLine[] | undefined,
  strips: readonly GreyPicture[] | undefined,
): Advice | undefined {
  if (!lines || !strips || lines.length === 0 || strips.length === 0)
    return adviceWhenUnreadable(picture);
  if (Math.min(...lines.map(({ left, right }) => right - left)) / CHARACTERS < MIN_PITCH)
    return 'closer';
  if (lines.some(({ slope }) => Math.abs(slope) > MAX_SLOPE)) return 'straighten';
  if (Math.max(...strips.map(whiteShare)) > MAX_WHITE) return 'reflection';
  if (Math.min(...strips.map(sharpness)) < MIN_SHARPNESS) return 'hold_still';
  return undefined;
}

/** @returns the likely reason why no lines or bars were found in a picture */
export function adviceWhenUnreadable(picture: GreyPicture): Advice {
  if (boxMeans(picture)(0, 0, picture.width, picture.height) < DARK) return 'dark';
  const white = whiteBlocks(picture);
  const isHidden =
    shareOf(white) > MAX_WHITE_AROUND ||
    largestSpot(white) > LARGEST_SPOT * white.columns * white.rows;
  return isHidden ? 'reflection' : 'fit';
}

const whiteShare = (picture: GreyPicture): number => shareOf(whiteBlocks(picture));

/** Which blocks of a picture are white and without print, row by row. */
interface WhiteBlocks {
  columns: number;
  rows: number;
  isWhite: boolean[];
}

function whiteBlocks(picture: GreyPicture): WhiteBlocks {
  const { data, width, height } = picture;
  const mean = boxMeans(picture);
  const [columns, rows] = [Math.floor(width / BLOCK), Math.floor(height / BLOCK)];
  const isWhite = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [BLOCK * (index % columns), BLOCK * Math.floor(index / columns)];
    const light = mean(x, y, x + BLOCK, y + BLOCK);
    return light >= WHITE && varianceOf(data, width, x, y, light) < MAX_VARIANCE;
  });
  return { columns, rows, isWhite };
}

const shareOf = ({ isWhite }: WhiteBlocks): number =>
  isWhite.length === 0 ? 0 : isWhite.filter(Boolean).length / isWhite.length;

/**
 * @returns the number of blocks of the largest white spot that does not touch the picture's border
 */
function largestSpot({ columns, rows, isWhite }: WhiteBlocks): number {
  const left = [...isWhite];
  let largest = 0;
  for (let start = 0; start < left.length; start++) {
    if (left[start] !== true) continue;
    left[start] = false;
    const spot = [start];
    let isInside = true;
    for (const at of spot) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      if (x === 0 || y === 0 || x === columns - 1 || y === rows - 1) isInside = false;
      for (const next of [
        x > 0 ? at - 1 : -1,
        x < columns - 1 ? at + 1 : -1,
        at - columns,
        at + columns,
      ])
        if (left[next] === true) {
          left[next] = false;
          spot.push(next);
        }
    }
    if (isInside) largest = Math.max(largest, spot.length);
  }
  return largest;
}

function varianceOf(data: Uint8Array, width: number, left: number, top: number, mean: number) {
  let sum = 0;
  for (let y = top; y < top + BLOCK; y++)
    for (let x = left; x < left + BLOCK; x++) sum += ((data[y * width + x] ?? 0) - mean) ** 2;
  return sum / BLOCK ** 2;
}

/**
 * The change in brightness over two px divided by the change over seven: blur reduces only the
 * first. The ratio does not depend on brightness or contrast, and depends little on noise, which a
 * variance of the Laplacian mistakes for sharpness.
 */
export function sharpness({ data, width, height }: GreyPicture): number {
  let [fine, coarse] = [0, 0];
  const at = (row: number, x: number): number => data[row + x] as number;
  for (let y = 0; y < height; y += 2)
    for (let x = 4; x < width - 4; x++) {
      const row = y * width;
      fine += (at(row, x + 1) - at(row, x - 1)) ** 2;
      coarse += ((at(row, x + 4) + at(row, x + 3) - at(row, x - 3) - at(row, x - 4)) / 2) ** 2;
    }
  return coarse === 0 ? 0 : fine / coarse;
}
