// The two themes differ in colours only, so all axe rules except those about colours have the same
// result in both (support/browser/inspect.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Matches CSS rules that depend on the theme. They may only set the properties in MAY_SET. */
const THEMED = /(?:\[data-theme|prefers-color-scheme)[^{]*\{(?:[^{}]*\{)?([^{}]*)\}/g;
const MAY_SET = ['color-scheme', '--shadow-drop'];
/**
 * Matches theme queries in scripts and pictures, which could change more than colours.
 * `light-dark()` is allowed, since it only accepts colours (CSS Colour 5).
 */
const ASKS = /matchMedia\([^)]*prefers-color-scheme|<source[^>]*prefers-color-scheme/;

/** @returns the properties outside MAY_SET that a style sheet's theme-dependent rules set */
const otherDeclarations = (css: string): string[] =>
  [...css.matchAll(THEMED)]
    .flatMap(([, body = '']) => body.split(';'))
    .map((declaration) => declaration.split(':')[0]?.trim() ?? '')
    .filter((name) => name !== '' && !MAY_SET.includes(name));

const sources = ['widget', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|tsx?|html)$/.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), 'utf8') })),
);

describe('the themes', () => {
  it('set only the colour scheme and the length of a shadow', () => {
    const sheets = sources.filter(({ path }) => path.endsWith('.css'));
    expect(sheets.some(({ text }) => text.includes('prefers-color-scheme'))).toBe(true);
    expect(
      sheets.flatMap(({ path, text }) => otherDeclarations(text).map((name) => [path, name])),
    ).toEqual([]);
  });

  it('are not queried by any script or picture', () => {
    expect(sources.filter(({ text }) => ASKS.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ":root[data-theme='dark'] { color-scheme: dark; display: none }",
    '@media (prefers-color-scheme: dark) { .card { font-size: 2rem; } }',
  ])('a sheet with another difference is found: %s', (css) => {
    expect(otherDeclarations(css)).toHaveLength(1);
  });

  it.each([
    "if (matchMedia('(prefers-color-scheme: dark)').matches) draw();",
    '<source media="(prefers-color-scheme: dark)" srcset="dark.png" />',
  ])('a query is found: %s', (text) => {
    expect(ASKS.test(text)).toBe(true);
  });
});
