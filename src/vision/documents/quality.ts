// What keeps a picture of a machine-readable zone from being read, as the person who holds it can mend it. Measured on the
// lines that were found and on their strips: the rest of the page may be as it is. Decides nothing.
import { boxMeans, type GreyPicture } from './grey-picture.ts';
import type { PrintLine } from './locate-lines.ts';

/** One at a time. `fit`: no lines were found, and it is neither dark nor a reflection that hides them. */
export type Advice = 'dark' | 'fit' | 'closer' | 'straighten' | 'reflection' | 'hold_still';

/** Mean light of 255. */
export const DARK = 60;
/** Px of the picture from one character to the next: with fewer, strokes are one px wide. */
const LEAST_PITCH = 9;
/** Characters of the shortest lines, so that the pitch of longer ones comes out larger than it is and nobody is sent away. */
const CHARACTERS = 30;
/** Tangent of 12 degrees. */
const MOST_SLOPE = 0.2126;
/** Blocks of a strip that are white and without print; the paper between characters is never as wide as it is high. */
const BLOCK = 16;
const WHITE = 247;
const EVEN = 20;
const MOST_WHITE = 0.04;
/** Where no lines were found: of the whole picture, of which paper and tables may be white. */
const MOST_WHITE_AROUND = 0.08;
/** Of the whole picture, a spot that has its end within it: a table or a wall reaches the picture's edge. */
const LARGEST_SPOT = 0.012;
/** Energy of fine gradients by that of coarse ones: sharp print has 0.4 and more (docs/documents.md). */
const LEAST_SHARPNESS = 0.25;

/** @param lines and their strips, where a zone was found @returns undefined where nothing is in the way of reading */
export function adviceFor(
  picture: GreyPicture,
  lines: readonly PrintLine[] | undefined,
  strips: readonly GreyPicture[] | undefined,
): Advice | undefined {
  if (!lines || !strips || lines.length === 0 || strips.length === 0) return hiddenBy(picture);
  if (Math.min(...lines.map(({ left, right }) => right - left)) / CHARACTERS < LEAST_PITCH)
    return 'closer';
  if (lines.some(({ slope }) => Math.abs(slope) > MOST_SLOPE)) return 'straighten';
  if (Math.max(...strips.map(whiteShare)) > MOST_WHITE) return 'reflection';
  if (Math.min(...strips.map(sharpness)) < LEAST_SHARPNESS) return 'hold_still';
  return undefined;
}

/** @returns why nothing may have been found in a picture: no lines, no bars */
export function hiddenBy(picture: GreyPicture): Advice {
  if (boxMeans(picture)(0, 0, picture.width, picture.height) < DARK) return 'dark';
  const white = whiteBlocks(picture);
  const isHidden =
    shareOf(white) > MOST_WHITE_AROUND ||
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
    return light >= WHITE && varianceOf(data, width, x, y, light) < EVEN;
  });
  return { columns, rows, isWhite };
}

const shareOf = ({ isWhite }: WhiteBlocks): number =>
  isWhite.length === 0 ? 0 : isWhite.filter(Boolean).length / isWhite.length;

/** @returns the blocks of the largest white spot that does not reach the picture's edge */
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
 * How much light changes over two px, by how much over seven: blur takes the first and leaves the second. It does not
 * depend on light and contrast, and little on noise, which a variance of the Laplacian mistakes for sharpness.
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
