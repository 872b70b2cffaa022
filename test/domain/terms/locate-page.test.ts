import { expect, test } from 'vitest';
import { daysOfPage, locatePage, sumByDay } from '../../../src/domain/terms/locate-page.ts';

const COUNTS = [
  { day: '2026-03-05', value: 2 },
  { day: '2026-03-04', value: 3 },
  { day: '2026-03-01', value: 1 },
];

test('the days of a page are those of its rows', () => {
  for (let offset = 0; offset < 8; offset += 1)
    for (let limit = 1; limit < 8; limit += 1) {
      const rows = COUNTS.flatMap(({ day, value }) => Array.from({ length: value }, () => day));
      const days = [...new Set(rows.slice(offset, offset + limit))];
      expect([offset, limit, daysOfPage(COUNTS, { offset, limit })]).toEqual([offset, limit, days]);
    }
});

test('counts of several parts of a list are added up, newest day first', () => {
  const others = [
    { day: '2026-03-06', value: 4 },
    { day: '2026-03-04', value: 1 },
  ];
  expect(sumByDay([...COUNTS, ...others])).toEqual([
    { day: '2026-03-06', value: 4 },
    { day: '2026-03-05', value: 2 },
    { day: '2026-03-04', value: 4 },
    { day: '2026-03-01', value: 1 },
  ]);
  expect(sumByDay([])).toEqual([]);
});

test('a page begins on the day of its first row', () => {
  expect(locatePage(COUNTS, 3)).toEqual({ total: 6, beforeMs: Date.UTC(2026, 2, 5), skip: 1 });
  expect(locatePage(COUNTS, 6)).toEqual({ total: 6, beforeMs: undefined, skip: 0 });
});
