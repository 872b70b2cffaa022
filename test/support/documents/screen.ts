// A page shown on a screen. Each pixel of the screen consists of a red, a green and a blue stripe,
// with a dark gap below. The screen's flicker and reflections are not simulated.
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { photographInColour, type View } from './camera.ts';

/** Picture pixels per screen pixel, in each direction. */
const PARTS = 6;
const STRIPE = PARTS / 3;
const LIT_ROWS = PARTS - 1;
/**
 * The factor by which a camera's exposure compensates for the dark parts of a screen pixel: each
 * stripe covers a third of the pixel's width, and the gap leaves only LIT_ROWS of its PARTS rows
 * lit.
 */
const BRIGHTNESS = (3 * PARTS) / LIT_ROWS;

type Colours = readonly [GreyPicture, GreyPicture, GreyPicture];

/** @param across the page's width in screen pixels */
export function photographScreen(
  page: Colours,
  across: number,
  view: View,
  seed: number,
): Uint8Array<ArrayBuffer> {
  const [red, green, blue] = page.map((colour, c) => show(colour, across, c));
  if (!red || !green || !blue) throw new Error('A page has three colours.');
  const lit = { ...view, gain: BRIGHTNESS * (view.gain ?? 1) };
  return photographInColour([red, green, blue], lit, seed, [1, 1, 1]);
}

function show(page: GreyPicture, across: number, colour: number): GreyPicture {
  const scale = page.width / across;
  const down = Math.round(page.height / scale);
  const width = across * PARTS;
  const data = new Uint8Array(width * down * PARTS);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const value = meanOf(page, x * scale, y * scale, scale);
      for (let row = 0; row < LIT_ROWS; row++) {
        const from = (y * PARTS + row) * width + x * PARTS + colour * STRIPE;
        data.fill(value, from, from + STRIPE);
      }
    }
  return { data, width, height: down * PARTS };
}

function meanOf({ data, width, height }: GreyPicture, left: number, top: number, size: number) {
  const [right, bottom] = [Math.min(width, left + size), Math.min(height, top + size)];
  let [sum, count] = [0, 0];
  for (let y = Math.floor(top); y < bottom; y++)
    for (let x = Math.floor(left); x < right; x++) {
      sum += data[y * width + x] ?? 0;
      count += 1;
    }
  return count === 0 ? 0 : sum / count;
}
