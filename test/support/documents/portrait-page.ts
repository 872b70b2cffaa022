// Pages of invented documents that show a face from the demo photographs of installed packages:
// printed at 300 dpi, stored as JPEG, overprinted with a pattern, repeated as a ghost, and
// photographed by a camera. Real print, laminate and holograms are not simulated.
import jpegJs from 'jpeg-js';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { boundingBox, type Point3 } from '../../../src/vision/face/geometry.ts';
import type { Holder } from '../../vision/documents/mrz-zones.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { sampleBand } from '../../../src/vision/face/sampler.ts';
import { photograph, photographAsJpeg, type View } from './camera.ts';
import { drawBar, drawCurve, drawText } from './ink.ts';
import { inventHolder, patternedPage } from './specimens.ts';

/**
 * Width and height in mm of a passport's page, of a card and a phone (each in both orientations),
 * and of a photographic print.
 */
const PAPER = {
  passport: [125, 88],
  card: [85.6, 53.98],
  standing: [53.98, 85.6],
  phone: [71, 147],
  phoneLying: [147, 71],
  print: [150, 100],
} as const;
const isStanding = (paper: keyof typeof PAPER): boolean => paper === 'standing';

/**
 * A portrait on a page: the face, and the portrait's upper left corner and width in mm. Its aspect
 * ratio is 7 : 9.
 */
export interface Portrait {
  face: { picture: Picture; mesh: readonly Point3[] };
  x: number;
  y: number;
  width: number;
  /** The contrast: 1 is the photograph's own; a ghost image has about 0.4. */
  contrast?: number;
}

interface Page {
  paper: keyof typeof PAPER;
  isGrey?: boolean;
  portraits: readonly Portrait[];
  /** A page without fields, like a printed photograph. */
  isBlank?: boolean;
  /** The holder whose fields are printed; by default invented from the seed. */
  holder?: Holder;
}

const PX_PER_MM = 16;
const PRINTED_PX_PER_MM = 300 / 25.4;
const STORED_QUALITY = 75;
/**
 * ICAO 9303-3 requires the face, from chin to crown, to take up 70 to 80 % of the portrait's
 * height. The share is smaller here because the mesh reaches only to the forehead.
 */
const FACE_SHARE = 0.6;
const PAPER_LIGHT = 215;

/** @returns a JPEG of the size that `view` specifies */
export function photographPage(page: Page, view: View, seed: number): Uint8Array<ArrayBuffer> {
  const planes = drawPage(page, seed);
  const [grey] = planes;
  if (page.isGrey === true && grey) return photographAsJpeg(grey, view, seed);
  // The same seed gives all colour planes the same table, light and noise.
  const seen = planes.map((plane) => photograph(plane, view, seed));
  const { width, height } = view;
  const data = Buffer.alloc(width * height * 4, 255);
  for (const [channel, plane] of seen.entries())
    for (let i = 0; i < plane.data.length; i++) data[4 * i + channel] = plane.data[i] ?? 0;
  return new Uint8Array(jpegJs.encode({ data, width, height }, view.quality).data);
}

/** @returns one plane for a grey page, otherwise one plane per colour */
function drawPage(
  { paper, isGrey = false, isBlank = false, portraits, holder }: Page,
  seed: number,
): GreyPicture[] {
  const [width, height] = PAPER[paper];
  const prints = portraits.map((portrait) => ({ portrait, print: printOf(portrait, isGrey) }));
  return Array.from({ length: isGrey ? 1 : 3 }, (_, channel) => {
    const page = patternedPage(width, height, seed);
    if (!isBlank && paper !== 'passport')
      drawFields(page, holder ?? inventHolder(seed), isStanding(paper) ? 5 : 34);
    for (const { portrait, print } of prints) lay(page, print, portrait, channel);
    drawPatternOver(page, seed);
    return page;
  });
}

/** Pastes a portrait over the existing content of a grey page. */
export const pastePortrait = (page: GreyPicture, portrait: Portrait): void =>
  lay(page, printOf(portrait, true), portrait, 0);

