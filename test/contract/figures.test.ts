// Every section of the documentation that contains a measured figure names the command that prints
// the figure, or links to a section that names it. So does every decision that contains a figure.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, linksIn, PAGES, proseOf, readPage } from './documents.ts';
import { decisions } from './references.ts';

/** Matches the day of a measurement. */
const DAY = /\b\d{1,2} (?:November|December) 20\d\d\b/;
/** Matches a date like 2026-11-30, which in prose is the day of a measurement as well. */
const ISO_DAY = /\b20\d\d-\d\d-\d\d\b/;
/** Matches percentages, sizes, durations and row counts, which have to come from a measurement. */
const QUANTITY = /\d %|\d [kM]B\b|\d ms\b|\.\d+ s\b|\d (?:rows|bytes)\b/;
const COMMAND = /`[^`]*\b(?:npm (?:run|test)\b|npx |node )[^`]*`/;

/**
 * Splits a page into sections: each heading with the text below it, up to the next heading. A
 * comment of a shell is no heading.
 */
const sectionsOf = (markdown: string): string[] =>
  markdown
    .replace(/^ *```[^]*?^ *```/gm, (block) => block.replaceAll(/^#/gm, ' #'))
    .split(/^(?=#{1,4} )/m);

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

const namesCommand = (page: string, section: string): boolean =>
  COMMAND.test(section) || linksIn(section).some((target) => leadsToCommand(page, target));

/** The section without tables, in which ISO dates say since when something holds, and code. */
const withoutTables = (section: string): string => proseOf(section).replace(/^\|.*$/gm, '');

const lacksCommand = (page: string, section: string): boolean =>
  (DAY.test(section) || ISO_DAY.test(withoutTables(section))) && !namesCommand(page, section);

/** The decision without its own date, which is the first one. */
const withoutDate = (text: string): string => text.replace(ISO_DAY, '');

const decisionLacksCommand = (page: string, text: string): boolean =>
  lacksCommand(page, withoutDate(text)) || (QUANTITY.test(text) && !namesCommand(page, text));

const MEASURED = PAGES.filter(
  (page) => page === 'README.md' || /^docs\/[\w-]+\.md$/.test(page) || page === 'CONTRIBUTING.md',
);

test.each(MEASURED)('%s names the command of each figure that has a day', (page) => {
  const lacking = sectionsOf(readPage(page)).filter((section) => lacksCommand(page, section));
  expect(lacking.map(headingOf)).toEqual([]);
});

test('decisions name the command of each figure, or link to a section that names it', () => {
  const lacking = decisions().filter(({ page, text }) => decisionLacksCommand(page, text));
  expect(lacking.map(({ number }) => `D-${number}`)).toEqual([]);
});

test('a figure without a command is found', () => {
  const page = 'docs/face.md';
  expect(lacksCommand(page, '## A\nIt took 3 s (28 November 2026).')).toBe(true);
  expect(lacksCommand(page, '## A\nIt took 3 s (`npm run bench -- face`, 28 November 2026).')).toBe(
    false,
  );
  expect(lacksCommand(page, '## A\n[3 s](performance.md#a-storm), 28 November 2026.')).toBe(false);
  expect(lacksCommand(page, '## A\n[3 s](glossary.md), 28 November 2026.')).toBe(true);
  expect(lacksCommand(page, '## A\nOn 2026-11-28 it took 3 s.')).toBe(true);
  expect(lacksCommand(page, '## A\n| Since |\n| --- |\n| 2026-11-28 |')).toBe(false);
});

test('a figure without a command is found in a decision', () => {
  const page = 'docs/decisions/faces.md';
  expect(decisionLacksCommand(page, '**D-1. A.** 2026-11-21. B.')).toBe(false);
  expect(decisionLacksCommand(page, '**D-1. A.** 2026-11-21. B, measured 2026-11-22.')).toBe(true);
  expect(decisionLacksCommand(page, '**D-1. A.** 2026-11-21. B: 14 %.')).toBe(true);
  expect(decisionLacksCommand(page, '**D-1. A.** 2026-11-21. [14 %](../face.md#how-well).')).toBe(
    false,
  );
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
