// Checks whether the letters of a machine-readable zone have the height that ICAO 9303 prescribes
// relative to the distance between its lines. Perspective shrinks both equally, so their ratio
// stays the same. A zone that was typed in a word processor has that program's line spacing.
import type { GreyPicture } from './grey-picture.ts';
import type { PrintLine } from './locate-lines.ts';
import { OCR_B_INK, OCR_B_ROWS } from './ocr-b-rows.ts';
import { evenOut, linesApart, STRIP_HEIGHT, STRIP_PITCHES } from './strips.ts';

/**
 * A zone that was read: its strips, its text, and the positions of its lines in the picture, from
 * the top.
 */
interface SeenZone {
  strips: readonly GreyPicture[];
  lines: readonly string[];
  places: readonly PrintLine[];
}

/**
 * The distance between two characters (10 an inch), and the distances between two lines in zones of
 * two and of three lines, in mm (ICAO 9303-3 to -6).
 */
const PITCH = 2.54;
const APART = { two: 6.35, three: 4.233 } as const;
/**
 * The French identity card that was issued until 2021 predates the rules of ICAO 9303-6, and the
 * letters of its zone have never been measured.
 */
const OLD_FRENCH = /^IDFRA.{31}$/;
/**
 * Limits for the measured height of letters, relative to the prescribed height. Public pictures of
 * 26 issuers' specimens lie between 0.91 and 1.07, and so do genuine pages in `npm run bench --
 * documents`.
 */
const LOWEST = 0.83;
const HIGHEST = 1.15;

/** @returns whether the height is wrong; false when the print is not clear enough to measure */
export function hasOtherMetrics(zone: SeenZone): boolean {
  const height = letterHeight(zone);
  return height !== undefined && (height < LOWEST || height > HIGHEST);
}

export const isOldFrench = (firstLine = ''): boolean => OLD_FRENCH.test(firstLine);

/**
 * @returns the height of the letters relative to the prescribed height, 1 when it is right;
 *   undefined when it cannot be measured
 */
export function letterHeight({ strips, lines, places }: SeenZone): number | undefined {
  if (isOldFrench(lines[0])) return undefined;
  const heights = strips.flatMap((strip, i) => {
    const [place, text] = [places[i], lines[i]];
    const other = places[i + 1] ?? places[i - 1];
    const pitch = pitchOf(strip, text);
    if (!place || !other || text === undefined || pitch === undefined) return [];
    // `cutStrips` makes every strip a fixed number of pitches high (STRIP_PITCHES), measured at
    // right angles to the line.
    const { distance, pitch: cutBy } = linesApart(place, other, places.length);
    const upright = distance / Math.hypot(1, place.slope);
    const apart = (upright / cutBy) * (STRIP_HEIGHT / STRIP_PITCHES);
    return pitch / apart / (PITCH / (places.length === 2 ? APART.two : APART.three));
  });
  if (heights.length < strips.length || heights.length === 0) return undefined;
  return heights.reduce((sum, height) => sum + height, 0) / heights.length;
}

/**
 * Parameters used to fit the expected ink to the print, in px: the baseline, the pitch, and the
 * blur.
 */
interface Fit {
  base: number;
  pitch: number;
  blur: number;
}

/** The minimum correlation; below it, the strip does not show the expected text. */
const MIN_CORRELATION = 0.98;
const FIRST_BLUR = 1;
const BASES = { from: 16, to: 28 } as const;
const PITCHES = { from: 8, to: 24 } as const;
const BLURS = { from: 0.2, to: 5 } as const;
const FINEST_STEP = 0.01;

/**
 * Fits the expected ink to the ink of the strip's rows.
 * @returns the pitch in px; undefined when the rows do not match the text
 */
function pitchOf(strip: GreyPicture, text = ''): number | undefined {
  const seen = inkOfRows(evenOut(strip));
  const expected = expectedInk(text);
  const likeness = (fit: Fit): number => correlation(seen, drawRows(expected, fit));
  let best: Fit = { base: 0, pitch: 0, blur: FIRST_BLUR };
  let most = -1;
  const tryOut = (fit: Fit): boolean => {
    const like = likeness(fit);
    if (like <= most) return false;
    [best, most] = [fit, like];
    return true;
  };
  for (let base = BASES.from; base <= BASES.to; base++)
    for (let pitch = PITCHES.from; pitch <= PITCHES.to; pitch++)
      tryOut({ base, pitch, blur: FIRST_BLUR });
  for (let step = 0.3; step > FINEST_STEP;) {
    const isBetter = neighbours(best, step).filter(tryOut).length > 0;
    if (!isBetter) step /= 2;
  }
  return most < MIN_CORRELATION ? undefined : best.pitch;
}

const neighbours = ({ base, pitch, blur }: Fit, step: number): Fit[] =>
  [step, -step]
    .flatMap((by) => [
      { base: base + by, pitch, blur },
      { base, pitch: pitch + by, blur },
      { base, pitch, blur: blur + by },
    ])
    .filter((fit) => fit.blur >= BLURS.from && fit.blur <= BLURS.to && fit.pitch >= PITCHES.from);

function inkOfRows({ data, width, height }: GreyPicture): number[] {
  return Array.from({ length: height }, (_, y) =>
    data.subarray(y * width, (y + 1) * width).reduce((sum, value) => sum + 255 - value, 0),
  );
}

/** Adds up the ink of all characters of a text, separately for each row of `OCR_B_INK`. */
function expectedInk(text: string): number[] {
  const rows = Array.from({ length: OCR_B_ROWS.count }, () => 0);
  for (const character of text)
    for (const [row, digit] of Array.from(OCR_B_INK[character] ?? '').entries())
      rows[row] = (rows[row] ?? 0) + parseInt(digit, 36);
  return rows;
}

/** Draws the expected ink into the rows of a strip. */
function drawRows(ink: readonly number[], { base, pitch, blur }: Fit): number[] {
  const { aPitch, below, count } = OCR_B_ROWS;
  const sharp = Array.from({ length: STRIP_HEIGHT }, (_, y) => {
    const row = count - below - ((base - y - 0.5) / pitch) * aPitch - 0.5;
    const upper = Math.floor(row);
    return (ink[upper] ?? 0) * (upper + 1 - row) + (ink[upper + 1] ?? 0) * (row - upper);
  });
  const reach = Math.ceil(3 * blur);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * blur * blur)),
  );
  return sharp.map((_, y) =>
    weights.reduce((sum, weight, i) => sum + weight * (sharp[y + i - reach] ?? 0), 0),
  );
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [a, b] = [mean(one), mean(other)];
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (const [i, value] of one.entries()) {
    const [x, y] = [value - a, (other[i] ?? 0) - b];
    both += x * y;
    ofOne += x * x;
    ofOther += y * y;
  }
  return ofOne === 0 || ofOther === 0 ? 0 : both / Math.sqrt(ofOne * ofOther);
}
