// The guard in front of the decoder: only the kind of JPEG that a browser's canvas writes is
// decoded.
import { describe, expect, test } from 'vitest';
import { decodeJpeg, dropPixels } from '../../../src/vision/jpeg/decode.ts';
import { findFault } from '../../../src/vision/jpeg/jpeg-guard.ts';
import {
  asProgressive,
  claimSize,
  frameOf,
  insertSegment,
  noise,
  orientation,
  withComponents,
} from './jpegs.ts';

const LIMITS = { bytes: 200 * 1024, pixels: 2_000_000 };

const PLAIN = noise(64, 48);

test('a plain picture is decoded to its pixels, which are deleted once they are dropped', () => {
  const picture = decodeJpeg(PLAIN, LIMITS);
  if (typeof picture === 'string') throw new Error(picture);
  expect([picture.width, picture.height, picture.data.length]).toEqual([64, 48, 64 * 48 * 4]);
  dropPixels(picture);
  expect(picture.data).toHaveLength(0);
});

describe('is refused before decoding:', () => {
  test.each([
    ['nothing', new Uint8Array(0), 'not_a_jpeg'],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'not_a_jpeg'],
    ['an animated WebP', new TextEncoder().encode('RIFF....WEBPVP8XANIM'), 'not_a_jpeg'],
    ['a GIF', new TextEncoder().encode('GIF89a'), 'not_a_jpeg'],
    ['ten megabytes', padded(PLAIN, 10_000_000), 'too_large'],
    ['a bomb: 65,500 x 65,500 in a tiny file', claimSize(PLAIN, 65_500, 65_500), 'too_large'],
    ['just over two megapixels', claimSize(PLAIN, 2001, 1000), 'too_large'],
    ['no height', claimSize(PLAIN, 64, 0), 'unreadable'],
    ['a progressive picture', asProgressive(PLAIN), 'unreadable'],
    ['CMYK', withComponents(PLAIN, 4), 'unreadable'],
    ['one without its end', PLAIN.slice(0, -2), 'unreadable'],
    ['half of one', PLAIN.slice(0, PLAIN.length / 2), 'unreadable'],
    ['the first three bytes', PLAIN.slice(0, 3), 'unreadable'],
    ['two pictures in a row', new Uint8Array([...PLAIN, ...PLAIN]), 'unreadable'],
    ['one with something behind it', new Uint8Array([...PLAIN, 1, 2, 3]), 'unreadable'],
    ['one that EXIF turns by 90°', insertSegment(PLAIN, 0xe1, orientation(6)), 'unreadable'],
    ['one that EXIF mirrors', insertSegment(PLAIN, 0xe1, orientation(2)), 'unreadable'],
    ['broken EXIF', insertSegment(PLAIN, 0xe1, orientation(1).slice(0, 12)), 'unreadable'],
    ['a second frame', insertSegment(PLAIN, 0xc0, frameOf(PLAIN)), 'unreadable'],
  ])('%s', (_, bytes, fault) => {
    expect(findFault(bytes, LIMITS)).toBe(fault);
    expect(decodeJpeg(bytes, LIMITS)).toBe(fault);
  });
});

test('damage at any place gives an error, or pixels of the declared size', () => {
  for (let at = 2; at < PLAIN.length; at += 7) {
    const damaged = PLAIN.slice();
    damaged.fill(at % 2 === 0 ? 0xff : 0, at, at + 3);
    const outcome = decodeJpeg(damaged, LIMITS);
    const isWhole =
      typeof outcome === 'string' || outcome.data.length === outcome.width * outcome.height * 4;
    expect(isWhole).toBe(true);
  }
});

test('a truncated picture with an end marker is unreadable', () => {
  const early = new Uint8Array([...PLAIN.slice(0, -600), 0xff, 0xd9]);
  expect(findFault(early, LIMITS)).toBeUndefined();
  expect(decodeJpeg(early, LIMITS)).toBe('unreadable');
});

describe('is accepted:', () => {
  test.each([
    ['an upright picture with EXIF', insertSegment(PLAIN, 0xe1, orientation(1))],
    ['other application data', insertSegment(PLAIN, 0xe2, [1, 2, 3])],
    ['a comment', insertSegment(PLAIN, 0xfe, [1, 2, 3])],
    ['a view into a larger buffer', new Uint8Array([9, 9, ...PLAIN, 9]).subarray(2, -1)],
  ])('%s', (_, bytes) => {
    expect(findFault(bytes, LIMITS)).toBeUndefined();
    expect(typeof decodeJpeg(bytes, LIMITS)).toBe('object');
  });
});

function padded(picture: Uint8Array, size: number): Uint8Array {
  const large = new Uint8Array(size);
  large.set(picture);
  return large;
}
