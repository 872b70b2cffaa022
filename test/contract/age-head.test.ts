// Checks the age head's data (D-130): the id, the figures in the documentation's tables, and the
// minimums that a head must meet to be shipped.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nameHead } from '../../scripts/age-head/train.ts';
import { parseAgeError, SHIPPED_AGE_ERROR as TABLE } from '../../src/config/age-error.ts';
import { AGE_TARGETS, marginOf } from '../../src/domain/verification/rules/age/age-margin.ts';
import { passesBy } from '../../src/domain/verification/rules/age/age-outlook.ts';
import { withInterval } from '../../src/domain/verification/rules/age/error-curve.ts';
import type { AgeHead } from '../../src/workers/face/age-head.ts';
import { originRows, populationRows, rowsOf } from '../../scripts/age-head/tables.ts';

const HEAD = JSON.parse(readFileSync('data/age-head.json', 'utf8')) as AgeHead;

it('has an id that matches its content, and limits counted for that id', () => {
  expect(HEAD.id).toBe(nameHead(HEAD));
  expect(TABLE.head?.id).toBe(HEAD.id);
  expect(nameHead({ ...HEAD, bias: HEAD.bias + 0.001 })).not.toBe(HEAD.id);
});

it('is documented with the counted figures', () => {
  const written = rowsOf(readFileSync('docs/verification.md', 'utf8'));
  for (const row of [...populationRows(TABLE), ...originRows(TABLE)])
    expect(written).toContainEqual(row);
});

describe('the shipped figures', () => {
  const cells = (TABLE.populations ?? []).flatMap(({ name, counted = [] }) =>
    counted.map(([from, to, n, ...counts]) => ({ name, from, to, n, counts })),
  );

  it('meet the targets for minors in every set that has minors, within chance', () => {
    const minors = cells.filter(({ from, n }) => from === 13 && n >= 100);
    expect(minors).toHaveLength(2);
    for (const { n, counts } of minors)
      for (const [at, target] of AGE_TARGETS.entries())
        expect(withInterval((counts[at] ?? n) / n, n).low).toBeLessThanOrEqual(target / 100);
  });

  it('let more adults through than both nets with a margin of 11 years, at the same share of minors', () => {
    const adults = cells.filter(({ from }) => from >= 18 && from <= 25);
    expect(adults).toHaveLength(9);
    for (const { counts } of adults) expect(counts[1]).toBeGreaterThanOrEqual(counts[5] ?? 0);
    const sum = (at: number) => adults.reduce((all, { counts }) => all + (counts[at] ?? 0), 0);
    expect(sum(1)).toBeGreaterThan(1.2 * sum(5));
  });

  it('let no large group of the youngest pass more than twice as often as the youngest overall', () => {
    const youngest = (TABLE.head?.groups ?? []).filter(([, , from]) => from === 10);
    const [all] = youngest;
    expect(all?.slice(0, 2)).toEqual(['', '']);
    for (const [, , , , n, ...counts] of youngest.filter(([, , , , n]) => n >= 50))
      for (const at of AGE_TARGETS.keys()) {
        if ((counts[at] ?? 0) < 5) continue;
        const whole = ((all?.slice(5)[at] ?? 0) as number) / (all?.[4] ?? 1);
        expect((counts[at] ?? 0) / n).toBeLessThanOrEqual(2 * whole);
      }
  });

  it('lie close to the fitted curves', () => {
    // The 1% target is left out: limits are calibrated on half of the people, which is too small a
    // sample for 1%.
    for (const target of [5, 2] as const) {
      const policy = { target, floorYears: 0, defaultYears: 7 };
      const { line } = marginOf(TABLE, { gate: 18, place: 'edge' }, policy);
      for (const { name, from, to, n, counts } of cells.filter((cell) => cell.n >= 100)) {
        const fitted = passesBy(TABLE, { gate: 18, line }, [from, to]).find(
          (one) => one.name === name,
        );
        const share = (counts[AGE_TARGETS.indexOf(target)] ?? 0) / n;
        expect([name, from, target, Math.abs((fitted?.passed.share ?? 9) - share) < 0.09]).toEqual([
          name,
          from,
          target,
          true,
        ]);
      }
    }
  });

  it.each([
    ['limits without populations', (table: any) => delete table.populations],
    ['populations without limits', (table: any) => delete table.head],
    ['limits that fall', (table: any) => table.head.limits[18].reverse()],
    ['a limit that is no number', (table: any) => (table.head.limits[18][2][1] = null)],
    ['a population of nobody', (table: any) => (table.populations[0].bands[0][2] = 0)],
    [
      'a curve without a spread',
      (table: any) => (table.populations[0].curves.head.knots[0][2] = 0),
    ],
    ['no name', (table: any) => delete table.head.id],
    ['a day that is none', (table: any) => (table.head.measured_on = 'yesterday')],
  ])('are refused with %s', (_name, change) => {
    const table = structuredClone(TABLE);
    change(table);
    expect(parseAgeError(JSON.stringify(table))).toBeUndefined();
  });
});
