import { assert, property, stringMatching, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeBase64,
  decodeBase64Url,
  decodeHex,
  encodeBase64Url,
  encodeHex,
  isCanonicalBase64Url,
} from '../../src/crypto/encoding.ts';

test('bytes round-trip through hex and base64url, and the encoded base64url is canonical', () => {
  assert(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeHex(encodeHex(bytes))).toEqual(bytes);
      const text = encodeBase64Url(bytes);
      expect(decodeBase64Url(text)).toEqual(bytes);
      expect(isCanonicalBase64Url(text)).toBe(true);
    }),
  );
});

test('a text is canonical only if its bytes encode to exactly that text (S-62)', () => {
  const roundTrips = (text: string): boolean =>
    text.length % 4 !== 1 && encodeBase64Url(decodeBase64Url(text)) === text;
  assert(
    property(stringMatching(/^[\w-]{0,9}$/), (text) => {
      expect([text, isCanonicalBase64Url(text)]).toEqual([text, roundTrips(text)]);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['AA==', 'AA=', 'A+/A', 'AAAA\n', 'ÄAAA', 'A', 'AB', 'AAB'])(
  '%j is not canonical',
  (text) => expect(isCanonicalBase64Url(text)).toBe(false),
);

test('hex uses lower-case digits, and invalid digits are refused', () => {
  expect(encodeHex(new Uint8Array([0, 10, 171, 255]))).toBe('000aabff');
  for (const text of ['0', 'zz', '0x']) expect(() => decodeHex(text)).toThrow(RangeError);
});

test('base64 of a length that no bytes have is refused like wrong characters', () => {
  for (const text of ['A', 'AAAAA', 'A!'])
    for (const decode of [decodeBase64, decodeBase64Url])
      expect(() => decode(text)).toThrow(RangeError);
  for (const text of ['AA=', 'AAA==', '=']) expect(() => decodeBase64(text)).toThrow(RangeError);
});

test('a text as long as a body may be is checked', () => {
  expect(isCanonicalBase64Url('A'.repeat(64 * 1024))).toBe(true);
  expect(isCanonicalBase64Url(`${'A'.repeat(64 * 1024)}!`)).toBe(false);
});
