// A camera's picture is decoded upright and at a reduced size, and data that the camera appended is
// ignored. In all other respects, the guard is the same as for a picture from a canvas.
import jpegJs from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { decodeJpeg, decodePhoto } from '../../../src/vision/jpeg/decode.ts';
import { readPhotoFile } from '../../support/puppet/stills.ts';
import { asProgressive, claimSize, insertSegment, noise, orientation } from './jpegs.ts';

const LIMITS = { bytes: 7_500_000, pixels: 25_000_000 };

function decode(jpeg: Uint8Array, keptPixels: number): Picture {
  const picture = decodePhoto(jpeg, { ...LIMITS, keptPixels });
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

const whole = (jpeg: Uint8Array): Picture => jpegJs.decode(jpeg, { useTArray: true });

/** Returns the mean of one colour channel in a square of the unscaled picture. */
function meanAt(
  { data, width, height }: Picture,
  [x, y]: [number, number],
  scale: number,
  colour: number,
) {
  let sum = 0;
  let count = 0;
  for (let row = y * scale; row < Math.min(height, (y + 1) * scale); row++)
    for (let column = x * scale; column < Math.min(width, (x + 1) * scale); column++, count++)
      sum += data[4 * (row * width + column) + colour] ?? 0;
  return sum / count;
}

describe('a photograph with more pixels than the limit', () => {
  test.each([
    ['human', 2],
    ['human', 4],
    ['body', 2],
    ['body', 4],
    ['body', 8],
  ])('%s is decoded %i times smaller, each pixel the mean of a square', async (name, scale) => {
    const jpeg = await readPhotoFile(name);
    const large = whole(jpeg);
    const [width, height] = [Math.ceil(large.width / scale), Math.ceil(large.height / scale)];
    const small = decode(jpeg, width * height);
    expect([small.width, small.height]).toEqual([width, height]);
    const apart: number[] = [];
    for (let y = 0; y < Math.floor(large.height / scale); y++)
      for (let x = 0; x < Math.floor(large.width / scale); x++)
        for (let colour = 0; colour < 3; colour++)
          apart.push(
            Math.abs(
              (small.data[4 * (y * width + x) + colour] ?? 0) -
                meanAt(large, [x, y], scale, colour),
            ),
          );
    // The decoder and meanAt clamp colour values at different points, one before and the other
    // after averaging, so a few values differ by more than 3.
    expect(apart.filter((difference) => difference > 3).length / apart.length).toBeLessThan(0.01);
  });

  test('is at most as large as the limit, and is refused when no scale is small enough', () => {
    const jpeg = noise(640, 480);
    expect(decode(jpeg, 640 * 480)).toMatchObject({ width: 640, height: 480 });
    expect(decode(jpeg, 640 * 480 - 1)).toMatchObject({ width: 320, height: 240 });
    expect(decode(jpeg, 4_800)).toMatchObject({ width: 80, height: 60 });
    expect(decodePhoto(jpeg, { ...LIMITS, keptPixels: 4_799 })).toBe('too_large');
  });
});

/**
 * Maps the position of a pixel in the upright picture to its position in the stored picture (CIPA
 * DC-008, 4.6.4, Orientation).
 */
const STORED: Readonly<
  Record<number, (x: number, y: number, w: number, h: number) => [number, number]>
> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _w, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _w, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w) => [w - 1 - y, x],
};

describe('is rotated as EXIF says', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i', (value) => {
    const jpeg = noise(64, 48);
    const stored = whole(jpeg);
    const upright = decode(insertSegment(jpeg, 0xe1, orientation(value)), 1_000_000);
    expect([upright.width, upright.height]).toEqual(value < 5 ? [64, 48] : [48, 64]);
    const pixel = ({ data, width }: Picture, x: number, y: number) =>
      data.slice(4 * (y * width + x), 4 * (y * width + x) + 4).join(' ');
    const wrong: string[] = [];
    for (let y = 0; y < upright.height; y++)
      for (let x = 0; x < upright.width; x++) {
        const [column, row] = STORED[value]?.(x, y, 64, 48) ?? [0, 0];
        if (pixel(upright, x, y) !== pixel(stored, column, row)) wrong.push(`${x},${y}`);
      }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['nothing that can be read', orientation(1).slice(0, 12)],
    ['an orientation that there is not', orientation(9)],
  ])('but not when EXIF contains %s', (_what, segment) => {
    const jpeg = noise(64, 48);
    expect(decode(insertSegment(jpeg, 0xe1, segment), 1_000_000).data).toEqual(
      new Uint8Array(whole(jpeg).data),
    );
  });
});

const PLAIN = noise(64, 48);

test('appended data, such as a second picture, is ignored', () => {
  const appended = new Uint8Array([...PLAIN, ...PLAIN, 1, 2, 3]);
  expect(decode(appended, 1_000_000).data).toEqual(decode(PLAIN, 1_000_000).data);
  expect(decodeJpeg(appended, LIMITS)).toBe('unreadable');
});

describe('is refused before decoding:', () => {
  test.each([
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'not_a_jpeg'],
    ['HEIC', new TextEncoder().encode('\0\0\0\x18ftypheic'), 'not_a_jpeg'],
    ['more than 7.5 MB', new Uint8Array([...PLAIN, ...new Uint8Array(7_500_000)]), 'too_large'],
    ['more than 25 megapixels', claimSize(PLAIN, 5_001, 5_000), 'too_large'],
    ['a bomb', claimSize(PLAIN, 65_500, 65_500), 'too_large'],
    ['a progressive picture', asProgressive(PLAIN), 'unreadable'],
    ['one without its end', PLAIN.slice(0, -2), 'unreadable'],
  ])('%s', (_what, jpeg, fault) => {
    expect(decodePhoto(jpeg, { ...LIMITS, keptPixels: 1_000_000 })).toBe(fault);
  });
});

test('damage at any place gives an error, or pixels of the declared size', () => {
  for (let at = 2; at < PLAIN.length; at += 11) {
    const damaged = PLAIN.slice();
    damaged.fill(at % 2 === 0 ? 0xff : 0, at, at + 3);
    const outcome = decodePhoto(damaged, { ...LIMITS, keptPixels: 1_000 });
    const isWhole =
      typeof outcome === 'string' || outcome.data.length === outcome.width * outcome.height * 4;
    expect(isWhole).toBe(true);
  }
});
