// Whether something dark lies on the field just above a zone, into which ICAO 9303 lets nothing of the page reach: a portrait that was
// pasted there and comes down to the code. Over the code itself it would hide letters, and nothing would be read.
import type { GreyPicture } from './grey-picture.ts';
import { cutOut } from './homography.ts';
import type { PrintLine } from './locate-lines.ts';
import { besideLine } from './strips.ts';
import { isOldFrench } from './zone-metrics.ts';

/** A zone that was read, in its picture. */
interface SeenZone {
  lines: readonly string[];
  places: readonly PrintLine[];
}

/** In pitches below the middle of the first line: the field, and the line with the paper that it stands on. */
const FIELD = { from: -1.6, to: -0.85 } as const;
const LINE = { from: -0.6, to: 0.6 } as const;
/** Px of a character's place in what is cut out. */
const CELL = 8;
const FIELD_HEIGHT = 8;
const LINE_HEIGHT = 12;
/** Paper is this bright among the pixels of a character and of two on either side, ink or not. */
const PAPER_SHARE = 0.85;
const NEIGHBOURS = 2;
/** A share of the paper's light: by how much more than the field elsewhere it must be darker. */
const DARKER = 0.15;
/** So many characters' places in a row, 15 mm: portraits are 20 mm wide and more, a seal or a finger's tip are not. */
const LEAST_CELLS = 6;

/** @param picture in which the zone's places are */
export const isFieldCovered = (picture: GreyPicture, zone: SeenZone): boolean =>
  darkCells(picture, zone) >= LEAST_CELLS;

/**
 * @returns how many characters' places in a row are dark on the field above the zone; 0 for cards with their portrait on the other
 *   side, which have a zone of three lines
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

/** All pixels of the columns, as far as there are. */
const columns = ({ data, width }: GreyPicture, from: number, to: number): number[] =>
  Array.from(data).filter((_, at) => at % width >= from && at % width < to);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
