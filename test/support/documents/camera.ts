// What a camera makes of a page: perspective, defocus, movement, reflections, darkness, noise and JPEG. Grey unless asked
// otherwise; folds and laminate are not simulated.
import jpegJs from 'jpeg-js';
import { type GreyPicture, toGrey } from '../../../src/documents-engine/grey-picture.ts';
import {
  homography,
  type Homography,
  type Point,
  type Quad,
} from '../../../src/documents-engine/homography.ts';
import { seeded } from '../clips/random.ts';

/** Angles in degrees, lengths in px of the camera. */
export interface View {
  width: number;
  height: number;
  /** Of JPEG, 1 to 100. */
  quality: number;
  /** Standard deviation of the noise of each colour. */
  noise: number;
  /** How much of the picture's width the page takes, at most; default 0.85. */
  share?: number;
  roll?: number;
  pitch?: number;
  yaw?: number;
  /** Standard deviation of the defocus. */
  blur?: number;
  /** Length of a straight movement while the shutter is open. */
  motion?: number;
  /** A reflection: how bright it is against white, and at which share of the height. */
  glare?: number;
  glareAt?: number;
  /** Light, 1 is enough. */
  gain?: number;
}

/** Each pixel of the page in the picture is a mean of as many points. */
const POINTS = 3;
/** Luma of ITU-R BT.601 averages the noise of three channels. */
const NOISE_IN_GREY = 0.67;
/** Of the picture's width. */
const FOCAL_LENGTH = 1.2;

/** The same seed makes the same picture. */
export function photograph(page: GreyPicture, view: View, seed: number): GreyPicture {
  return toGrey(jpegJs.decode(photographAsJpeg(page, view, seed), { useTArray: true }));
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
 * @param page one for each colour, of the same size
 * @param lamp how bright each colour of the light is, 1 is white
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

/** @param grain seed of the noise where it is not to be the same */
function expose(page: GreyPicture, view: View, seed: number, grain?: number): GreyPicture {
  const random = seeded(seed);
  let light = project(page, view, random);
  if (view.blur !== undefined) light = defocus(light, view, view.blur);
  if (view.motion !== undefined) light = move(light, view, view.motion, random() * Math.PI);
  return develop(light, view, random, grain === undefined ? random : seeded(grain));
}

function cornersOf(page: GreyPicture, view: View): Quad {
  const shape = page.height / page.width;
  const focal = FOCAL_LENGTH * view.width;
  const share = view.share ?? 0.85;
  const distance = focal / Math.min(share * view.width, (share * view.height) / shape);
  const [roll, pitch, yaw] = [view.roll, view.pitch, view.yaw].map(
    (angle = 0) => (angle * Math.PI) / 180,
  ) as [number, number, number];
  const corner = (x: number, y: number): Point => {
    const [x1, y1] = [
      x * Math.cos(roll) - y * Math.sin(roll),
      x * Math.sin(roll) + y * Math.cos(roll),
    ];
    const [y2, z2] = [y1 * Math.cos(pitch), y1 * Math.sin(pitch)];
    const [x3, z3] = [
      x1 * Math.cos(yaw) + z2 * Math.sin(yaw),
      z2 * Math.cos(yaw) - x1 * Math.sin(yaw),
    ];
    const depth = distance + z3;
    return [view.width / 2 + (focal * x3) / depth, view.height / 2 + (focal * y2) / depth];
  };
  const half = shape / 2;
  return [corner(-0.5, -half), corner(0.5, -half), corner(0.5, half), corner(-0.5, half)];
}

function project(page: GreyPicture, view: View, random: () => number): Float32Array {
  const { width, height } = view;
  const corners: Quad = [
    [0, 0],
    [page.width, 0],
    [page.width, page.height],
    [0, page.height],
  ];
  const toPage = homography(cornersOf(page, view), corners);
  if (!toPage) throw new Error('The page is seen from the side.');
  const table = 76 + 50 * random();
  const light = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const wood = 12 * Math.sin(x * 0.021 + 3 * Math.sin(y * 0.004)) + 6 * Math.sin(x * 0.13);
      light[y * width + x] = meanOf(page, toPage, x, y, table + wood);
    }
  return light;
}

