// Comments may be no wider than formatted code. The formatter does not wrap comments, so this test
// checks their width.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import oxfmtOptions from '../../.oxfmtrc.json' with { type: 'json' };
import { listFiles } from './source-files.ts';

const { printWidth } = oxfmtOptions;
const FOLDERS = ['src', 'widget', 'sdk', 'test', 'scripts', 'bench', 'examples'];
const CODE = /\.(tsx?|mjs|js)$/;
/** Matches lines that cannot be wrapped: URLs, and directives to a linter or a compiler. */
const UNBREAKABLE = /^\s*(?:(?:\/\/|\/?\*+)\s*)?https?:\/\/\S+$|(?:oxlint|eslint)-|@ts-|\/{3} *</;

/**
 * @param path the file's path; its extension decides how the source is parsed
 * @returns the place of each line with a comment that ends beyond the maximum width
 */
function wideComments(path: string, source: string): string[] {
  if (source.split('\n').every(({ length }) => length <= printWidth)) return [];
  const wide = parseSync(path, source).comments.flatMap(({ start, end }) => {
    const lineStart = source.lastIndexOf('\n', start - 1) + 1;
    const first = source.slice(0, lineStart).split('\n').length;
    const lines = source.slice(lineStart, end).split('\n');
    return lines.flatMap((line, at) =>
      line.length > printWidth && !UNBREAKABLE.test(line) ? [`${path}:${first + at}`] : [],
    );
  });
  return [...new Set(wide)];
}

test('no comment is wider than the code, in generated files either', () => {
  const files = listFiles(FOLDERS).filter((path) => CODE.test(path));
  expect(files).toContain('sdk/src/wire.ts');
  expect(files.flatMap((path) => wideComments(path, readFileSync(path, 'utf8')))).toEqual([]);
});

const WIDE = 'word '.repeat(20);
const URL = `https://example.com/${'a'.repeat(100)}`;

test.each([
  [`const a = 1; // ${WIDE}a`, ['a.ts:1']],
  [`\n/** ${WIDE}*/\nconst a = 1;`, ['a.ts:2']],
  [`/**\n * A.\n * ${WIDE}a\n */\nconst a = 1;`, ['a.ts:3']],
  [`/** A. */ const a = '${WIDE}';`, []],
  [`const a = \`\n// ${WIDE}a\n\`;`, []],
  [`/**\n * ${URL}.\n */\nconst a = 1;`, []],
  [`// ${URL}\nconst a = 1;`, []],
  [`// See ${URL}\nconst a = 1;`, ['a.ts:1']],
  [`// oxlint-disable-next-line no-eval -- ${WIDE}a\nconst a = 1;`, []],
  [`// @ts-expect-error ${WIDE}a\nconst a = 1;`, []],
])('the wide comments in %j are %j', (source, found) => {
  expect(wideComments('a.ts', source)).toEqual(found);
});