/** Returns the portrait at 300 dpi, compressed as JPEG like an issuer's stored pictures. */
function printOf({ face, width, contrast = 1 }: Portrait, isGrey: boolean): Picture {
  const [x0, y0, x1, y1] = boundingBox(face.mesh);
  const side = (y1 - y0) / FACE_SHARE;
  const size = {
    width: Math.round(width * PRINTED_PX_PER_MM),
    height: Math.round((width / 7) * 9 * PRINTED_PX_PER_MM),
  };
  const crop = { cx: (x0 + x1) / 2, cy: (y0 + y1) / 2 - 0.05 * side, side, angle: 0 };
  const rgb = sampleBand(face.picture, crop, size, { scale: 1, offset: [0, 0, 0] });
  const data = Buffer.alloc(size.width * size.height * 4, 255);
  for (let i = 0; i < size.width * size.height; i++) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(3 * i, 3 * i + 3);
    const grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    const colours = isGrey ? [grey, grey, grey] : [red, green, blue];
    for (const [channel, value] of colours.entries())
      data[4 * i + channel] = PAPER_LIGHT * (1 - contrast) + value * contrast;
  }
  const stored = jpegJs.encode({ data, ...size }, STORED_QUALITY).data;
  return jpegJs.decode(stored, { useTArray: true });
}

function lay(page: GreyPicture, print: Picture, { x, y, width }: Portrait, channel: number): void {
  const [left, top] = [Math.round(x * PX_PER_MM), Math.round(y * PX_PER_MM)];
  const scale = print.width / (width * PX_PER_MM);
  const [across, down] = [Math.floor(print.width / scale), Math.floor(print.height / scale)];
  for (let row = 0; row < Math.min(down, page.height - top); row++)
    for (let column = 0; column < Math.min(across, page.width - left); column++)
      page.data[(top + row) * page.width + left + column] = valueAt(
        print,
        column * scale,
        row * scale,
        channel,
      );
}

function valueAt({ data, width, height }: Picture, x: number, y: number, channel: number): number {
  const [left, top] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [a, b] = [Math.min(1, x - left), Math.min(1, y - top)];
  const at = 4 * (top * width + left) + channel;
  const upper = (data[at] ?? 0) * (1 - a) + (data[at + 4] ?? 0) * a;
  const lower = (data[at + 4 * width] ?? 0) * (1 - a) + (data[at + 4 * width + 4] ?? 0) * a;
  return upper * (1 - b) + lower * b;
}

/**
 * Draws a band with the issuer's name, and four fields with their labels.
 * @param x left end of the fields, in mm
 */
function drawFields(page: GreyPicture, holder: Holder, x: number): void {
  const { surname, givenNames, birthDate, expiryDate, number } = holder;
  const px = (mm: number): number => mm * PX_PER_MM;
  const write = (text: string, y: number, pitch: number, ink: number): void =>
    drawText(page, text.replaceAll(/[^A-Z0-9 ]/g, ' '), {
      x: px(x),
      y: px(y),
      pitch: px(pitch),
      ink,
    });
  drawBar(page, { x: 0, y: 0, width: page.width, height: px(7) }, 120, 0.4);
  write('IDENTITY CARD', 5.2, 2.2, 40);
  const from = page.height > page.width ? 52 : 13;
  const fields = ['SURNAME', surname, 'GIVEN NAMES', givenNames, 'DATE OF BIRTH', birthDate];
  for (const [i, text] of [...fields, 'CARD NUMBER', `${number} ${expiryDate}`].entries()) {
    const isLabel = i % 2 === 0;
    write(
      text,
      from + Math.floor(i / 2) * 8.5 + (isLabel ? 0 : 3.4),
      isLabel ? 1.1 : 1.9,
      isLabel ? 90 : 40,
    );
  }
}

/** Draws fine lines across the whole page, including the portrait. */
function drawPatternOver(page: GreyPicture, seed: number): void {
  for (let line = 0; line < 30; line++) {
    const level = (page.height * (line + 0.5)) / 30;
    const heightAt = (x: number): number =>
      level + 2.2 * PX_PER_MM * Math.sin((0.25 * x) / PX_PER_MM + seed + line);
    drawCurve(page, heightAt, 0.1 * PX_PER_MM, 165);
  }
}
