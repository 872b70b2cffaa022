// Cuts the lines of a zone out of a picture as straight strips of one height, which is what is sent and what is read.
import { boxMeans, type GreyPicture } from './grey-picture.ts';
import { cutOut, type Quad } from './homography.ts';
import type { PrintLine } from './locate-lines.ts';

export const STRIP_HEIGHT = 32;
const LEAST_STRIP_WIDTH = 64;
const MOST_STRIP_WIDTH = 1200;

/** Whether the line reader can read it: the size is as `cutStrips` makes it, and the pixels are as many. */
export const isStrip = ({ data, width, height }: GreyPicture): boolean =>
  height === STRIP_HEIGHT &&
  width >= LEAST_STRIP_WIDTH &&
  width <= MOST_STRIP_WIDTH &&
  width % 4 === 0 &&
  data.length === width * height;

/** In character pitches. */
const HALF_HEIGHT = 1.05;
const MARGIN = 1.5;
/** Distance of two lines (ICAO 9303-4 and -6: 6.35 mm at 10 characters an inch). TD1's are closer, so it goes by length. */
const PITCHES_APART = 2.5;
const TD1_CHARACTERS = 30;

/** @param lines of one zone, from the top @returns one strip each; undefined when the lines make no rectangle */
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

/** @param other the next line, whose distance at both ends shows from which side the page is seen */
function cutStrip(
  picture: GreyPicture,
  line: PrintLine,
  other: PrintLine,
  count: number,
): GreyPicture | undefined {
  const distanceAt = (x: number): number =>
    Math.abs(other.start - line.start + (other.slope - line.slope) * x);
  const length = line.right - line.left;
  const distance = distanceAt((line.left + line.right) / 2);
  const pitch = count === 3 ? length / TD1_CHARACTERS : distance / PITCHES_APART;
  const [left, right] = [line.left - MARGIN * pitch, line.right + MARGIN * pitch];
  const half = HALF_HEIGHT * pitch;
  const norm = Math.hypot(1, line.slope);
  const end = (x: number, side: -1 | 1): readonly [number, number] => {
    const reach = (side * half * distanceAt(x)) / distance / norm;
    return [x - line.slope * reach, line.start + line.slope * x + reach];
  };
  const quad: Quad = [end(left, -1), end(right, -1), end(right, 1), end(left, 1)];
  const sizeOf = (from: number, to: number): number =>
    Math.hypot(
      (quad[to]?.[0] ?? 0) - (quad[from]?.[0] ?? 0),
      (quad[to]?.[1] ?? 0) - (quad[from]?.[1] ?? 0),
    );
  const height = (sizeOf(0, 3) + sizeOf(1, 2)) / 2;
  const width = Math.round((STRIP_HEIGHT * sizeOf(0, 1)) / height);
  if (!(width >= LEAST_STRIP_WIDTH)) return undefined;
  // The net's columns are four px wide.
  return cutOut(picture, quad, Math.min(MOST_STRIP_WIDTH, width) & ~3, STRIP_HEIGHT);
}

/** Radius of the light around, and the shares of pixels that become black and white at least. */
const LIGHT_RADIUS = 16;
const DARKEST = 0.01;
const BRIGHTEST = 0.25;
const STEPS = 512;

/**
 * Takes out shade and slopes of light, and stretches what is left: ink becomes 0, paper 255. The line reader learned
 * from strips that went through the same (scripts/line-reader).
 */
export function evenOut(strip: GreyPicture): GreyPicture {
  const { data, width, height } = strip;
  const light = boxMeans(strip);
  const r = LIGHT_RADIUS;
  const ratios = Float64Array.from(data, (value, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return value / Math.max(6, light(x - r, y - r, x + r + 1, y + r + 1));
  });
  const counts = new Uint32Array(STEPS);
  for (const ratio of ratios) {
    const step = Math.min(STEPS - 1, Math.floor((ratio * STEPS) / 2));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  const [low, high] = [quantile(counts, DARKEST), quantile(counts, 1 - BRIGHTEST)];
  const even = Uint8Array.from(ratios, (ratio) =>
    Math.max(0, Math.min(255, ((ratio - low) / (high - low + 1e-6)) * 255)),
  );
  return { data: even, width, height };
}

/** @returns the ratio below which the share of pixels lies */
function quantile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const step = counts.findIndex((count) => (seen += count) > share * total);
  return (Math.max(0, step) * 2) / STEPS;
}
