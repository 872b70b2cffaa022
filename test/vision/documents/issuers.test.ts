import { expect, test } from 'vitest';
import { issuerOf } from '../../../src/vision/documents/issuers.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

test('knows the 249 countries of ISO 3166-1, each once, and 15 organisations', () => {
  const codes = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));
  const issuers = codes.flatMap((code) => issuerOf(code) ?? []);
  const countries = new Set(issuers.flatMap(({ country }) => country ?? []));
  // The 249 countries of ISO 3166-1, and Kosovo.
  expect(countries.size).toBe(250);
  expect(issuers.filter(({ country }) => country === undefined)).toHaveLength(15);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect([...countries].filter((country) => names.of(country) === undefined)).toEqual([]);
});
