// A picture of a face as cameras have it: near, far and coarse, before a webcam in any light, and in grey as many documents print it. The
// mean of faces and the axes along which they differ depend on it, so each way counts alike.
import jpeg from 'jpeg-js';
import type { Picture } from '../../src/vision/face/picture.ts';
import { makeRandom } from '../../test/support/clips/trajectories.ts';

/** The frame of a page. */
const FRAME = { width: 480, height: 360 };
const QUALITY = 80;

interface Way {
  /** Its width is made so small first, in px. */
  coarse: number;
  /** Its height in the frame, in px. */
  height: number;
  isGrey?: true;
  isBeforeWebcam?: true;
}

export const WAYS = {
  near: { coarse: 224, height: 360 },
  far: { coarse: 100, height: 250 },
  webcam: { coarse: 224, height: 240, isBeforeWebcam: true },
  grey: { coarse: 160, height: 220, isGrey: true },
} as const satisfies Record<string, Way>;

/** @param seed of light and noise @returns a JPEG of a frame */
export function takePicture(face: Picture, way: Way, seed: number): Uint8Array<ArrayBuffer> {
  const width = Math.min(way.coarse, face.width);
  const small = resize(face, width, Math.round((face.height * width) / face.width));
  const scale = Math.min(FRAME.width / small.width, way.height / small.height);
  const shown = resize(small, Math.round(small.width * scale), Math.round(small.height * scale));
  const frame = place(shown);
  if (way.isGrey) printGrey(frame);
  if (way.isBeforeWebcam) light(frame, seed);
  const data = Buffer.from(frame.data);
  return new Uint8Array(jpeg.encode({ ...FRAME, data }, QUALITY).data);
}

/** The mean of what a pixel covers where it shrinks, between the nearest four where it grows. */
function resize(from: Picture, width: number, height: number): Picture {
  const data = new Uint8Array(4 * width * height);
  const [stepX, stepY] = [from.width / width, from.height / height];
  const steps = Math.max(1, Math.ceil(Math.max(stepX, stepY)));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let c = 0; c < 4; c += 1) {
        let sum = 0;
        for (let n = 0; n < steps * steps; n += 1) {
          const u = (x + ((n % steps) + 0.5) / steps) * stepX - 0.5;
          const v = (y + (Math.floor(n / steps) + 0.5) / steps) * stepY - 0.5;
          sum += between(from, u, v, c);
        }
        data[4 * (y * width + x) + c] = Math.round(sum / (steps * steps));
      }
  return { data, width, height };
}

function between({ data, width, height }: Picture, x: number, y: number, c: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const [a, b] = [x - left, y - top].map((share) => Math.min(1, Math.max(0, share)));
  const at = 4 * (top * width + left) + c;
  const row = (from: number) =>
    (data[from] ?? 0) * (1 - (a ?? 0)) + (data[from + 4] ?? 0) * (a ?? 0);
  return row(at) * (1 - (b ?? 0)) + row(at + 4 * width) * (b ?? 0);
}

/** In the middle, before a wall. */
function place({ data: face, width, height }: Picture): Picture {
  const data = new Uint8Array(4 * FRAME.width * FRAME.height);
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % FRAME.width, Math.floor(at / 4 / FRAME.width)];
    const wall = 168 - 40 * Math.hypot(x / FRAME.width - 0.4, y / FRAME.height - 0.3);
    data.set([wall + 4, wall, wall - 8, 255], at);
  }
  const [left, top] = [FRAME.width - width, FRAME.height - height].map((rest) => rest >> 1);
  for (let y = 0; y < height; y += 1) {
    const row = face.subarray(4 * y * width, 4 * (y + 1) * width);
    data.set(row, 4 * ((y + (top ?? 0)) * FRAME.width + (left ?? 0)));
  }
  return { data, ...FRAME };
}

function printGrey({ data }: Picture): void {
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    const grey = 25 + 0.85 * (0.3 * r + 0.59 * g + 0.11 * b);
    data.fill(grey, at, at + 3);
  }
}

function light({ data }: Picture, seed: number): void {
  const random = makeRandom(seed);
  const bright = 0.45 + 0.7 * random();
  const warm = 0.9 + 0.2 * random();
  const factors = [bright * warm, bright, bright / warm];
  for (let at = 0; at < data.length; at += 4) {
    const noise = 8 * (random() + random() - 1);
    for (const [c, factor] of factors.entries()) {
      const value = (data[at + c] ?? 0) * factor + noise;
      data[at + c] = Math.min(255, Math.max(0, value));
    }
  }
}
