import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CASES, MODULES, NOT_HERE } from './oauth-checklist.ts';
import { INCIDENTS } from './oauth-incidents.ts';

/**
 * Finds the test titles in a file, including those of `each` tests, which follow a table of cases.
 */
function titlesIn(file: string): string[] {
  const source = readFileSync(`test/${file}.test.ts`, 'utf8');
  const titles = source.matchAll(
    /(?:\b(?:it|test)|\](?:\s*as const)?,?\s*\)|\b[A-Z_]+\))\(\s*['`]([^'`]+)['`]/g,
  );
  return Array.from(titles, ([, title = '']) => title);
}

/**
 * Returns the full module names that a title such as `oidcc-userinfo-get, -post-header: a rule` may
 * refer to. A short name is appended to every prefix of the first name; MODULES contains only the
 * resulting names that exist.
 */
function modulesIn(title: string): string[] {
  const [first = '', ...others] = title
    .replace(/[:(].*$/, '')
    .trim()
    .split(', ');
  const parts = first.split('-');
  const beginnings = parts.map((_, n) => parts.slice(0, n).join('-'));
  return [first, ...others.flatMap((short) => beginnings.map((begin) => `${begin}${short}`))];
}

const proofs = Object.entries(CASES).flatMap(([name, list]) =>
  list.map(([file, title]) => ({ name, file, title })),
);
const incidents = Object.entries(INCIDENTS).map(([name, file]) => ({ name, file }));

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `S-${String(from + n).padStart(2, '0')}`);

describe('the checklist of the sign-in provider', () => {
  test('has every case', () => {
    const all = [
      [1, 17],
      [20, 30],
      [40, 56],
      [60, 68],
      [70, 74],
      [80, 84],
      [90, 96],
    ] as const;
    const known = [...Object.keys(CASES), ...Object.keys(NOT_HERE)].filter((one) =>
      one.startsWith('S-'),
    );
    expect(known.toSorted()).toEqual(all.flatMap(([from, to]) => range(from, to)));
    for (const list of Object.values(CASES)) expect(list).not.toEqual([]);
  });

  test.each(proofs)('$name is shown by "$title" in $file', ({ file, title }) => {
    expect(titlesIn(file).filter((one) => one.includes(title))).toHaveLength(1);
  });

  test.each(incidents)('$name is named by a test in $file', ({ name, file }) => {
    const words = new RegExp(`${name}(?![-\\w])`);
    expect(titlesIn(file).filter((title) => words.test(title))).not.toEqual([]);
  });

  test.each(Object.entries(MODULES))('is shown for every module of %s', (file, modules) => {
    const named = titlesIn(file).map(modulesIn);
    expect(modules.filter((name) => !named.some((names) => names.includes(name)))).toEqual([]);
  });

  test('lists no incident both as tested and as not applicable', () => {
    expect(Object.keys(NOT_HERE).filter((name) => name in INCIDENTS || name in CASES)).toEqual([]);
  });
});
