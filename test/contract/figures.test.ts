// Every section of the documentation that contains a measured figure names the command that prints
// the figure, or links to a section that names it.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, linksIn, PAGES, readPage } from './documents.ts';

/** Matches the day of a measurement. All other dates are written like 2026-11-30. */
const DAY = /\b\d{1,2} (?:November|December) 20\d\d\b/;
const COMMAND = /`[^`]*\b(?:npm (?:run|test)\b|npx |node )[^`]*`/;

/** Splits a page into sections: each heading with the text below it, up to the next heading. */
const sectionsOf = (markdown: string): string[] => markdown.split(/^(?=#{1,4} )/m);

const headingOf = (section: string): string => section.split('\n', 1)[0] ?? '';

/** Whether the link leads to a section that names a command. */
function leadsToCommand(page: string, target: string): boolean {
  const [path = '', anchor = ''] = target.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path);
  if (anchor === '' || !file.endsWith('.md')) return false;
  const named = sectionsOf(readPage(file)).filter((section) =>
    anchorsOf(headingOf(section)).has(anchor),
  );
  return named.some((section) => COMMAND.test(section));
}

const lacksCommand = (page: string, section: string): boolean =>
  DAY.test(section) &&
  !COMMAND.test(section) &&
  !linksIn(section).some((target) => leadsToCommand(page, target));

const MEASURED = PAGES.filter(
  (page) => page === 'README.md' || /^docs\/[\w-]+\.md$/.test(page) || page === 'CONTRIBUTING.md',
);

test.each(MEASURED)('%s names the command of each figure that has a day', (page) => {
  const lacking = sectionsOf(readPage(page)).filter((section) => lacksCommand(page, section));
  expect(lacking.map(headingOf)).toEqual([]);
});

test('a figure without a command is found', () => {
  const page = 'docs/face.md';
  expect(lacksCommand(page, '## A\nIt took 3 s (28 November 2026).')).toBe(true);
  expect(lacksCommand(page, '## A\nIt took 3 s (`npm run bench -- face`, 28 November 2026).')).toBe(
    false,
  );
  expect(lacksCommand(page, '## A\n[3 s](performance.md#a-storm), 28 November 2026.')).toBe(false);
  expect(lacksCommand(page, '## A\n[3 s](glossary.md), 28 November 2026.')).toBe(true);
});

test('each subject of docs/performance.md has a command, a table, and a goal or a floor', () => {
  const subjects = readPage('docs/performance.md')
    .split(/^(?=## )/m)
    .slice(1);
  const incomplete = subjects.filter(
    (subject) =>
      !COMMAND.test(subject) ||
      !/^\| .+\|\n\| [-: |]+\|$/m.test(subject) ||
      !/\b(?:wanted|goals?|floor|limit)\b/i.test(subject),
  );
  expect(subjects.length).toBeGreaterThan(10);
  expect(incomplete.map(headingOf)).toEqual([]);
});
