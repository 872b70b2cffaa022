import { expect, test } from 'vitest';
import { dealShard, longestFirst } from '../../../scripts/check/shards.ts';

const own = (path: string) => path;
const files = [
  'test/gallery/comparison.test.ts',
  'test/gallery/consoles.test.ts',
  'test/gallery/gallery.test.ts',
  'test/gallery/settings.test.ts',
  'test/gallery/tenant-color.test.ts',
];
const dealt = (count: number) =>
  Array.from({ length: count }, (_, place) => dealShard(files, own, { index: place + 1, count }));

test('the files that take longest run first, and the others keep their order', () => {
  expect(longestFirst(files, own)).toEqual([files[1], files[2], files[0], files[3], files[4]]);
});

test.each([1, 2, 3, 6])('every file is in exactly one of %i shards of the same size', (count) => {
  const shards = dealt(count);
  expect(shards.flat().toSorted()).toEqual(files);
  const sizes = shards.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('the files that take longest are in different shards', () => {
  expect(dealt(2)).toEqual([
    [files[1], files[0], files[4]],
    [files[2], files[3]],
  ]);
});
