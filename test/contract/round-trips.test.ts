// The round-trip budgets are defined in one table. Each budget is used by one test, and the
// documentation prints them unchanged.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Budget } from '../flows/round-trips/budget.ts';
import { JOURNEYS } from '../flows/round-trips/budgets.ts';
import { readPage } from './documents.ts';

const FOLDER = 'test/flows/round-trips';
const journeys = Object.entries(JOURNEYS);
const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));

/** Cells of the tables below the heading `## Round trips`. */
function printedRows(): string[][] {
  const [, after = ''] = readPage('docs/performance.md').split('\n## Round trips\n');
  const [section = ''] = after.split('\n## ');
  return Array.from(section.matchAll(/^\|(.+)\|$/gm), ([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  ).filter(([first = '']) => !/^(Objects|-+:)$/.test(first));
}

/**
 * Builds one row for each combination of object calls and D1 calls, listing all requests with that
 * combination.
 */
function expectedRows(budgets: ReadonlyMap<string, Budget>): string[][] {
  const groups = Map.groupBy(budgets, ([, { objects = 0, d1 = 0 }]) => `${objects} ${d1}`);
  const rows = Array.from(groups, ([calls, requests]) => [
    ...calls.split(' '),
    requests.map(([name, budget]) => withSeries(name, budget)).join('; '),
  ]);
  return rows.toSorted(
    ([objects, d1], [others, otherD1]) =>
      Number(objects) - Number(others) || Number(d1) - Number(otherD1),
  );
}

const withSeries = (name: string, { inSeries }: Budget): string =>
  inSeries === undefined ? name : `${name} (${inSeries})`;

describe('round trips', () => {
  test.each(journeys)('of %s are counted in exactly one file', (name) => {
    expect(sources.filter((source) => source.includes(`'${name}'`))).toHaveLength(1);
  });

  test('are printed in docs/performance.md as the tests count them', () => {
    // Two journeys share requests, which docs/performance.md prints only once.
    const budgets = new Map(journeys.flatMap(([, requests]) => Object.entries(requests)));
    expect(printedRows()).toEqual(expectedRows(budgets));
  });
});
