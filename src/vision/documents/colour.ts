// Measures how much colour a page has above its machine-readable zone: a black-and-white photocopy
// shows only the even tint of the light.
import type { ColourPicture } from './grey-picture.ts';
import type { PrintLine } from './locate-lines.ts';

/** Mean colours over squares of the picture, because single pixels are too noisy. */
interface ColourMap {
  /** The side of a square, in px. */
  size: number;
  across: number;
  down: number;
  /** The mean red, green and blue of each square, row by row. */
  means: Float32Array;
}

const SQUARE = 12;
/**
 * How far above the zone the page is examined, as a share of the zone's length: in every format
 * this area belongs to the page.
 */
const REACH_ABOVE = 0.34;
/** Squares with a lower sum of red, green and blue are too dark to measure colour. */
const MIN_LIGHT = 30;
const MIN_SQUARES = 50;
/** `colourfulness` returns this quantile of the distances from the page's own tint. */
const QUANTILE = 0.9;

export function colourMap({ data, width, height }: ColourPicture): ColourMap {
  const [across, down] = [Math.floor(width / SQUARE), Math.floor(height / SQUARE)];
  const means = new Float32Array(across * down * 3);
  for (let y = 0; y < down * SQUARE; y++)
    for (let x = 0; x < across * SQUARE; x++) {
      const from = 4 * (y * width + x);
      const to = 3 * (Math.floor(y / SQUARE) * across + Math.floor(x / SQUARE));
      for (let c = 0; c < 3; c++)
        means[to + c] = (means[to + c] as number) + (data[from + c] as number) / SQUARE ** 2;
    }
  return { size: SQUARE, across, down, means };
}

/**
 * The limit lies between the palest genuine page (0.0065) and well-lit photocopies (at most 0.0027)
 * in `npm run bench -- documents`.
 */
const COLOURLESS = 0.004;

/**
 * @returns whether the page has no colour; also false when too little of it is visible, and in the
 *   dark, where noise looks like colour
 */
export function lacksColour(map: ColourMap, lines: readonly PrintLine[]): boolean {
  const found = colourfulness(map, lines);
  return found !== undefined && found < COLOURLESS;
}

/**
 * @param lines the lines of the zone, from the top
 * @returns how far colours deviate from the page's own tint, as a share of the brightness;
 *   undefined when too little is visible
 */
export function colourfulness(map: ColourMap, lines: readonly PrintLine[]): number | undefined {
  const { reds, blues } = coloursAbove(map, lines);
  if (reds.length < MIN_SQUARES) return undefined;
  const [ownRed, ownBlue] = [quantile(reds, 0.5), quantile(blues, 0.5)];
  const away = reds.map((red, i) => Math.hypot(red - ownRed, (blues[i] ?? 0) - ownBlue));
  return quantile(away, QUANTILE);
}

/** Returns red and blue relative to green for each square above the zone. */
function coloursAbove(
  { size, across, down, means }: ColourMap,
  [line]: readonly PrintLine[],
): { reds: number[]; blues: number[] } {
  const reds: number[] = [];
  const blues: number[] = [];
  if (!line) return { reds, blues };
  const length = line.right - line.left;
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const px = (x + 0.5) * size;
      const above = line.start + line.slope * px - (y + 0.5) * size;
      if (px < line.left || px > line.right || above < 0 || above > REACH_ABOVE * length) continue;
      const at = 3 * (y * across + x);
      const red = means[at] as number;
      const green = means[at + 1] as number;
      const blue = means[at + 2] as number;
      const light = red + green + blue;
      if (light < MIN_LIGHT) continue;
      reds.push((red - green) / light);
      blues.push((blue - green) / light);
    }
  return { reds, blues };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
