// CBOR, tested with RFC 8949's own examples, against a different implementation, and with input
// that breaks decoders.
import { cborDecode, cborEncode } from '@owf/mdoc';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CborValue, decodeCbor, Tagged } from '../../../src/workers/wallet/cbor.ts';
import { Embedded, type Encodable, encodeCbor } from '../../../src/workers/wallet/cbor-encode.ts';

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('RFC 8949 appendix A', () => {
  test.each<[string, CborValue]>([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['20', -1],
    ['3903e7', -1000],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['f7', undefined],
    ['fa47c35000', 100_000],
    ['fb3ff199999999999a', 1.1],
    ['40', new Uint8Array()],
    ['4401020304', Uint8Array.of(1, 2, 3, 4)],
    ['60', ''],
    ['6449455446', 'IETF'],
    ['64f0908591', '\u{10151}'],
    ['80', []],
    ['8301820203820405', [1, [2, 3], [4, 5]]],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
    ['826161a161626163', ['a', new Map([['b', 'c']])]],
    ['5f42010243030405ff', Uint8Array.of(1, 2, 3, 4, 5)],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    [
      'bf61610161629f0203ffff',
      new Map<string, CborValue>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
    ],
  ])('%s', (hex, value) => {
    expect(decodeCbor(bytesOf(hex))).toEqual(value);
  });

  test('a tag keeps the bytes that it was decoded from', () => {
    const raw = bytesOf('d818456449455446');
    expect(decodeCbor(bytesOf(`82${hexOf(raw)}00`))).toEqual([
      new Tagged(24, bytesOf('6449455446'), raw),
      0,
    ]);
  });
});

describe('is refused quickly:', () => {
  test.each([
    ['nothing', ''],
    ['a byte after the end', '0000'],
    ['an end in the middle', '8201'],
    ['a length beyond the end', '44010203'],
    ['2^32 elements', '9affffffff'],
    ['2^32 entries', 'baffffffff'],
    ['a text of 2^40 bytes', '7b0000010000000000'],
    ['a length of 2^64', '9bffffffffffffffff'],
    ['a number beyond 2^53', '1b0020000000000000'],
    ['100,000 lists in one another', '81'.repeat(100_000)],
    ['2,000 without an end', '9f'.repeat(2000)],
    ['a key that is there twice', 'a2616101616102'],
    ['a key that is a list', 'a18000'],
    ['a text that is no UTF-8', '61ff'],
    ['a text in pieces that is no UTF-8', '7f61c361a9ff'],
    ['a text in pieces of bytes', '7f4161ff'],
    ['a text in pieces of pieces', '7f7f6161ffff'],
    ['a number without a length', '1f'],
    ['a tag without one', 'df00'],
    ['a reserved length', '1c'],
    ['a simple value of no meaning', 'e0'],
    ['an end without a beginning', 'ff'],
    ['a map that ends after a key', 'bf6161ff'],
  ])('%s', (_, hex) => {
    expect(() => decodeCbor(bytesOf(hex))).toThrow(/^(It|A|An|There) /);
  });
});

/** Generates values of the types that both implementations support. */
const anything = fc.letrec<{ item: Encodable }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie('item')),
    fc
      .uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.integer({ min: 0, max: 999 })), tie('item')), {
        selector: ([key]) => key,
      })
      .map((entries) => new Map(entries)),
  ),
})).item;

const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return hexOf(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return [...value].map(([key, one]) => [key, plain(one)]);
  return value;
};

test('what we encode, another implementation decodes, and vice versa', () => {
  fc.assert(
    fc.property(anything, (value) => {
      expect(plain(cborDecode(encodeCbor(value)))).toEqual(plain(value));
      expect(plain(decodeCbor(new Uint8Array(cborEncode(value))))).toEqual(plain(value));
    }),
  );
});

function nameOfError(act: () => unknown): string {
  try {
    act();
    return 'none';
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

test('any bytes decode to an item, or to an error of our own', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(nameOfError(() => decodeCbor(new Uint8Array(bytes)))).toMatch(/^(none|CborError)$/);
    }),
    { numRuns: 3000 },
  );
});

test('an embedded item has tag 24', () => {
  expect(hexOf(encodeCbor(new Embedded(bytesOf('6449455446'))))).toBe('d818456449455446');
});

test.each([1.5, -0x1_0000_0001, 0x1_0000_0000])('%d is not encoded', (value) => {
  expect(() => encodeCbor(value)).toThrow(RangeError);
});
