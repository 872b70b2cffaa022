// Simulates how a camera photographs a page: perspective, defocus, motion blur, reflections, low
// light, noise and JPEG compression. The result is grey unless requested otherwise. Folds and
// laminate are not simulated.
import jpegJs from 'jpeg-js';
import { type GreyPicture, toGrey } from '../../../src/vision/documents/grey-picture.ts';
import { decodeBaseline } from '../../../src/vision/jpeg/jpeg-decoder.ts';
import { seeded } from '../clips/random.ts';
import { defocus, move } from './lens.ts';
import { type Pose, project } from './projection.ts';

export interface View extends Pose {
  /** JPEG quality, 1 to 100. */
  quality: number;
  /** Standard deviation of the noise in each colour. */
  noise: number;
  /** Defocus: the standard deviation of the blur, in px. */
  blur?: number;
  /**
   * Motion blur: how far the image moves, in px and in a straight line, while the shutter is open.
   */
  motion?: number;
  /**
   * A reflection: its brightness relative to white, and its vertical position as a share of the
   * picture's height (random by default).
   */
  glare?: number;
  glareAt?: number;
  /** The amount of light, as a factor; 1 is sufficient light. */
  gain?: number;
}

/**
 * The share of each colour's noise that is left in the luma of ITU-R BT.601, which averages three
 * channels.
 */
const NOISE_IN_GREY = 0.67;

/** Photographs a page in grey. The same seed gives the same picture. */
export function photograph(page: GreyPicture, view: View, seed: number): GreyPicture {
  return toGrey(decodeBaseline(photographAsJpeg(page, view, seed)));
}

export function photographAsJpeg(
  page: GreyPicture,
  view: View,
  seed: number,
): Uint8Array<ArrayBuffer> {
  const picture = expose(page, view, seed);
  return encodeJpeg([picture, picture, picture], view.quality);
}

/**
 * @param page one plane per colour, of the same size
 * @param lamp the brightness of the light in each colour; white light is 1 in all three
 */
export function photographInColour(
  page: readonly [GreyPicture, GreyPicture, GreyPicture],
  view: View,
  seed: number,
  lamp: readonly [number, number, number],
): Uint8Array<ArrayBuffer> {
  const [red, green, blue] = page.map((colour, i) =>
    expose(
      colour,
      { ...view, noise: view.noise / NOISE_IN_GREY, gain: (view.gain ?? 1) * (lamp[i] ?? 1) },
      seed,
      seed + 77 * (i + 1),
    ),
  );
  if (!red || !green || !blue) throw new Error('A page has three colours.');
  return encodeJpeg([red, green, blue], view.quality);
}

/** @param grain seed of the noise, if it should differ from `seed` */
function expose(page: GreyPicture, view: View, seed: number, grain?: number): GreyPicture {
  const random = seeded(seed);
  let light = project(page, view, random);
  if (view.blur !== undefined) light = defocus(light, view, view.blur);
  if (view.motion !== undefined) light = move(light, view, view.motion, random() * Math.PI);
  return develop(light, view, random, grain === undefined ? random : seeded(grain));
}

function develop(
  light: Float32Array,
  view: View,
  random: () => number,
  noisy: () => number,
): GreyPicture {
  const { width, height, noise, gain = 1, glare = 0 } = view;
  const [slopeX, slopeY] = [(random() - 0.5) * 0.3, (random() - 0.5) * 0.3];
  const spot = {
    x: width * (0.25 + 0.5 * random()),
    y: height * (view.glareAt ?? 0.3 + 0.55 * random()),
    across: width * 0.1 * (0.6 + 0.8 * random()),
    down: height * 0.1 * (0.6 + 0.8 * random()),
  };
  const grain = gain < 1 ? Math.sqrt(1 / gain - 1) : 0;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const shadeOfRow = slopeY * (y / height - 0.5);
    const fromSpot = ((y - spot.y) / spot.down) ** 2;
    for (let x = 0; x < width; x++) {
      const shade = 1 + slopeX * (x / width - 0.5) + shadeOfRow;
      let value = (light[y * width + x] ?? 0) * shade * gain;
      if (glare > 0)
        value += glare * 255 * Math.exp(-(((x - spot.x) / spot.across) ** 2 + fromSpot));
      // A picture taken in low light has additional noise, which grows with the square root of the
      // brightness.
      const dark = grain > 0 ? Math.sqrt(Math.max(0, value)) * 0.25 * grain : 0;
      data[y * width + x] = Math.max(
        0,
        Math.min(255, value + normal(noisy) * NOISE_IN_GREY * (noise + dark)),
      );
    }
  }
  return { data, width, height };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

function encodeJpeg(
  picture: readonly [GreyPicture, GreyPicture, GreyPicture],
  quality: number,
): Uint8Array<ArrayBuffer> {
  const [{ data: red, width, height }, { data: green }, { data: blue }] = picture;
  const data = new Uint8Array(4 * width * height);
  for (let i = 0, at = 0; i < red.length; i++, at += 4) {
    data[at] = red[i] ?? 0;
    data[at + 1] = green[i] ?? 0;
    data[at + 2] = blue[i] ?? 0;
  }
  return new Uint8Array(jpegJs.encode({ data, width, height }, quality).data);
}
