import { check, property, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import {
  decodeGrey,
  encodeGrey,
  MAX_CONTAINER_BYTES,
} from '../../../src/vision/documents/grey-container.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';

const picture = (width: number, height: number): GreyPicture => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, i) => i % 251),
});

it('encoded strips decode to the same strips (D-91)', () => {
  const strips = [picture(704, 32), picture(700, 32), picture(4, 1)];
  expect(decodeGrey(encodeGrey(strips))).toEqual(strips);
});

it('decodes from the middle of a buffer', () => {
  const encoded = encodeGrey([picture(8, 2)]);
  const around = new Uint8Array(encoded.length + 9);
  around.set(encoded, 5);
  expect(decodeGrey(around.subarray(5, 5 + encoded.length))).toEqual([picture(8, 2)]);
});

it.each([
  ['nothing', []],
  ['half a header', [4, 0, 1]],
  ['a width of 0', [0, 0, 1, 0]],
  ['a height of 0', [1, 0, 0, 0]],
  ['a pixel too few', [2, 0, 2, 0, 1, 2, 3]],
  ['a pixel too many', [1, 0, 1, 0, 1, 9]],
  ['65535 x 65535 pixels that are not there', [255, 255, 255, 255, 1]],
  ['four pictures', Array.from({ length: 4 }, () => [1, 0, 1, 0, 7]).flat()],
])('%s is refused (D-91)', (_, bytes) => {
  expect(decodeGrey(Uint8Array.from(bytes))).toBeUndefined();
});

it('a container that is too large is refused, whatever it contains', () => {
  const bytes = new Uint8Array(MAX_CONTAINER_BYTES + 1);
  new DataView(bytes.buffer).setUint16(0, 1, true);
  expect(decodeGrey(bytes)).toBeUndefined();
});

it('any bytes decode or are refused, without an exception', () => {
  const isRight = (bytes: Uint8Array): boolean => {
    const found = decodeGrey(Uint8Array.from(bytes));
    return found === undefined || encodeGrey(found).toString() === bytes.toString();
  };
  expect(check(property(uint8Array({ maxLength: 64 }), isRight)).failed).toBe(false);
});

it.each([
  ['no picture', []],
  ['four pictures', Array.from({ length: 4 }, () => picture(1, 1))],
  ['a size that is no whole number', [{ ...picture(2, 2), width: 0.5, height: 8 }]],
  ['data of another size', [{ ...picture(2, 2), width: 3 }]],
  ['a width beyond 16 bits', [picture(65_536, 1)]],
  ['more bytes than a container has', [picture(1000, 520)]],
])('refuses to encode %s', (_, pictures) => {
  expect(() => encodeGrey(pictures)).toThrow(RangeError);
});
