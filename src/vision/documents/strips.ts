// Cuts the lines of a machine-readable zone out of a picture as straight strips of equal height.
// The strips are read in the browser, and sent to the server for a second reading.
import { boxMeans, type GreyPicture } from './grey-picture.ts';
import { cutOut, type Quad } from './homography.ts';
import type { PrintLine } from './locate-lines.ts';
import { reused } from './reused.ts';

export const STRIP_HEIGHT = 32;
const MIN_STRIP_WIDTH = 64;
const MAX_STRIP_WIDTH = 1200;

/**
 * Whether the line reader accepts the strip: its size is one that `cutStrips` produces, and matches
 * the number of pixels.
 */
export const isStrip = ({ data, width, height }: GreyPicture): boolean =>
  height === STRIP_HEIGHT &&
  width >= MIN_STRIP_WIDTH &&
  width <= MAX_STRIP_WIDTH &&
  width % 4 === 0 &&
  data.length === width * height;

/** The height of a strip, in character pitches. */
export const STRIP_PITCHES = 2.1;
const HALF_HEIGHT = STRIP_PITCHES / 2;
const MARGIN = 1.5;
/**
 * The distance between two lines in pitches (ICAO 9303-4 and -6: 6.35 mm at 10 characters an inch).
 * TD1's lines are closer together, so its pitch is computed from its length.
 */
const PITCHES_APART = 2.5;
const TD1_CHARACTERS = 30;

/**
 * @param lines the lines of one zone, from the top
 * @returns one strip per line; undefined when there is only one line, a strip would be too narrow,
 *   or its corners do not form a quadrangle
 */
export function cutStrips(
  picture: GreyPicture,
  lines: readonly PrintLine[],
): GreyPicture[] | undefined {
  const strips = lines.map((line, i) => {
    const other = lines[i + 1] ?? lines[i - 1];
    return other && cutStrip(picture, line, other, lines.length);
  });
  const cut = strips.filter((strip) => strip !== undefined);
  return cut.length === lines.length ? cut : undefined;
}

/**
 * @param other a neighbouring line of the zone; the perspective is determined from its distance to
 *   `line` at both ends
 * @param count the number of lines in the zone
 * @returns a function that maps an x on the line and a distance below the line, in pitches, to a
 *   position in the picture
 */
export function besideLine(line: PrintLine, other: PrintLine, count: number) {
  const { distance, pitch } = linesApart(line, other, count);
  const norm = Math.hypot(1, line.slope);
  return (x: number, below: number): readonly [number, number] => {
    const reach = (below * pitch * distanceAt(line, other, x)) / distance / norm;
    return [x - line.slope * reach, line.start + line.slope * x + reach];
  };
}

/**
 * @param other a neighbouring line of the zone
 * @param count the number of lines in the zone
 * @returns the distance between the two lines at the centre of `line`, and the pitch of the
 *   characters, which determines the size of strips; both in px
 */
export function linesApart(
  line: PrintLine,
  other: PrintLine,
  count: number,
): { distance: number; pitch: number } {
  const distance = distanceAt(line, other, (line.left + line.right) / 2);
  const length = line.right - line.left;
  return { distance, pitch: count === 3 ? length / TD1_CHARACTERS : distance / PITCHES_APART };
}

const distanceAt = (line: PrintLine, other: PrintLine, x: number): number =>
  Math.abs(other.start - line.start + (other.slope - line.slope) * x);

/** @param other a neighbouring line of the zone */
function cutStrip(
  picture: GreyPicture,
  line: PrintLine,
  other: PrintLine,
  count: number,
): GreyPicture | undefined {
  const { pitch } = linesApart(line, other, count);
  const [left, right] = [line.left - MARGIN * pitch, line.right + MARGIN * pitch];
  const at = besideLine(line, other, count);
  const h = HALF_HEIGHT;
  const quad: Quad = [at(left, -h), at(right, -h), at(right, h), at(left, h)];
  const sizeOf = (from: number, to: number): number =>
    Math.hypot(
      (quad[to]?.[0] ?? 0) - (quad[from]?.[0] ?? 0),
      (quad[to]?.[1] ?? 0) - (quad[from]?.[1] ?? 0),
    );
  const height = (sizeOf(0, 3) + sizeOf(1, 2)) / 2;
  const width = Math.round((STRIP_HEIGHT * sizeOf(0, 1)) / height);
  if (!(width >= MIN_STRIP_WIDTH)) return undefined;
  // The width is a multiple of four, because the line reader's net works in columns of four px.
  return cutOut(picture, quad, Math.min(MAX_STRIP_WIDTH, width) & ~3, STRIP_HEIGHT);
}

/**
 * Settings for evening out the light: the radius of the neighbourhood, and the minimum shares of
 * pixels that become black and white.
 */
interface Light {
  radius: number;
  darkest: number;
  brightest: number;
}

const OF_STRIPS: Light = { radius: 16, darkest: 0.01, brightest: 0.25 };
const STEPS = 512;

/**
 * Removes shadows and gradients of light, then stretches the contrast: ink becomes 0, paper 255.
 * The line reader was trained on strips that were processed in the same way (scripts/line-reader).
 */
export const evenOut = (strip: GreyPicture): GreyPicture => evenOutBy(strip, OF_STRIPS);

const reusedRatios = reused((length) => new Float64Array(length));

export function evenOutBy(picture: GreyPicture, how: Light): GreyPicture {
  const { data, width, height } = picture;
  const light = boxMeans(picture);
  const r = how.radius;
  const ratios = reusedRatios(data.length);
  const counts = new Uint32Array(STEPS);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const around = light(x - r, y - r, x + r + 1, y + r + 1);
      const ratio = (data[at] as number) / (around > 6 ? around : 6);
      const step = (ratio * STEPS) / 2;
      ratios[at] = ratio;
      const slot = step < STEPS ? Math.floor(step) : STEPS - 1;
      counts[slot] = (counts[slot] as number) + 1;
    }
  const [low, high] = [quantile(counts, how.darkest), quantile(counts, 1 - how.brightest)];
  const even = new Uint8ClampedArray(data.length);
  for (let at = 0; at < even.length; at++)
    even[at] = Math.floor((((ratios[at] as number) - low) / (high - low + 1e-6)) * 255);
  return { data: new Uint8Array(even.buffer), width, height };
}

/** @returns the value below which the given share of the pixels lies */
function quantile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const step = counts.findIndex((count) => (seen += count) > share * total);
  return (Math.max(0, step) * 2) / STEPS;
}
