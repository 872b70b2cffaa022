// Cuts the lines of text on a card, or above the machine-readable zone of a page, out of a picture
// as strips of equal height for the field reader.
import { edges } from './blobs.ts';
import type { ZonePlace } from './document-check.ts';
import { FIELD_HEIGHT } from './field-net.ts';
import { dropPixels, type GreyPicture } from './grey-picture.ts';
import { cutOut, homography, type Point, type Quad } from './homography.ts';
import { evenOut } from './strips.ts';
import { findTextLines, type TextLine } from './text-lines.ts';

/** The size in px of the rectified card that is searched for lines of text: 5 px per mm of ID-1. */
const CARD_LONG = 428;
const CARD_SHORT = 270;
/**
 * The searched part of a page above its zone, in multiples of the length of the zone's first line:
 * the left and right ends relative to that line, and the farthest and nearest distance above it. A
 * line of 44 characters is 112 mm long.
 */
const ABOVE_ZONE = { left: -0.07, right: 1.07, far: 0.64, near: 0.045 } as const;
const ZONE_LENGTH = 560;
/**
 * The height in px of most letters in a strip; the space above and below them adds up to the same
 * height.
 */
const LETTER_HEIGHT = 12;
/** The maximum total width in px of all strips, which limits the processor time. */
const MAX_WIDTH = 7_000;
const MAX_STRIPS_WIDTH = 720;
/** Candidate slopes of the lines of text in the rectified picture. */
const SLOPES = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map((step) => step / 100);

/**
 * @param corners the corners of a card, in px of the picture
 * @returns strips with evened-out lighting, sorted by letter height, tallest first
 */
export function cutCardFields(picture: GreyPicture, corners: Quad): GreyPicture[] {
  const [a, b, c, d] = corners;
  const far = (from: Point, to: Point): number => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const isUpright = far(a, b) + far(d, c) < far(b, c) + far(a, d);
  const [width, height] = isUpright ? [CARD_SHORT, CARD_LONG] : [CARD_LONG, CARD_SHORT];
  return cutFields(picture, corners, width, height);
}

/**
 * @param zone the position of the page's zone, in px of the picture
 * @returns strips as for a card
 */
export function cutPageFields(picture: GreyPicture, { left, right }: ZonePlace): GreyPicture[] {
  const [across, down] = [right[0] - left[0], right[1] - left[1]];
  const at = (along: number, above: number): Point => [
    left[0] + along * across + above * down,
    left[1] + along * down - above * across,
  ];
  const area = ABOVE_ZONE;
  const corners: Quad = [
    at(area.left, area.far),
    at(area.right, area.far),
    at(area.right, area.near),
    at(area.left, area.near),
  ];
  const width = Math.round((area.right - area.left) * ZONE_LENGTH);
  const height = Math.round((area.far - area.near) * ZONE_LENGTH);
  return cutFields(picture, corners, width, height);
}

function cutFields(
  picture: GreyPicture,
  corners: Quad,
  width: number,
  height: number,
): GreyPicture[] {
  const flat = cutOut(picture, corners, width, height);
  if (flat === undefined) return [];
  const slope = slopeOf(flat);
  dropPixels(flat);
  // A line of print is this much higher at the left edge, and this much lower at the right edge,
  // than in the middle.
  const drop = (slope * width) / 2;
  const toPicture = mapOf(width, height, corners);
  if (toPicture === undefined) return [];
  const straight: Quad = [
    toPicture(0, -drop),
    toPicture(width, drop),
    toPicture(width, height + drop),
    toPicture(0, height - drop),
  ];
  const cut = cutOut(picture, straight, width, height);
  const toSource = mapOf(width, height, straight);
  if (cut === undefined || toSource === undefined) return [];
  const lines = findTextLines(cut).toSorted(
    (one, other) => other.bottom - other.top - (one.bottom - one.top),
  );
  dropPixels(cut);
  return stripsOf(picture, lines, toSource);
}

type At = (x: number, y: number) => Point;

function mapOf(width: number, height: number, corners: Quad): At | undefined {
  const map = homography(
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    corners,
  );
  if (map === undefined) return undefined;
  const [a, b, c, d, e, f, g, h] = map;
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}

/** Finds the slope at which rows of print are densest and the gaps between them emptiest. */
function slopeOf(flat: GreyPicture): number {
  const print = edges(flat, 10, 160);
  const { data, width, height } = print;
  let [best, slope] = [-1, 0];
  for (const tried of SLOPES) {
    const rows = new Float64Array(height);
    for (let x = 0; x < width; x += 2) {
      const shift = Math.round(tried * (x - width / 2));
      for (let y = Math.max(0, shift); y < Math.min(height, height + shift); y++)
        rows[y - shift] = (rows[y - shift] as number) + (data[y * width + x] as number);
    }
    let apart = 0;
    for (let y = 1; y < height; y++) apart += ((rows[y] as number) - (rows[y - 1] as number)) ** 2;
    if (apart > best) [best, slope] = [apart, tried];
  }
  dropPixels(print);
  return slope;
}

function stripsOf(picture: GreyPicture, lines: readonly TextLine[], at: At): GreyPicture[] {
  const strips: GreyPicture[] = [];
  let left = MAX_WIDTH;
  for (const line of lines) {
    const tall = line.bottom - line.top;
    const middle = (line.top + line.bottom) / 2;
    const half = (tall * FIELD_HEIGHT) / LETTER_HEIGHT / 2;
    const [from, to] = [line.left - tall, line.right + tall];
    const width = Math.min(MAX_STRIPS_WIDTH, Math.round(((to - from) * LETTER_HEIGHT) / tall)) & ~1;
    if (width > left) continue;
    const strip = cutOut(
      picture,
      [
        at(from, middle - half),
        at(to, middle - half),
        at(to, middle + half),
        at(from, middle + half),
      ],
      width,
      FIELD_HEIGHT,
    );
    if (strip === undefined) continue;
    left -= width;
    strips.push(evenOut(strip));
    dropPixels(strip);
  }
  return strips;
}
