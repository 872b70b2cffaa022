// Turns a labelled crop into a picture of 480 x 360 px as a camera would take it: in data sets of
// crops, the face fills the picture, unlike in a check.
import jpeg from 'jpeg-js';
import { KEPT_WIDTH } from '../../src/vision/face/face-wire.ts';

const SIZE = { width: KEPT_WIDTH, height: (KEPT_WIDTH * 3) / 4 };
const QUALITY = 80;

/** How a face is shown to the camera, and how its picture is processed. */
export interface Way {
  /** How many times larger each edge of the picture is than in the page's pictures. */
  canvas?: number;
  /** The size of the face, relative to its usual size. */
  scale?: number;
  /** The strength of sharpening. */
  sharpen?: number;
  /**
   * The number of a variant of the same shot: a little further away, off centre, in different light
   * and with noise.
   */
  take?: number;
}

/** The plain picture, and the variants of it that were tried; README.md lists the results. */
export const WAYS: Readonly<Record<string, Way>> = {
  plain: {},
  far: { scale: 0.6 },
  large: { canvas: 2 },
  sharp: { sharpen: 0.8 },
  ...Object.fromEntries([1, 2, 3, 4].map((take) => [`take${take}`, { take }])),
};
/**
 * A crop whose edges are all at most `edge` px long shows little around the face, so it is drawn at
 * most `height` px high.
 */
const TIGHT = { edge: 200, height: 240 };

interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** @returns undefined when the bytes are not a JPEG */
export function frame(bytes: Uint8Array, way: Way = {}): Uint8Array<ArrayBuffer> | undefined {
  const picture = decode(bytes);
  if (picture === undefined) return undefined;
  const { canvas = 1, scale = 1, sharpen = 0, take } = way;
  const moved = take === undefined ? STILL : moveOf(take, bytes.length);
  const shown = wall(canvas);
  const isTight = Math.max(picture.width, picture.height) <= TIGHT.edge;
  paste(shown, picture, {
    ...moved,
    height: (isTight ? TIGHT.height : SIZE.height) * canvas * scale * moved.scale,
  });
  if (sharpen > 0) sharpenPixels(shown, sharpen);
  if (take !== undefined) addLight(shown, moved);
  const { data, width, height } = shown;
  return new Uint8Array(jpeg.encode({ data: Buffer.from(data), width, height }, QUALITY).data);
}

function decode(bytes: Uint8Array): Pixels | undefined {
  try {
    return jpeg.decode(bytes, { useTArray: true, maxResolutionInMP: 60 });
  } catch {
    return undefined;
  }
}

/** How a variant differs from the plain picture of the same shot. */
interface Move {
  scale: number;
  /** How far the face is moved right and down, as shares of the frame's width and height. */
  right: number;
  down: number;
  light: number;
  /** The standard deviation of a pixel's noise. */
  noise: number;
  next: () => number;
}

const STILL: Move = { scale: 1, right: 0, down: 0, light: 1, noise: 0, next: () => 0 };

/** Chooses a variant pseudo-randomly: the same picture and take always give the same variant. */
function moveOf(take: number, seed: number): Move {
  const next = randomOf(take * 7919 + seed);
  const between = (from: number, to: number) => from + (to - from) * next();
  return {
    scale: between(0.82, 1),
    right: between(-0.06, 0.06),
    down: between(-0.06, 0.06),
    light: between(0.88, 1.12),
    noise: 4,
    next,
  };
}

/**
 * Marsaglia's 32-bit xorshift.
 * @returns a generator of numbers from 0 to 1
 */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Draws a grey wall that is lit from the upper left. */
function wall(canvas: number): Pixels {
  const [width, height] = [SIZE.width * canvas, SIZE.height * canvas];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const light = 168 - 40 * Math.hypot(x / width - 0.4, y / height - 0.3);
      data.set([light + 4, light, light - 8, 255], at);
    }
  return { data, width, height };
}

/**
 * Pastes the picture at or near the middle of the frame, as large as fits, but no higher than the
 * given height.
 */
function paste(
  { data, width: across, height: down }: Pixels,
  picture: Pixels,
  by: { height: number; right: number; down: number },
): void {
  const scale = Math.min(across / picture.width, by.height / picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const left = ((across - width) >> 1) + Math.round(by.right * across);
  const top = ((down - height) >> 1) + Math.round(by.down * down);
  for (let y = Math.max(0, -top); y < Math.min(height, down - top); y++)
    for (let x = Math.max(0, -left); x < Math.min(width, across - left); x++)
      paint(data, ((y + top) * across + x + left) * 4, picture, { x, y, step: 1 / scale });
}

/**
 * Applies an unsharp mask: compares each pixel with the mean of itself and its eight neighbours.
 */
function sharpenPixels({ data, width, height }: Pixels, amount: number): void {
  const from = data.slice();
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++)
      for (const channel of [0, 1, 2]) {
        const at = (y * width + x) * 4 + channel;
        let sum = 0;
        for (const row of [-1, 0, 1])
          for (const column of [-1, 0, 1]) sum += from[at + (row * width + column) * 4] ?? 0;
        const own = from[at] ?? 0;
        data[at] = clip(own + amount * (own - sum / 9));
      }
}

function addLight({ data }: Pixels, { light, noise, next }: Move): void {
  for (let at = 0; at < data.length; at++) {
    if (at % 4 === 3) continue;
    // The sum of four uniform random numbers is approximately normally distributed, with a standard
    // deviation of the square root of one third.
    const random = (next() + next() + next() + next() - 2) * Math.sqrt(3);
    data[at] = clip((data[at] ?? 0) * light + noise * random);
  }
}

const clip = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/**
 * Paints a pixel with the mean of its source points, each interpolated between its four neighbours.
 * No array is allocated per pixel, because there are 200,000 pixels.
 * @param at the offset of the pixel in the result
 */
function paint(
  to: Uint8Array,
  at: number,
  { data, width, height }: Pixels,
  place: { x: number; y: number; step: number },
): void {
  const { x, y, step } = place;
  const points = Math.max(1, Math.ceil(step));
  let [red, green, blue] = [0, 0, 0];
  for (let row = 0; row < points; row++) {
    const top = within((y + (row + 0.5) / points) * step - 0.5, height);
    const line = Math.min(height - 2, Math.floor(top));
    const below = top - line;
    for (let column = 0; column < points; column++) {
      const left = within((x + (column + 0.5) / points) * step - 0.5, width);
      const from = Math.min(width - 2, Math.floor(left));
      const right = left - from;
      const [a, b] = [(1 - right) * (1 - below), right * (1 - below)];
      const [c, d] = [(1 - right) * below, right * below];
      const upper = 4 * (line * width + from);
      const under = upper + 4 * width;
      const pixel = (channel: number) =>
        a * (data[upper + channel] ?? 0) +
        b * (data[upper + 4 + channel] ?? 0) +
        c * (data[under + channel] ?? 0) +
        d * (data[under + 4 + channel] ?? 0);
      red += pixel(0);
      green += pixel(1);
      blue += pixel(2);
    }
  }
  const count = points ** 2;
  to[at] = Math.round(red / count);
  to[at + 1] = Math.round(green / count);
  to[at + 2] = Math.round(blue / count);
}

const within = (at: number, size: number): number => Math.min(size - 1, Math.max(0, at));
