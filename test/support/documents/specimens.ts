// Document pages for invented holders, drawn from a seed: a pattern, a portrait, fields, and the
// machine-readable zone in OCR-B, whose size and position are as ICAO 9303 prescribes.
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { type Holder, type ZoneFormat, zoneOf } from '../../vision/documents/mrz-zones.ts';
import { seeded } from '../clips/random.ts';
import { blankPage, drawBar, drawCurve, drawEllipse, drawText, type Outlines } from './ink.ts';

export interface Specimen {
  format: ZoneFormat;
  holder: Holder;
  /** The lines of the machine-readable zone. */
  lines: string[];
  page: GreyPicture;
}

const PX_PER_MM = 16;
/** Character pitch in mm: 10 characters per inch. */
const ZONE_PITCH = 2.54;

/**
 * For each format, in mm: the page's size, the left end and baseline of the zone's first line, and
 * the distance between the zone's lines.
 */
const PAGES = {
  td3: { width: 125, height: 88, left: 6.5, base: 73.9, apart: 6.35 },
  td2: { width: 105, height: 74, left: 6, base: 62, apart: 6.35 },
  td1: { width: 85.6, height: 53.98, left: 4.7, base: 38.9, apart: 4.233 },
} as const;

/** Baseline of the zone's first line, in mm from the page's upper edge. */
export const ZONE_BASES = { td3: PAGES.td3.base, td2: PAGES.td2.base } as const;

const SURNAMES =
  'QUARRY STONE,MARLSON,FLINT,BASALTOVA,OBSIDIAN,GRANITOS,KARSTEN,TUFFEAU,ONYXIDIS,SCHIEFER,JASPERQVIST,WADI ZEBEK'.split(
    ',',
  );
const GIVEN_NAMES =
  'AGATHA MAY,CLAY,PERIDOT,BERYL XENIA,JET,OPALINE,RUFUS QUILL,VESPER,ZIRKA,HUGO FLORIN,MICA,WULFEN'.split(
    ',',
  );
const ISSUERS = ['FRA', 'D<<', 'CZE', 'POL', 'USA', 'BRA', 'SWE', 'NLD', 'ITA', 'HUN', 'GBR'];
const LETTERS_AND_DIGITS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

type Random = () => number;

function pick<T>(random: Random, from: readonly T[]): T {
  const [chosen] = from.slice(Math.floor(random() * from.length));
  if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
  return chosen;
}

const day = (random: Random, firstYear: number, years: number): string => {
  const two = (most: number) => String(1 + Math.floor(random() * most)).padStart(2, '0');
  return `${firstYear + Math.floor(random() * years)}-${two(12)}-${two(28)}`;
};

export function inventHolder(seed: number): Holder {
  const random = seeded(seed);
  const word = (length: number): string =>
    Array.from({ length }, () => pick(random, LETTERS_AND_DIGITS)).join('');
  return {
    surname: pick(random, SURNAMES),
    givenNames: pick(random, GIVEN_NAMES),
    issuer: pick(random, ISSUERS),
    birthDate: day(random, 1940, 72),
    expiryDate: day(random, 2027, 9),
    number: word(9),
    optional: random() < 0.5 ? '' : word(7),
    sex: pick(random, ['F', 'M', '<'] as const),
  };
}

/**
 * How a specimen is printed: the zone's typeface (OCR-B by default), and its line spacing as a
 * multiple of what ICAO prescribes.
 */
interface Print {
  font?: Outlines;
  spacing?: number;
  /**
   * If set, a second portrait is pasted over the page; its lower edge is this many mm above the
   * baseline of the zone's first line.
   */
  pastedAbove?: number;
}

/**
 * @param change values that replace those of the invented holder, such as dates relative to today
 */
export function drawSpecimen(
  format: ZoneFormat,
  seed: number,
  change: Partial<Holder> = {},
  { font, spacing = 1, pastedAbove }: Print = {},
): Specimen {
  const holder = { ...inventHolder(seed), ...change };
  const lines = zoneOf(format, holder);
  const { width, height, left, base, apart } = PAGES[format];
  const page = patternedPage(width, height, seed);
  drawFront(page, format, holder);
  const zoneTop = base - 8;
  drawBar(page, inPx({ x: 0, y: zoneTop, width, height: height - zoneTop }), 255, 0.5);
  for (const [i, line] of lines.entries())
    drawText(
      page,
      line,
      {
        x: left * PX_PER_MM,
        y: (base + i * apart * spacing) * PX_PER_MM,
        pitch: ZONE_PITCH * PX_PER_MM,
        ink: 24,
      },
      font,
    );
  if (pastedAbove !== undefined) drawPortrait(page, 5, base - pastedAbove - PORTRAIT_HEIGHT);
  return { format, holder, lines, page };
}

