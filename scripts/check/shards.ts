// How build machines share the tests of a phase (`--shard=1/2`), and which test files run first.

/**
 * The test files that take longest although they are small: those that take the gallery's pictures,
 * run complete checks with documents, or kill programs repeatedly.
 */
const LONGEST = [
  'gallery.test.ts',
  'consoles.test.ts',
  'document-check.test.ts',
  'scripts/storm.test.ts',
  'demo/killed.test.ts',
];

/** @returns the files, with those that take longest first, and otherwise in the same order */
export function longestFirst<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const isLongest = (file: File) => LONGEST.some((name) => pathOf(file).endsWith(name));
  return [...files.filter(isLongest), ...files.filter((file) => !isLongest(file))];
}

/**
 * Deals the files out like cards, so that no shard gets two of the files that take longest while
 * another has none. All shards have to see the files in the same order.
 * @param index the shard, counted from 1
 */
export function dealShard<File>(
  files: readonly File[],
  pathOf: (file: File) => string,
  { index, count }: { index: number; count: number },
): File[] {
  return longestFirst(files, pathOf).filter((_, place) => place % count === index - 1);
}
