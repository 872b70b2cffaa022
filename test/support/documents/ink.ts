// Draws on a page of grey: characters of OCR-B from their outlines, bars, curves and ellipses.
import { readFileSync } from 'node:fs';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';

/** By scripts/line-reader/outlines.py, from Debian's fonts-ocr-b, which anybody may use, change and pass on. */
const OCR_B = JSON.parse(readFileSync(new URL('ocr-b.json', import.meta.url), 'utf8')) as Outlines;

/** By character SVG path data, in the units and as wide as OCR-B. */
export type Outlines = Readonly<Record<string, string>>;
/** In em. */
const ADVANCE = 0.723;
const UNITS_PER_EM = 1000;
const SUBLINES = 4;
const CURVE_STEPS = 6;

type Point = [x: number, y: number];

export function blankPage(width: number, height: number, paper: number): GreyPicture {
  return { data: new Uint8Array(width * height).fill(paper), width, height };
}

/** @param pitch distance of two characters in px @param y of the line that letters stand on */
export function drawText(
  page: GreyPicture,
  text: string,
  { x, y, pitch, ink }: { x: number; y: number; pitch: number; ink: number },
  font = OCR_B,
): void {
  const scale = pitch / ADVANCE / UNITS_PER_EM;
  for (const [i, character] of Array.from(text).entries()) {
    const left = x + i * pitch;
    const contours = contoursOf(font[character] ?? '').map((points) =>
      points.map(([u, v]): Point => [left + u * scale, y - v * scale]),
    );
    fill(page, contours, ink);
  }
}

/** By character its width and SVG path data, in 250ths of the height of a capital (scripts/field-reader/typefaces.py). */
export type Typeface = Readonly<Record<string, readonly [width: number, path: string]>>;
const UNITS_PER_CAPITAL = 250;

/** @param capital height of a capital in px @param y of the line that letters stand on @returns where the text ends */
export function drawLetters(
  page: GreyPicture,
  text: string,
  { x, y, capital, ink }: { x: number; y: number; capital: number; ink: number },
  typeface: Typeface,
): number {
  const scale = capital / UNITS_PER_CAPITAL;
  let left = x;
  for (const character of text) {
    const [width, path] = typeface[character] ?? typeface[' '] ?? [0, ''];
    const from = left;
    const contours = contoursOf(path).map((points) =>
      points.map(([u, v]): Point => [from + u * scale, y - v * scale]),
    );
    fill(page, contours, ink);
    left += width * scale;
  }
  return left;
}

const known = new Map<string, Point[][]>();

function contoursOf(path: string): Point[][] {
  let contours = known.get(path);
  if (!contours) {
    contours = flatten(path);
    known.set(path, contours);
  }
  return contours;
}

/** SVG path data with absolute M, L, H, V, C and Z, as the outlines have it. */
function flatten(path: string): Point[][] {
  const contours: Point[][] = [];
  for (const [, command = '', list = ''] of path.matchAll(/([MLHVCZ])([^MLHVCZ]*)/g)) {
    const numbers = (list.match(/-?\d+/g) ?? []).map(Number);
    if (command === 'M') contours.push([]);
    const contour = contours.at(-1) ?? [];
    for (let i = 0; i < numbers.length; i += command === 'C' ? 6 : 'HV'.includes(command) ? 1 : 2) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.slice(i);
      const [x, y] = contour.at(-1) ?? [0, 0];
      if (command === 'H') contour.push([a, y]);
      else if (command === 'V') contour.push([x, a]);
      else if (command === 'C') contour.push(...curve([x, y], [a, b], [c, d], [e, f]));
      else contour.push([a, b]);
    }
  }
  return contours;
}

function curve(from: Point, one: Point, two: Point, to: Point): Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, i): Point => {
    const t = (i + 1) / CURVE_STEPS;
    const s = 1 - t;
    const at = (k: 0 | 1) =>
      s ** 3 * from[k] + 3 * s * s * t * one[k] + 3 * s * t * t * two[k] + t ** 3 * to[k];
    return [at(0), at(1)];
  });
}

/** Even and odd, with the share of each pixel that is covered. */
function fill(page: GreyPicture, contours: readonly Point[][], ink: number): void {
  const points = contours.flat();
  const heights = points.map(([, y]) => y);
  const sides = points.map(([x]) => x);
  const top = Math.max(0, Math.floor(Math.min(...heights)));
  const bottom = Math.min(page.height - 1, Math.ceil(Math.max(...heights)));
  const left = Math.max(0, Math.floor(Math.min(...sides)));
  const width = Math.ceil(Math.max(...sides)) - left;
  const cover = new Float64Array(Math.max(0, Math.min(width, page.width - left)));
  for (let y = top; y <= bottom; y++) {
    cover.fill(0);
    for (let i = 0; i < SUBLINES; i++) {
      const cuts = crossings(contours, y + (i + 0.5) / SUBLINES);
      for (let k = 0; k + 1 < cuts.length; k += 2)
        addSpan(cover, (cuts[k] ?? 0) - left, (cuts[k + 1] ?? 0) - left, 1 / SUBLINES);
    }
    for (let x = 0; x < cover.length; x++) {
      const share = cover[x] ?? 0;
      if (share > 0) blend(page, left + x, y, ink, share);
    }
  }
}

function crossings(contours: readonly Point[][], y: number): number[] {
  const cuts: number[] = [];
  for (const points of contours) {
    let from = points.at(-1) ?? [0, 0];
    for (const to of points) {
      if (from[1] <= y !== to[1] <= y)
        cuts.push(from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]));
      from = to;
    }
  }
  return cuts.sort((a, b) => a - b);
}

function addSpan(cover: Float64Array, from: number, to: number, share: number): void {
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(cover.length, to); x++) {
    const width = Math.min(to, x + 1) - Math.max(from, x);
    cover[x] = (cover[x] ?? 0) + share * width;
  }
}

function blend({ data, width }: GreyPicture, x: number, y: number, ink: number, share: number) {
  const at = y * width + x;
  const part = Math.min(1, share);
  data[at] = (data[at] ?? 0) * (1 - part) + ink * part;
}

/** @param share of the ink that covers what is there */
export function drawBar(
  page: GreyPicture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ink: number,
  share = 1,
): void {
  for (let row = Math.round(y); row < Math.min(page.height, Math.round(y + height)); row++)
    for (let at = Math.round(x); at < Math.min(page.width, Math.round(x + width)); at++)
      blend(page, at, row, ink, share);
}

export function drawEllipse(
  page: GreyPicture,
  { x, y, across, down }: { x: number; y: number; across: number; down: number },
  ink: number,
): void {
  for (let row = Math.ceil(y - down); row <= y + down && row < page.height; row++) {
    const half = across * Math.sqrt(Math.max(0, 1 - ((row - y) / down) ** 2));
    drawBar(page, { x: x - half, y: row, width: 2 * half, height: 1 }, ink);
  }
}

/** A line across the page, at the height that is given for each x. */
export function drawCurve(
  page: GreyPicture,
  heightAt: (x: number) => number,
  thickness: number,
  ink: number,
): void {
  for (let x = 0; x < page.width; x++) {
    const top = heightAt(x) - thickness / 2;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(page.height, top + thickness); y++)
      blend(page, x, y, ink, Math.min(top + thickness, y + 1) - Math.max(top, y));
  }
}
