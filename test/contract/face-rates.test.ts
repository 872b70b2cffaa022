// Checks that the rates in data/face-rates.json match docs/face.md, so that data and documentation
// never state different figures.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SHIPPED_FACE_LIMITS } from '../../src/config/face-limits.ts';
import { areRatesOf, FACE_RATES, type Rate } from '../../src/config/face-rates.ts';

const lines = readFileSync('docs/face.md', 'utf8').split('\n');

/** @returns the rows of the table whose first column has this heading, keyed by their first cell */
function tableOf(heading: string): Map<string, string[]> {
  const head = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  const rows = lines.slice(head + 2, end).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  return new Map(rows.map(([first = '', ...rest]) => [first, rest]));
}

/** Formats a count as it appears in the docs. */
const number = (value: number): string => value.toLocaleString('en');

/** Parses the numbers in a cell: `0.5 % (0.3 to 0.7)`, or `none (up to 0.5 %)`. */
function rateIn(cell: string | undefined): Rate {
  const [, none] = /^none \(up to ([\d.]+) %\)$/.exec(cell ?? '') ?? [];
  const [, ...some] = /^([\d.]+) % \(([\d.]+) to ([\d.]+)\)$/.exec(cell ?? '') ?? [];
  const percents = none === undefined ? some : ['0', '0', none];
  const [share = Number.NaN, low = Number.NaN, high = Number.NaN] = percents.map(Number);
  return [share / 100, low / 100, high / 100];
}

function expectRates(cells: readonly (string | undefined)[], rates: readonly Rate[]): void {
  cells.forEach((cell, at) => {
    rateIn(cell).forEach((figure, part) => expect(rates[at]?.[part]).toBeCloseTo(figure, 8));
  });
}

describe('the documented rates of face comparison', () => {
  const strangers = tableOf('Strangers of one group');
  const own = tableOf('Pictures of one person, of other days');

  it('belong to the shipped limits', () => {
    expect(areRatesOf(FACE_RATES, SHIPPED_FACE_LIMITS)).toBe(true);
    expect(FACE_RATES.groups.map(({ group }) => group)).toEqual([...strangers.keys()]);
  });

  it.each(FACE_RATES.groups)('of $group match docs/face.md', ({ group, ...rates }) => {
    const [people, pairs, ...shares] = strangers.get(group) ?? [];
    expect([number(rates.people), number(rates.strangers.pairs)]).toEqual([people, pairs]);
    const { portrait, enrolled, portrait_unclear: unclear } = rates.strangers;
    expectRates(shares, [portrait, enrolled, unclear]);
    const [ownPairs, ...ownShares] = own.get(group) ?? [];
    expect(rates.own && number(rates.own.pairs)).toBe(ownPairs);
    if (rates.own === undefined) return;
    const { portrait_again: again, portrait_other: other, enrolled_refused: refused } = rates.own;
    expectRates(ownShares, [again, other, refused]);
  });
});
