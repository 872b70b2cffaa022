// Draws pictures of a face in two ways: close up, as from a camera, and in coarse greyscale, as
// printed on many documents.
import jpeg from 'jpeg-js';
import type { Picture } from '../../src/vision/face/picture.ts';

/** The size, in px, of the frames that the hosted page sends. */
const FRAME = { width: 480, height: 360 };
const QUALITY = 80;

interface Way {
  /** The width, in px, that the picture is reduced to before it is enlarged again. */
  coarse: number;
  /** The maximum height of the picture in the frame, in px. */
  height: number;
  isGrey?: true;
}

export const WAYS = {
  near: { coarse: 224, height: 360 },
  grey: { coarse: 160, height: 220, isGrey: true },
} as const satisfies Record<string, Way>;

/** @returns a frame that shows the face, as a JPEG */
export function takePicture(face: Picture, way: Way): Uint8Array<ArrayBuffer> {
  const width = Math.min(way.coarse, face.width);
  const small = resize(face, width, Math.round((face.height * width) / face.width));
  const scale = Math.min(FRAME.width / small.width, way.height / small.height);
  const shown = resize(small, Math.round(small.width * scale), Math.round(small.height * scale));
  const frame = place(shown);
  if (way.isGrey) printGrey(frame);
  const data = Buffer.from(frame.data);
  return new Uint8Array(jpeg.encode({ ...FRAME, data }, QUALITY).data);
}

/**
 * Averages the source pixels that each new pixel covers when the picture shrinks, and interpolates
 * between the nearest four when it grows.
 */
function resize(from: Picture, width: number, height: number): Picture {
  const across = resizeRows(from, width);
  const turned = resizeRows(transpose(across), height);
  return transpose(turned);
}

function resizeRows({ data: from, width: was, height }: Picture, width: number): Picture {
  const data = new Uint8Array(4 * width * height);
  const step = was / width;
  const samples = Math.max(1, Math.ceil(step));
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1)
      for (let c = 0; c < 4; c += 1) {
        let sum = 0;
        for (let n = 0; n < samples; n += 1) {
          const at = (x + (n + 0.5) / samples) * step - 0.5;
          const left = Math.min(was - 2, Math.max(0, Math.floor(at)));
          const share = Math.min(1, Math.max(0, at - left));
          const place = 4 * (y * was + left) + c;
          sum += (from[place] ?? 0) * (1 - share) + (from[place + 4] ?? 0) * share;
        }
        data[4 * (y * width + x) + c] = Math.round(sum / samples);
      }
  return { data, width, height };
}

function transpose({ data: from, width, height }: Picture): Picture {
  const data = new Uint8Array(from.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let c = 0; c < 4; c += 1)
        data[4 * (x * height + y) + c] = from[4 * (y * width + x) + c] ?? 0;
  return { data, width: height, height: width };
}

/** Centres the picture in a frame, on a background that is shaded like a wall. */
function place({ data: face, width, height }: Picture): Picture {
  const data = new Uint8Array(4 * FRAME.width * FRAME.height);
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % FRAME.width, Math.floor(at / 4 / FRAME.width)];
    const [right, down] = [x / FRAME.width - 0.4, y / FRAME.height - 0.3];
    const wall = 168 - 40 * Math.sqrt(right * right + down * down);
    data[at] = wall + 4;
    data[at + 1] = wall;
    data[at + 2] = wall - 8;
    data[at + 3] = 255;
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
    const light = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
    data.fill(25 + 0.85 * light, at, at + 3);
  }
}