/** @param table where the page is not */
function meanOf(page: GreyPicture, toPage: Homography, x: number, y: number, table: number) {
  const [a, b, c, d, e, f, g, h] = toPage;
  let sum = 0;
  for (let j = 0; j < POINTS; j++)
    for (let i = 0; i < POINTS; i++) {
      const [px, py] = [x + (i + 0.5) / POINTS, y + (j + 0.5) / POINTS];
      const depth = g * px + h * py + 1;
      const [u, v] = [(a * px + b * py + c) / depth - 0.5, (d * px + e * py + f) / depth - 0.5];
      // A pixel far from the page shows none of it.
      if (i + j === 0 && (u < -9 || v < -9 || u > page.width + 9 || v > page.height + 9))
        return table;
      sum += lightAt(page, u, v, table);
    }
  return sum / POINTS ** 2;
}

function lightAt({ data, width, height }: GreyPicture, u: number, v: number, table: number) {
  if (u < 0 || v < 0 || u > width - 1 || v > height - 1) return table;
  const [x, y] = [Math.min(width - 2, Math.floor(u)), Math.min(height - 2, Math.floor(v))];
  const [a, b] = [u - x, v - y];
  const at = y * width + x;
  const upper = (data[at] ?? 0) * (1 - a) + (data[at + 1] ?? 0) * a;
  const lower = (data[at + width] ?? 0) * (1 - a) + (data[at + width + 1] ?? 0) * a;
  return upper * (1 - b) + lower * b;
}

type Size = { width: number; height: number };

function defocus(light: Float32Array, size: Size, deviation: number): Float32Array {
  const reach = Math.ceil(3 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  );
  const taps = (across: boolean) =>
    weights.map((weight, i) => ({
      dx: across ? i - reach : 0,
      dy: across ? 0 : i - reach,
      weight,
    }));
  return weighted(weighted(light, size, taps(true)), size, taps(false));
}

function move(light: Float32Array, size: Size, length: number, angle: number): Float32Array {
  const taps = Array.from({ length }, (_, i) => {
    const along = (i / (length - 1) - 0.5) * length;
    return {
      dx: Math.round(along * Math.cos(angle)),
      dy: Math.round(along * Math.sin(angle)),
      weight: 1,
    };
  });
  return weighted(light, size, taps);
}

function weighted(
  light: Float32Array,
  { width, height }: Size,
  taps: readonly { dx: number; dy: number; weight: number }[],
): Float32Array {
  const total = taps.reduce((sum, { weight }) => sum + weight, 0);
  const result = new Float32Array(light.length);
  for (const { dx, dy, weight } of taps) {
    const share = weight / total;
    for (let y = 0; y < height; y++) {
      const from = Math.min(height - 1, Math.max(0, y + dy)) * width;
      const to = y * width;
      for (let x = 0; x < width; x++) {
        const at = Math.min(width - 1, Math.max(0, x + dx));
        result[to + x] = (result[to + x] ?? 0) + share * (light[from + at] ?? 0);
      }
    }
  }
  return result;
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
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const shade = 1 + slopeX * (x / width - 0.5) + slopeY * (y / height - 0.5);
      let value = (light[y * width + x] ?? 0) * shade * gain;
      if (glare > 0) {
        const away = ((x - spot.x) / spot.across) ** 2 + ((y - spot.y) / spot.down) ** 2;
        value += glare * 255 * Math.exp(-away);
      }
      // Little light is noisier than its own size says.
      const dark = gain < 1 ? Math.sqrt(Math.max(0, value)) * 0.25 * Math.sqrt(1 / gain - 1) : 0;
      data[y * width + x] = Math.max(
        0,
        Math.min(255, value + normal(noisy) * NOISE_IN_GREY * (noise + dark)),
      );
    }
  return { data, width, height };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

function encodeJpeg(
  picture: readonly [GreyPicture, GreyPicture, GreyPicture],
  quality: number,
): Uint8Array<ArrayBuffer> {
  const [{ width, height }] = picture;
  const data = new Uint8Array(4 * width * height).fill(255);
  for (const [c, colour] of picture.entries())
    for (let i = 0; i < colour.data.length; i++) data[4 * i + c] = colour.data[i] ?? 0;
  return new Uint8Array(jpegJs.encode({ data, width, height }, quality).data);
}
