import { assert, integer, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { addYears, civilDate, eightDigitDate } from '../../../src/vision/documents/civil-date.ts';

test('accepts only real days', () => {
  expect(civilDate(2024, 2, 29)).toBe('2024-02-29');
  expect(civilDate(2023, 2, 29)).toBeUndefined();
  expect(civilDate(1900, 2, 29)).toBeUndefined();
  expect(civilDate(2023, 0, 1)).toBeUndefined();
  expect(civilDate(1899, 12, 31)).toBeUndefined();
});

test('eight digits mean at most one day, in either order', () => {
  assert(
    property(integer({ min: 1900, max: 2149 }), nat(99), nat(99), (year, month, day) => {
      const two = (of: number) => String(of).padStart(2, '0');
      const expected = civilDate(year, month, day);
      const american = eightDigitDate(`${two(month)}${two(day)}${year}`);
      const canadian = eightDigitDate(`${year}${two(month)}${two(day)}`);
      expect([american, canadian]).toEqual([expected, expected]);
    }),
    { numRuns: 2000 },
  );
});

test('years are added to the day, and 29 February becomes 1 March in other years', () => {
  expect(addYears('2008-11-22', 18)).toBe('2026-11-22');
  expect(addYears('2008-02-29', 18)).toBe('2026-03-01');
});
