// The budgets for written rows are defined in test/flows/rows-written/budgets.ts and checked by the
// test in that folder. The documentation prints them unchanged.
import { expect, test } from 'vitest';
import { CHECK, ERASURE, LONG_CHECK } from '../flows/rows-written/budgets.ts';
import { readPage } from './documents.ts';

const [, after = ''] = readPage('docs/performance.md').split('\n## Rows of a check\n');
const [section = ''] = after.split('\n## ');

const sumOf = (budgets: Readonly<Record<string, { rows: number }>>): number =>
  Object.values(budgets).reduce((sum, { rows }) => sum + rows, 0);
const ofCheck = sumOf(CHECK);
const ofLongCheck = sumOf(LONG_CHECK) + CHECK['a delivery that succeeds'].rows;

test('docs/performance.md prints the rows of a check as the test counts them', () => {
  const rows = Array.from(section.matchAll(/^\|(.+)\|$/gm), ([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  ).slice(2);
  const budgets = Object.entries({ ...CHECK, ...LONG_CHECK, ...ERASURE });
  expect(rows.map(([name, most, , why]) => [name, most, why])).toEqual(
    budgets.map(([name, { rows: most, why }]) => [name, String(most), why]),
  );
  expect(section).toContain(
    `writes ${ofCheck} rows in D1, and one that takes longer writes ${ofLongCheck}.`,
  );
});

test('a check of the usual length writes 14 rows in D1 at most, and a long one 21', () => {
  expect(ofCheck).toBeLessThanOrEqual(14);
  expect(ofLongCheck).toBeLessThanOrEqual(21);
});
