// Detects dark content in the field just above a machine-readable zone, where ICAO 9303 allows no
// print: a portrait that was pasted onto the page and reaches down to the zone. A portrait that
// covered the zone itself would hide letters, so the zone could not be read.
import type { GreyPicture } from './grey-picture.ts';
import { cutOut } from './homography.ts';
import type { PrintLine } from './locate-lines.ts';
import { besideLine } from './strips.ts';
import { isOldFrench } from './zone-metrics.ts';

/** A zone that was read, with its position in the picture. */
interface SeenZone {
  lines: readonly string[];
  places: readonly PrintLine[];
}

/**
 * The upper and lower bounds of the field, and of the zone's first line with the paper around it,
 * in character pitches below that line's centre.
 */
const FIELD = { from: -1.6, to: -0.85 } as const;
const LINE = { from: -0.6, to: 0.6 } as const;
/**
 * The width of one character's cell, and the heights of the field and of the first line, in px of
 * the pictures cut out of them.
 */
const CELL = 8;
const FIELD_HEIGHT = 8;
const LINE_HEIGHT = 12;
/**
 * The paper's brightness is taken to be this quantile of the pixels of a character and its two
 * neighbours on each side; the quantile is high enough to ignore the ink.
 */
const PAPER_SHARE = 0.85;
const NEIGHBOURS = 2;
/**
 * How much darker than the rest of the field a cell must be, as a share of the paper's brightness.
 */
const DARKER = 0.15;
/**
 * The minimum number of adjacent dark cells, 15 mm: portraits are at least 20 mm wide, while a seal
 * or a fingertip is narrower.
 */
const MIN_CELLS = 6;

/** @param picture the picture to which `zone.places` refers */
export const isFieldCovered = (picture: GreyPicture, zone: SeenZone): boolean =>
  darkCells(picture, zone) >= MIN_CELLS;

/**
 * @returns the length of the longest run of dark cells in the field above the zone; 0 for old
 *   French cards, and for zones of three lines, whose cards have the portrait on the other side
 */
export function darkCells(picture: GreyPicture, { lines: [text = ''], places }: SeenZone): number {
  const [line, other] = places;
  const count = text.length;
  if (!line || !other || count === 0 || places.length > 2 || isOldFrench(text)) return 0;
  const at = besideLine(line, other, places.length);
  const { left, right } = line;
  const cut = ({ from, to }: typeof FIELD | typeof LINE, height: number) =>
    cutOut(
      picture,
      [at(left, from), at(right, from), at(right, to), at(left, to)],
      count * CELL,
      height,
    );
  const [field, print] = [cut(FIELD, FIELD_HEIGHT), cut(LINE, LINE_HEIGHT)];
  if (!field || !print) return 0;
  const darkness = Array.from({ length: count }, (_, i) => {
    const seen = columns(field, i * CELL, (i + 1) * CELL);
    const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length;
    const around = columns(print, (i - NEIGHBOURS) * CELL, (i + 1 + NEIGHBOURS) * CELL);
    return 1 - mean / Math.max(1, quantile(around, PAPER_SHARE));
  });
  const usual = quantile(darkness, 0.5);
  let [longest, run] = [0, 0];
  for (const dark of darkness) {
    run = dark - usual > DARKER ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** All pixels of the given columns, except columns outside the picture. */
const columns = ({ data, width }: GreyPicture, from: number, to: number): number[] =>
  Array.from(data).filter((_, at) => at % width >= from && at % width < to);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
