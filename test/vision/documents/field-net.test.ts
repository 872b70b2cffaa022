// The field reader, and the lines that it receives as input.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cutCardFields } from '../../../src/vision/documents/cut-fields.ts';
import { FIELD_HEIGHT, FieldNet } from '../../../src/vision/documents/field-net.ts';
import type { Quad } from '../../../src/vision/documents/homography.ts';
import { blankPage, drawText } from '../../support/documents/ink.ts';
import { loadFieldReader } from '../../support/documents/weights.ts';

const CARD: Quad = [
  [0, 0],
  [856, 0],
  [856, 540],
  [0, 540],
];

/** Prints the texts on a card of 856 x 540 px and cuts out the printed lines as strips. */
function linesOf(texts: readonly { text: string; x: number; y: number }[]) {
  const page = blankPage(856, 540, 220);
  for (const { text, x, y } of texts) drawText(page, text, { x, y, pitch: 20, ink: 40 });
  return cutCardFields(page, CARD);
}

test('the weights match scripts/field-reader/README.md', () => {
  const hash = createHash('sha256').update(readFileSync('data/field-reader.bin')).digest('hex');
  expect(readFileSync('scripts/field-reader/README.md', 'utf8')).toContain(hash);
});

test('other weights, and strips of another size, are refused', () => {
  expect(() => new FieldNet(new ArrayBuffer(100))).toThrow(RangeError);
  expect(() => new FieldNet(new ArrayBuffer(100_000))).toThrow(RangeError);
  const { net } = loadFieldReader();
  for (const [width, height] of [
    [100, 32],
    [101, FIELD_HEIGHT],
    [0, FIELD_HEIGHT],
  ] as const)
    expect(() => net.look({ data: new Uint8Array(width * height), width, height })).toThrow(
      RangeError,
    );
});

test('lines of print are cut out, and the words of one line form one strip', () => {
  const strips = linesOf([
    { text: 'FLINT', x: 300, y: 150 },
    { text: '12 03 1985', x: 300, y: 250 },
  ]);
  expect(strips).toHaveLength(2);
  for (const { width, height, data } of strips) {
    expect(height).toBe(FIELD_HEIGHT);
    expect(width % 2).toBe(0);
    expect(data).toHaveLength(width * height);
  }
});

test('an even surface has no lines', () => {
  expect(linesOf([])).toEqual([]);
});
