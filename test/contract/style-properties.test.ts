// A page's style sheets may only use custom properties that are defined somewhere, since an
// undefined property silently has no effect.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './source-files.ts';

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test('every custom property that a style sheet uses without a fallback is defined in a style sheet', () => {
  const sheets = listFiles(['widget', 'src']).filter((path) => path.endsWith('.css'));
  const texts = sheets.map((path) => readFileSync(path, 'utf8'));
  const defined = new Set(texts.flatMap((text) => namesIn(text, /(--[\w-]+)\s*:/g)));
  const used = texts.flatMap((text) => namesIn(text, /var\(\s*(--[\w-]+)\s*\)/g));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});
