// The walks of docs/architecture.md: their files exist, belong together, and stay few enough to be read.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPage } from './documents.ts';
import { parseSource } from './source-files.ts';

const MOST_FILES: Readonly<Record<string, number>> = {
  'From init to the result': 20,
  'From authorization request to tokens': 22,
  'From an estimate to the verdict': 22,
};

interface Step {
  number: number;
  path: string;
}

function stepsOf(title: string, page: string): Step[] {
  const [, section = ''] = page.split(`\n### ${title}\n`);
  const [walk = ''] = section.split(/^##/m);
  return Array.from(walk.matchAll(/^(\d+)\. `([^`]+)`: /gm), ([, number, path = '']) => ({
    number: Number(number),
    path,
  }));
}

/** @returns files that neither import another one of the walk nor are imported by one */
function strangersIn(paths: readonly string[]): string[] {
  const links = paths.flatMap((path) =>
    parseSource(path, readFileSync(path, 'utf8'))
      .imports.filter(({ to }) => paths.includes(to))
      .map(({ to }) => [path, to]),
  );
  const linked = new Set(links.flat());
  return paths.filter((path) => !linked.has(path));
}

describe.each(Object.entries(MOST_FILES))('the walk "%s"', (title, most) => {
  const steps = stepsOf(title, readPage('docs/architecture.md'));
  const paths = steps.map(({ path }) => path);

  test(`has ${steps.length} files, at most ${most}, numbered, none twice`, () => {
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1));
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.length).toBeLessThanOrEqual(most);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('names files that exist and belong together', () => {
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(strangersIn(paths)).toEqual([]);
  });
});

test('a file that has nothing to do with a walk is noticed', () => {
  const paths = ['src/routes/verify/init.ts', 'src/routes/verify/schemas.ts', 'src/http/csv.ts'];
  expect(strangersIn(paths)).toEqual(['src/http/csv.ts']);
});