/** The height of a drawn portrait in mm, including the shoulders. */
const PORTRAIT_HEIGHT = 43;

const inPx = (box: { x: number; y: number; width: number; height: number }) => ({
  x: box.x * PX_PER_MM,
  y: box.y * PX_PER_MM,
  width: box.width * PX_PER_MM,
  height: box.height * PX_PER_MM,
});

/**
 * @param width the width of the page in mm
 * @param height the height of the page in mm
 */
export function patternedPage(
  width: number,
  height: number,
  seed: number,
  pxPerMm = PX_PER_MM,
): GreyPicture {
  const random = seeded(seed + 1_000_000);
  const page = blankPage(Math.round(width * pxPerMm), Math.round(height * pxPerMm), 236);
  for (let i = 0; i < 26; i++) {
    const [size, pace, phase] = [2 + random() * 6, 0.15 + random() * 0.36, random() * 6];
    const level = (height * i) / 25;
    const heightAt = (x: number) =>
      (level + size * Math.sin((pace * x) / pxPerMm + phase)) * pxPerMm;
    drawCurve(page, heightAt, 0.14 * pxPerMm, 176);
  }
  return page;
}

/**
 * Draws the side with the zone. Passports and TD2 cards show the portrait beside the fields. On a
 * TD1 card, the zone is on the back, which has no portrait.
 */
function drawFront(page: GreyPicture, format: ZoneFormat, holder: Holder): void {
  const hasPortrait = format !== 'td1';
  const left = hasPortrait ? 46 : 5;
  if (hasPortrait) drawPortrait(page, 5, 12);
  const fields = hasPortrait
    ? ['SURNAME', holder.surname, 'GIVEN NAMES', holder.givenNames, 'BORN', holder.birthDate]
    : ['PLACE OF BIRTH', 'ZENITH', 'ADDRESS', '12 HARBOUR ST', 'AUTHORITY', 'QUARRY OFFICE'];
  for (const [i, text] of fields.entries()) {
    const isLabel = i % 2 === 0;
    drawText(page, text.replaceAll(/[^A-Z0-9 ]/g, ' '), {
      x: left * PX_PER_MM,
      y: (7 + Math.floor(i / 2) * 8 + (isLabel ? 0 : 3.4)) * PX_PER_MM,
      pitch: (isLabel ? 1.2 : 1.9) * PX_PER_MM,
      ink: isLabel ? 90 : 40,
    });
  }
}

function drawPortrait(page: GreyPicture, x: number, y: number): void {
  drawBar(page, inPx({ x, y, width: 30, height: 38 }), 208);
  const ellipse = (dx: number, dy: number, across: number, down: number, ink: number) =>
    drawEllipse(
      page,
      {
        x: (x + dx) * PX_PER_MM,
        y: (y + dy) * PX_PER_MM,
        across: across * PX_PER_MM,
        down: down * PX_PER_MM,
      },
      ink,
    );
  ellipse(15, 14, 8.5, 10, 50);
  ellipse(15, 17, 7, 9, 176);
  ellipse(15, 36, 12, 7, 70);
}

/**
 * Tints the page. Black stays black and white stays nearly white, so that the tint shows in the
 * pattern rather than in the paper.
 * @param strength 1 is as colourful as a passport, 0.4 as pale as some identity cards
 */
export function tinted(
  page: GreyPicture,
  seed: number,
  strength: number,
): [GreyPicture, GreyPicture, GreyPicture] {
  const hue = 2 * Math.PI * seeded(seed + 2_000_000)();
  const colour = (c: number): GreyPicture => {
    const tint = 0.25 * strength * Math.cos(hue + (2 * Math.PI * c) / 3);
    const data = page.data.map((value) => {
      const share = value / 255;
      return Math.min(255, value * (1 + 4 * share * (1 - share) * tint));
    });
    return { ...page, data };
  };
  return [colour(0), colour(1), colour(2)];
}
