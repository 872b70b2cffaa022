import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { anchorsOf, PAGES, readPage } from './documents.ts';
import { decisions, definedPlaces, isResolved, referencesIn } from './references.ts';
import { listFiles } from './source-files.ts';

const defined = definedPlaces();

const sources = [
  ...listFiles(['src', 'widget', 'sdk', 'test', 'scripts', 'bench', 'examples']).filter((path) =>
    /\.(ts|tsx|mjs|css|html|toml)$/.test(path),
  ),
  'wrangler.toml',
  'vitest.config.ts',
];

/** Returns the lines of a decision below its heading. */
const textLinesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

function unresolvedIn(path: string, text: string): string[] {
  return referencesIn(text)
    .filter((reference) => !isResolved(reference, defined))
    .map((reference) => `${path}:${reference.line}: ${reference.text}`);
}

describe('references to our own documents', () => {
  const texts = sources.map((path) => [path, readFileSync(path, 'utf8')] as const);
  const found = texts.flatMap(([, text]) => referencesIn(text));
  const unresolved = texts.flatMap(([path, text]) => unresolvedIn(path, text));

  test(`in code and test titles all resolve: ${unresolved.length} unresolved of ${found.length}`, () => {
    expect(unresolved).toEqual([]);
    // A low count would mean that the patterns no longer find references.
    expect(found.length).toBeGreaterThan(300);
  });

  test('in pages all resolve', () => {
    expect(PAGES.flatMap((page) => unresolvedIn(page, readPage(page)))).toEqual([]);
  });

  // Each example contains a tilde, so that this file itself contains no unresolved reference.
  test.each([
    ['an unknown section', 'sp~ec 4.99'],
    ['one wrong number of a list', 'sp~ec 2.3, 2.99'],
    ['an unknown decision', 'D~-9999'],
    ['an unknown case', 'S~-99'],
    ['an unknown part of the architecture', 'archi~tecture 99'],
    ['a page that does not exist', 'do~cs/no-such-page.md'],
    ['a heading that does not exist', 'do~cs/quickstart.md#no-such-heading'],
    ['a place outside the repository', 'deci~sions 4'],
    ['an issue', '(iss~ue 4.2)'],
  ])('that do not resolve are reported: %s', (_, text) => {
    const comment = `// As agreed (${text.replace('~', '')}).`;
    expect(unresolvedIn('src/a.ts', comment)).toHaveLength(1);
  });

  test.each([
    ['a section', 'spec 4.4', 1],
    ['a rule of a list', 'spec 7.3.2', 1],
    ['several sections', 'Spec 2.3, 2.6', 2],
    ['a decision and a case', 'D-28, S-46', 2],
    ['a heading', 'docs/verification.md#the-age-margin', 1],
    ['the work of others', 'RFC 6749 4.1.2, openauth issue 299', 0],
  ])('that resolve are accepted: %s', (_, text, count) => {
    expect(referencesIn(text)).toHaveLength(count);
    expect(unresolvedIn('src/a.ts', text)).toEqual([]);
  });

  test('every decision has a date, a reason and an alternative and is short, and no number is missing', () => {
    const all = decisions().toSorted((one, other) => one.number - other.number);
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1));
    const incomplete = all.filter(
      ({ text }) =>
        !/(?:^|\*\*\s+)\d{4}-\d{2}-\d{2}[.,;]?\s/m.test(text) ||
        !/\*\*Why:\*\*\s/.test(text) ||
        !/\*\*Instead\s+of\*\*\s/.test(text),
    );
    expect(incomplete.map(({ number }) => number)).toEqual([]);
    const long = all.filter(({ text }) => textLinesOf(text).length > 7);
    expect(long.map(({ number }) => number)).toEqual([]);
  });

  test('every decision wraps its text, so that seven lines are short', () => {
    const wide = decisions().filter(({ text }) =>
      textLinesOf(text).some((line) => line.length > 150),
    );
    expect(wide.map(({ number }) => number)).toEqual([]);
  });

  test('the index lists every decision once, in order and under its theme', () => {
    const [, ...themes] = readPage('docs/decisions/README.md').split(/^- \*\*\[[^\]]+\]\(/m);
    const listed = themes.map((theme) => [
      theme.split(')')[0],
      ...(theme.replaceAll(/\]\([^)]+\)/g, '').match(/\bD-\d+\b/g) ?? []),
    ]);
    const all = decisions().toSorted((one, other) => one.number - other.number);
    const pages = Map.groupBy(all, ({ page }) => page.replace('docs/decisions/', ''));
    const expected = Array.from(pages, ([page, entries]) => [
      page,
      ...entries.map(({ number }) => `D-${number}`),
    ]);
    expect(new Set(listed)).toEqual(new Set(expected));
    expect(listed).toHaveLength(expected.length);
  });

  test('decisions appear in order on their page, those of its list first', () => {
    const pages = Map.groupBy(decisions(), ({ page }) => page);
    const unordered = Array.from(pages, ([page, entries]) => {
      const shown = entries.map(({ number, text }) => ({ number, isItem: text.startsWith('- ') }));
      const sorted = shown.toSorted(
        (one, other) => Number(other.isItem) - Number(one.isItem) || one.number - other.number,
      );
      return [page, shown, sorted] as const;
    }).filter(([, shown, sorted]) => !isDeepStrictEqual(shown, sorted));
    expect(unordered).toEqual([]);
  });

  test('a decision in a list has the anchor that a heading with its title would have', () => {
    const items = decisions().filter(({ text }) => text.startsWith('- '));
    const wrong = items.filter(({ text }) => {
      const [, id = '', title = ''] = /^- <a id="([^"]+)"><\/a>\*\*(.+?)\.\*\*\s/.exec(text) ?? [];
      return !anchorsOf(`## ${title}`).has(id);
    });
    expect(wrong).toEqual([]);
  });
});
