// A labelled crop as a camera's picture of 480 x 360: sets of crops fill their picture with the face, a check does not.
import jpeg from 'jpeg-js';
import { KEPT_WIDTH } from '../../src/vision/face/face-wire.ts';

const SIZE = { width: KEPT_WIDTH, height: (KEPT_WIDTH * 3) / 4 };
const QUALITY = 80;
/** A crop of this edge or less has little around the face, and gets more room. */
const TIGHT = { edge: 200, height: 240 };

interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** @returns undefined for what is no JPEG */
export function frame(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const picture = decode(bytes);
  if (picture === undefined) return undefined;
  const isTight = Math.max(picture.width, picture.height) <= TIGHT.edge;
  const data = wall();
  paste(data, picture, isTight ? TIGHT.height : SIZE.height);
  const { width, height } = SIZE;
  return new Uint8Array(jpeg.encode({ data: Buffer.from(data), width, height }, QUALITY).data);
}

function decode(bytes: Uint8Array): Pixels | undefined {
  try {
    return jpeg.decode(bytes, { useTArray: true, maxResolutionInMP: 60 });
  } catch {
    return undefined;
  }
}

/** Grey, lit from above on the left. */
function wall(): Uint8Array {
  const { width, height } = SIZE;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const light = 168 - 40 * Math.hypot(x / width - 0.4, y / height - 0.3);
      data.set([light + 4, light, light - 8, 255], at);
    }
  return data;
}

/** In the middle, as large as fits, at most so high. */
function paste(data: Uint8Array, picture: Pixels, most: number): void {
  const scale = Math.min(SIZE.width / picture.width, most / picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const [left, top] = [(SIZE.width - width) >> 1, (SIZE.height - height) >> 1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(colourAt(picture, x, y, 1 / scale), ((y + top) * SIZE.width + x + left) * 4);
}

/** The mean of as many points as pixels become one, each between its four neighbours. */
function colourAt(picture: Pixels, x: number, y: number, step: number): number[] {
  const points = Math.max(1, Math.ceil(step));
  const sum = [0, 0, 0];
  for (let row = 0; row < points; row++)
    for (let column = 0; column < points; column++) {
      const fromLeft = (x + (column + 0.5) / points) * step - 0.5;
      const fromTop = (y + (row + 0.5) / points) * step - 0.5;
      addPoint(sum, picture, fromLeft, fromTop);
    }
  return sum.map((value) => Math.round(value / points ** 2));
}

function addPoint(sum: number[], { data, width, height }: Pixels, x: number, y: number): void {
  const [left, top] = [within(x, width), within(y, height)];
  const [column, row] = [
    Math.min(width - 2, Math.floor(left)),
    Math.min(height - 2, Math.floor(top)),
  ];
  const [right, below] = [left - column, top - row];
  const at = (row * width + column) * 4;
  for (const channel of [0, 1, 2]) {
    const pixel = (offset: number) => data[at + offset + channel] ?? 0;
    const upper = pixel(0) * (1 - right) + pixel(4) * right;
    const under = pixel(width * 4) * (1 - right) + pixel(width * 4 + 4) * right;
    sum[channel] = (sum[channel] ?? 0) + upper * (1 - below) + under * below;
  }
}

const within = (at: number, size: number): number => Math.min(size - 1, Math.max(0, at));
