// Finds print next to the portrait of a card: short rows of dense vertical strokes, which is what
// fields of text look like from a distance in any script. The text is not read.
import { type Blob, density, edges, findBlobs, threshold } from './blobs.ts';
import type { CardOutline } from './card-outline.ts';
import type { Place, PortraitPlace } from './document-check.ts';
import { dropPixels, type GreyPicture } from './grey-picture.ts';
import { cutOut, homography, type Point, type Quad } from './homography.ts';

/** The size in px of the rectified card: 5 px per mm of ID-1. */
const LONG = 428;
const SHORT = 270;
/**
 * The radius of a stroke's neighbourhood, and the contrast gain; both are the same as for the lines
 * of a machine-readable zone.
 */
const RADIUS = 10;
const GAIN = 160;
const REACH = { across: 6, down: 2 } as const;
const LEVEL = 1.1;
/** Edge densities below this value are attributed to the paper and its pattern. */
const MAX_FAINT = 16;
/**
 * Limits of a row of print: its length in px, the ratio of its length to its height, and its height
 * in px.
 */
const MIN_LENGTH = 32;
const MIN_LENGTH_BY_HEIGHT = 2;
const MAX_HEIGHT = 30;
/**
 * How far the portrait (hair, shoulders and frame) extends beyond the face on each side, in
 * multiples of the face's size.
 */
const PORTRAIT_AREA = { aside: 0.6, above: 0.75, below: 0.75 } as const;
/** The margin along the card's edge that is ignored, as a share of its sides. */
const EDGE_MARGIN = 0.03;

/** Limits of the face's width, as shares of the card's width. */
const FACE_WIDTHS = { least: 0.07, most: 0.6 } as const;

/**
 * Whether a face may be printed on a card with these corners.
 * @param face the position and size of the face, in px of the picture
 */
export function mayHold(corners: Quad, face: Place): boolean {
  const on = placeOn(corners, face, 1, 1);
  if (on === undefined) return false;
  const [x, y, width] = [(on.left + on.right) / 2, (on.top + on.bottom) / 2, on.right - on.left];
  const isInside = x > 0 && x < 1 && y > 0 && y < 1;
  return isInside && width > FACE_WIDTHS.least && width < FACE_WIDTHS.most;
}

/**
 * @param face the position and size of the face, in px of the picture
 * @returns undefined when the corners do not form a card
 */
export function portraitOn(
  picture: GreyPicture,
  { corners }: CardOutline,
  face: Place,
): Omit<PortraitPlace, 'text'> | undefined {
  const isUpright = isHigherThanWide(corners);
  const [width, height] = isUpright ? [SHORT, LONG] : [LONG, SHORT];
  const on = placeOn(corners, face, width, height);
  if (on === undefined) return undefined;
  const [x, y] = [(on.left + on.right) / 2 / width, (on.top + on.bottom) / 2 / height];
  const card = cutOut(picture, corners, width, height);
  if (card === undefined) return undefined;
  const rows = rowsBeside(card, on);
  dropPixels(card);
  return {
    x,
    y,
    width: (on.right - on.left) / width,
    height: (on.bottom - on.top) / height,
    isUpright,
    rows,
  };
}

function isHigherThanWide([a, b, c, d]: Quad): boolean {
  const far = (from: Point, to: Point): number => Math.hypot(to[0] - from[0], to[1] - from[1]);
  return far(a, b) + far(c, d) < far(b, c) + far(d, a);
}

/**
 * Maps the midpoints of the sides of the face's box to the card, because perspective distorts
 * midpoints less than corners.
 */
function placeOn(corners: Quad, face: Place, width: number, height: number): Place | undefined {
  const map = homography(corners, [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]);
  if (!map) return undefined;
  const [a, b, c, d, e, f, g, h] = map;
  const at = (x: number, y: number): Point => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
  const [x, y] = [(face.left + face.right) / 2, (face.top + face.bottom) / 2];
  return {
    left: at(face.left, y)[0],
    right: at(face.right, y)[0],
    top: at(x, face.top)[1],
    bottom: at(x, face.bottom)[1],
  };
}

function rowsBeside(card: GreyPicture, face: Place): number {
  const print = edges(card, RADIUS, GAIN);
  clear(print, portraitAround(face));
  const dense = density(print, REACH.across, REACH.down, 2);
  dropPixels(print);
  const { blobs } = findBlobs(dense, Math.max(MAX_FAINT, threshold(dense, 4) * LEVEL));
  dropPixels(dense);
  return blobs.filter((blob) => isRow(blob, card)).length;
}

function portraitAround({ left, top, right, bottom }: Place): Place {
  const [width, height] = [right - left, bottom - top];
  return {
    left: left - PORTRAIT_AREA.aside * width,
    right: right + PORTRAIT_AREA.aside * width,
    top: top - PORTRAIT_AREA.above * height,
    bottom: bottom + PORTRAIT_AREA.below * height,
  };
}

function clear({ data, width, height }: GreyPicture, { left, top, right, bottom }: Place): void {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
    if (x1 > x0) data.fill(0, y * width + x0, y * width + x1);
}

function isRow(
  { left, right, top, bottom, pixels }: Blob,
  { width, height }: GreyPicture,
): boolean {
  const [length, thickness] = [right - left + 1, bottom - top + 1];
  const isInside =
    left > EDGE_MARGIN * width &&
    right < (1 - EDGE_MARGIN) * width &&
    top > EDGE_MARGIN * height &&
    bottom < (1 - EDGE_MARGIN) * height;
  return (
    isInside &&
    length >= MIN_LENGTH &&
    length >= MIN_LENGTH_BY_HEIGHT * thickness &&
    thickness <= MAX_HEIGHT &&
    pixels >= 0.5 * length * Math.min(thickness, 6)
  );
}
