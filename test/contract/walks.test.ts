// The guided walks through the code in docs/architecture.md: their files exist, are connected by
// imports, and are few enough to read.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPage } from './documents.ts';
import { parseSource, readSourceFile, type SourceFile } from './source-files.ts';

const MAX_FILES: Readonly<Record<string, number>> = {
  'From init to the result': 32,
  'From authorization request to tokens': 32,
  'From a picture at the edge to the verdict': 50,
  'From a document strip to the verdict': 42,
};

/**
 * The floors (layers of the code) from top to bottom. A file belongs to the floor of the first
 * pattern that matches it. Code that both pages and Workers use is on the lowest floor.
 */
const FLOORS: readonly RegExp[] = [
  /^widget\//,
  /^src\/routes\//,
  /^src\/http\//,
  /^src\/domain\/(?!.*(\/rules\/|-rules\.ts$))/,
  /^src\/objects\//,
  /^src\/domain\//,
  /^src\/workers\//,
  /^src\//,
];

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

/** @returns files that neither import nor are imported by another file of the walk */
function strangersIn(paths: readonly string[]): string[] {
  const links = paths.flatMap((path) =>
    parseSource(path, readFileSync(path, 'utf8'))
      .imports.filter(({ to }) => paths.includes(to))
      .map(({ to }) => [path, to]),
  );
  const linked = new Set(links.flat());
  return paths.filter((path) => !linked.has(path));
}

const floorOf = (path: string): number => FLOORS.findIndex((floor) => floor.test(path));

/** @returns run-time imports between the walk's files that go to a higher floor */
const climbsIn = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter(({ to, typeOnly }) => !typeOnly && files.some((file) => file.path === to))
      .filter(({ to }) => floorOf(to) < floorOf(path))
      .map(({ to }) => `${path} climbs to ${to}`),
  );

describe.each(Object.entries(MAX_FILES))('the walk "%s"', (title, most) => {
  const steps = stepsOf(title, readPage('docs/architecture.md'));
  const paths = steps.map(({ path }) => path);

  test(`has ${steps.length} files, at most ${most}, numbered, without repeats`, () => {
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1));
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.length).toBeLessThanOrEqual(most);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('never climbs to a higher floor', () => {
    expect(climbsIn(paths.map(readSourceFile))).toEqual([]);
  });

  test('names files that exist and belong together', () => {
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(strangersIn(paths)).toEqual([]);
  });
});

test('a file that is unrelated to a walk is noticed', () => {
  const paths = ['src/routes/verify/init.ts', 'src/routes/verify/schemas.ts', 'src/http/csv.ts'];
  expect(strangersIn(paths)).toEqual(['src/http/csv.ts']);
});

test('a climb is noticed on every floor', () => {
  const files = [
    parseSource('src/http/surface.ts', ''),
    parseSource('src/domain/verification/tokens.ts', "import { a } from '../../http/surface.ts';"),
    parseSource(
      'src/domain/verification/rules/age/age.ts',
      "import { a } from '../../tokens.ts'; import type { B } from '../../../../http/surface.ts';",
    ),
  ];
  expect(climbsIn(files)).toEqual([
    'src/domain/verification/tokens.ts climbs to src/http/surface.ts',
    'src/domain/verification/rules/age/age.ts climbs to src/domain/verification/tokens.ts',
  ]);
});
