// Our decoder produces the same pixels as jpeg-js, which was used to compute the nets' golden
// values.
import jpegJs from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { decodeJpeg } from '../../../src/vision/jpeg/decode.ts';
import { readPhotoFile } from '../../support/puppet/stills.ts';
import { claimSize, noise, tile, withRestarts } from './jpegs.ts';

const LIMITS = { bytes: 200 * 1024, pixels: 2_000_000 };

function decode(jpeg: Uint8Array): Picture {
  const picture = decodeJpeg(jpeg, LIMITS);
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

/** @returns how many values differ from those of jpeg-js, and the largest difference */
function differenceOf(jpeg: Uint8Array) {
  const expected = jpegJs.decode(jpeg, { useTArray: true });
  const { data, width, height } = decode(jpeg);
  expect([width, height]).toEqual([expected.width, expected.height]);
  const sizes = expected.data.map((value, at) => Math.abs(value - (data[at] ?? -1)));
  return { count: sizes.filter((size) => size > 0).length, most: Math.max(0, ...new Set(sizes)) };
}

const SAME = { count: 0, most: 0 };

describe('the decoder gives exactly the pixels of', () => {
  test.each([
    ['a picture with all of its colours', async () => noise(64, 48)],
    ['one whose edges are no whole blocks', async () => noise(61, 45)],
    ['one with half of the colours across', () => readPhotoFile('human')],
    ['one with half across and down', () => readPhotoFile('body')],
    ['the same, cut', async () => claimSize(await readPhotoFile('body'), 1193, 1187)],
  ])('%s', async (_, read) => {
    expect(differenceOf(await read())).toEqual(SAME);
  });

  test('a picture with a restart after every block', () => {
    const tiles = Array.from({ length: 10 }, (_, i) => tile(i));
    const whole = withRestarts(tiles);
    expect(differenceOf(whole)).toEqual(SAME);
    const { data } = decode(whole);
    for (const [i, one] of tiles.entries())
      expect(data.subarray(32 * i, 32 * (i + 1))).toEqual(decode(one).data.subarray(0, 32));
  });
});

test('a restart at an unexpected place is an error', () => {
  const tiles = [tile(1), tile(2), tile(3), tile(4)];
  for (const interval of [2, 3])
    expect(decodeJpeg(withRestarts(tiles, interval), LIMITS)).toBe('unreadable');
});

test('no data of one picture appears in the next', () => {
  const first = decode(noise(64, 48));
  decode(noise(64, 48, 2));
  expect(decode(noise(64, 48))).toEqual(first);
});
