// Cuts out a stacked barcode as a straight picture of a fixed size. The picture is read in the
// browser, and sent to the server for a second reading.
import { type GreyPicture } from './grey-picture.ts';
import { cutOut, type Point, type Quad } from './homography.ts';
import { evenOutBy } from './strips.ts';

/**
 * The size of the picture in px. The narrowest bar is then four px wide, and a row about seven px
 * high, because a licence's barcode has at most 40 rows.
 */
const BARCODE_SIZE = { width: 1500, height: 300 } as const;
/**
 * The margin added around the detected barcode, as a share of its size, so that the long black bars
 * at both ends are included.
 */
const MARGIN = { across: 0.03, down: 0.06 } as const;
/**
 * How to even out the light: the radius of the neighbourhood in px, which is wider than the widest
 * bar, and the minimum shares of pixels that become black and white.
 */
const LIGHT = { radius: 90, darkest: 0.03, brightest: 0.03 } as const;

/** Whether a picture has the size that `cutBarcode` produces. */
export const isBarcode = ({ data, width, height }: GreyPicture): boolean =>
  width === BARCODE_SIZE.width && height === BARCODE_SIZE.height && data.length === width * height;

/**
 * @param quad the corners that `locateBarcode` found
 * @returns undefined when the corners do not form a quadrangle
 */
export function cutBarcode(picture: GreyPicture, quad: Quad): GreyPicture | undefined {
  return cutOut(picture, grown(quad), BARCODE_SIZE.width, BARCODE_SIZE.height);
}

/** Removes shading and stretches the contrast to black and white. */
export const evenOutBarcode = (barcode: GreyPicture): GreyPicture => evenOutBy(barcode, LIGHT);

function grown([a, b, c, d]: Quad): Quad {
  const [left, right] = [-MARGIN.across, 1 + MARGIN.across];
  const [upper, lower]: readonly Point[][] = [
    [between(a, b, left), between(a, b, right)],
    [between(d, c, left), between(d, c, right)],
  ];
  const side = (i: number, share: number): Point =>
    between(upper?.[i] ?? a, lower?.[i] ?? d, share);
  const [above, below] = [-MARGIN.down, 1 + MARGIN.down];
  return [side(0, above), side(1, above), side(1, below), side(0, below)];
}

const between = ([x, y]: Point, [u, v]: Point, share: number): Point => [
  x + (u - x) * share,
  y + (v - y) * share,
];
