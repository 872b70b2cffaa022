import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMessageBranches } from './error-messages.ts';
import { listFiles } from './source-files.ts';

test('no code branches on an error’s message', () => {
  const files = listFiles(['src', 'widget', 'sdk', 'examples']).filter((path) =>
    /\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((path) => findMessageBranches(path, readFileSync(path, 'utf8')))).toEqual(
    [],
  );
});

test.each([
  "if (error.message === 'No such key') retry();",
  "if ('No such key' !== error?.message) retry();",
  "const isLate = (error as Error).message.includes('late');",
  "const isLate = error.cause?.message?.startsWith('late');",
  "const found = error['message'].match(/late/);",
  'const isLate = /late/.test(error.message);',
  'const isKnown = KNOWN.has(error.message);',
  "switch (error.message) { case 'late': retry(); }",
])('finds %s', (source) => {
  expect(findMessageBranches('src/a.ts', `\n${source}`)).toEqual(['src/a.ts:2']);
});

test.each([
  'log(error.message);',
  'const isSame = a.message === b.message;',
  'const hasOne = error.message === undefined;',
  "if (error.code === 'late') throw new Error(`${error.message} at last`);",
])('does not report %s', (source) => {
  expect(findMessageBranches('src/a.ts', source)).toEqual([]);
});
