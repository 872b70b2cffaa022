// Checks that the table of deferred work lists every place that defers work, so that each new place
// must state what happens if its work is lost.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFERRED } from '../support/faults/deferred.ts';
import { listFiles } from './source-files.ts';

test('everything that is deferred until after the response states what repairs a failure', () => {
  const found = listFiles(['src'])
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const uses = readFileSync(path, 'utf8').match(/\.defer\(/g) ?? [];
      return uses.map((_, n) => `${path.replace('src/domain/', '')}#${n + 1}`);
    });
  expect(found.toSorted()).toEqual(Object.keys(DEFERRED).toSorted());
});
