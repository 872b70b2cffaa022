// The docs are rebuilt only when a file in DOCS_INPUTS has changed, so everything that they are
// built from must be listed there. architecture.test.ts checks the same for the inputs of the
// service's pages.
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { DOCS_INPUTS } from '../../scripts/build-inputs.ts';
import { ERROR_TEXTS } from '../../scripts/docs-site/error-pages.ts';
import { RECEIVER_SOURCES } from '../../scripts/docs-site/receivers.ts';
import { WRITTEN_PAGES } from '../../scripts/docs-site/site.ts';
import { reachableFrom, readSourceFiles } from './source-files.ts';

const isInput = (path: string): boolean => DOCS_INPUTS.some((glob) => matchesGlob(path, glob));

test('every text that the docs show is an input of the docs build', () => {
  const sources = [...WRITTEN_PAGES.map(({ source }) => source), ...RECEIVER_SOURCES, ERROR_TEXTS];
  expect(sources).toContain('docs/decisions/wire.md');
  expect(sources.filter((path) => !isInput(path))).toEqual([]);
});

test('every module that builds the docs is an input, and other modules are not', () => {
  const files = readSourceFiles(['scripts', 'src', 'widget']);
  const starts = [
    'scripts/docs-site/main.ts',
    'src/app.ts',
    'src/routes/docs.ts',
    ...files.map(({ path }) => path).filter((path) => path.startsWith('widget/docs/')),
  ];
  const loaded = new Set(starts.flatMap((path) => [path, ...reachableFrom(path, files)]));
  expect(loaded.size).toBeGreaterThan(100);
  expect([...loaded].filter((path) => !isInput(path))).toEqual([]);
  expect(isInput('scripts/tenant.ts')).toBe(false);
});
