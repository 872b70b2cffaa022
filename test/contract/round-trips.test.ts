// The budgets of round trips are in one table, each run by one test, and printed unchanged in the
// documentation.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { JOURNEYS, type Budget } from '../flows/round-trips/budgets.ts';
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
  ).filter(([first = '']) => !/^(Request|-+)$/.test(first));
}

const rowOf = ([name, { objects = 0, d1 = 0, inSeries, why }]: [string, Budget]): string[] => [
  name,
  String(objects),
  String(d1),
  inSeries === undefined ? '' : String(inSeries),
  why,
];

describe('round trips', () => {
  test.each(journeys)('of %s are counted by one file', (name) => {
    expect(sources.filter((source) => source.includes(`'${name}'`))).toHaveLength(1);
  });

  test('are printed in docs/performance.md as the tests count them', () => {
    // Two journeys share requests.
    const budgets = new Map(journeys.flatMap(([, requests]) => Object.entries(requests)));
    const rows = Array.from(budgets, rowOf);
    expect(printedRows()).toEqual(rows);
  });
});
