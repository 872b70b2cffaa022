import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSource, readSourceFile, readSourceFiles } from './source-files.ts';
import { findUnusedExports } from './unused-exports.ts';

const CODE = ['src', 'widget', 'sdk', 'examples', 'scripts', 'bench', 'test'];
const CONFIGURATIONS = readdirSync('.').filter((name) => name.endsWith('.config.ts'));

test('every export is imported somewhere: 0 unused exports', () => {
  const files = [...readSourceFiles(CODE), ...CONFIGURATIONS.map(readSourceFile)];
  expect(files.flatMap(({ exports }) => exports).length).toBeGreaterThan(1_000);
  expect(findUnusedExports(files)).toEqual([]);
});

test.each([
  ["import { a } from './noun.ts';", ['b', 'Shape', 'default']],
  ["import noun, { type Shape } from './noun.ts';", ['a', 'b']],
  ["import type { Shape as Other } from './noun.ts';", ['a', 'b', 'default']],
  ["export { b as c } from './noun.ts';", ['a', 'Shape', 'default']],
  ["const { a: own } = await import('./noun.ts');", ['b', 'Shape', 'default']],
  ["type Own = import('./noun.ts').Shape;", ['a', 'b', 'default']],
  ["import * as noun from './noun.ts';", []],
  ["const noun = await import('./noun.ts');", []],
  ["import { a, b } from './verb.ts';", ['a', 'b', 'Shape', 'default']],
])('after `%s` the remaining exports count as unused', (importer, unused) => {
  const noun = parseSource(
    'src/noun.ts',
    'export const a = 1, b = 2; export interface Shape {} const c = 3; export default c;',
  );
  expect(findUnusedExports([noun, parseSource('src/importer.ts', importer)])).toEqual(
    unused.map((name) => `src/noun.ts: ${name}`),
  );
});

test('an export that something outside the source uses counts as used', () => {
  const entry = parseSource('src/index.ts', 'export default {}; export class Grant {}');
  expect(findUnusedExports([entry])).toEqual([]);
});
