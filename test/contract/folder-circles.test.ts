// The domain's folders import one another's values in one direction (architecture 1): a circle of folders is found even
// where no two files form one.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { parseSource, readSourceFiles, type SourceFile } from './source-files.ts';

/** @returns each folder that can be reached from itself, with the way there */
function findFolderCircles(files: readonly SourceFile[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = posix.dirname(path);
    const reached = next.get(from) ?? new Set();
    for (const { to, relative, typeOnly } of imports) {
      const folder = posix.dirname(to);
      if (relative && !typeOnly && folder !== from && folder.startsWith('src/domain/'))
        reached.add(folder);
    }
    next.set(from, reached);
  }
  return [...next.keys()].flatMap((start) => {
    const way = findWay(start, next);
    return way === undefined ? [] : [way.join(' → ')];
  });
}

/** The shortest way from a folder back to itself. */
function findWay(start: string, next: ReadonlyMap<string, Set<string>>): string[] | undefined {
  const seen = new Set<string>();
  const waiting = [[start]];
  for (let way = waiting.shift(); way !== undefined; way = waiting.shift()) {
    for (const folder of next.get(way.at(-1) ?? start) ?? []) {
      if (folder === start) return [...way, start];
      if (seen.has(folder)) continue;
      seen.add(folder);
      waiting.push([...way, folder]);
    }
  }
  return undefined;
}

const domain = readSourceFiles(['src']).filter(({ path }) => path.startsWith('src/domain/'));
const circles = findFolderCircles(domain);

test(`the domain has ${circles.length} circles of folders`, () => {
  expect(domain.length).toBeGreaterThan(100);
  expect(circles).toEqual([]);
});

test('a circle of folders is found where no two files form one, and types make none', () => {
  const files = [
    parseSource('src/domain/a/one.ts', "import { x } from '../b/two.ts';"),
    parseSource('src/domain/b/three.ts', "import { y } from '../c/four.ts';"),
    parseSource('src/domain/c/five.ts', "import { z } from '../a/six.ts';"),
    parseSource('src/domain/d/seven.ts', "import type { A } from '../e/eight.ts';"),
    parseSource('src/domain/e/nine.ts', "import { b } from '../d/seven.ts';"),
  ];
  expect(findFolderCircles(files)).toEqual([
    'src/domain/a → src/domain/b → src/domain/c → src/domain/a',
    'src/domain/b → src/domain/c → src/domain/a → src/domain/b',
    'src/domain/c → src/domain/a → src/domain/b → src/domain/c',
  ]);
});
