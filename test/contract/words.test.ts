import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listFiles } from './source-files.ts';
import { AVOIDED_WORDS, findAvoidedWords } from './words.ts';

const CODE = /\.(ts|tsx|mjs)$/;

const sources = listFiles(['src', 'widget', 'sdk', 'scripts', 'bench', 'examples', 'test']).filter(
  (path) => CODE.test(path),
);

describe('comments', () => {
  test('do not use the avoided words', () => {
    const found = sources.flatMap((path) => findAvoidedWords(path, readFileSync(path, 'utf8')));
    expect(found).toEqual([]);
  });

  test.each(AVOIDED_WORDS)('with $word are found, in all kinds of comments', ({ example }) => {
    const comments = [`// ${example}`, `/** ${example} */`, `/*\n * ${example}\n */`];
    const source = comments.map((comment, n) => `${comment}\nexport const a${n} = 1;`).join('\n');
    const lines = findAvoidedWords('src/a.ts', source).map((found) => found.split(':')[1]);
    expect(lines).toEqual(['1', '3', '6']);
  });

  test('are distinguished from code and texts', () => {
    const source = "const told = 'goes on anew'; // https://example.com\nexport const a = told;";
    expect(findAvoidedWords('src/a.ts', source)).toEqual([]);
  });
});
