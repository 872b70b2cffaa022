import { expect, test } from 'vitest';
import { visitorRegionOf } from '../../sdk/src/index.ts';
import { VISITOR_REGIONS } from '../../src/domain/terms/visitor-region.ts';

/**
 * Codes that ISO 3166-1 does not assign to a country, and the codes of Antarctica and other
 * uninhabited places.
 */
const NO_COUNTRIES = new Set(
  'AC AQ BV CP CQ DG EA EU EZ IC QO TA TF UN XA XB ZZ AN BU CS DD DY FX HV NH NT RH SU TP UK VD YD YU ZR'.split(
    ' ',
  ),
);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const countries = LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(
  (code) => !NO_COUNTRIES.has(code) && names.of(code) !== undefined,
);

test('every country has a region that init accepts (D-122)', () => {
  expect(countries.length).toBeGreaterThanOrEqual(245);
  const without = countries.filter((country) => {
    const region = visitorRegionOf(country);
    return region === undefined || !VISITOR_REGIONS.includes(region);
  });
  expect(without).toEqual([]);
});

test.each([
  ['AU', 'oc'],
  ['de', 'weur'],
  ['PL', 'eeur'],
  ['US', 'enam'],
  ['BR', 'sam'],
  ['JP', 'apac'],
  ['ZA', 'afr'],
  ['AE', 'me'],
])('%s is in %s', (country, region) => {
  expect(visitorRegionOf(country)).toBe(region);
});

test.each(['XX', 'T1', 'AQ', 'EU', '', 'Australia', null, undefined])(
  'no region is guessed for %j',
  (country) => expect(visitorRegionOf(country)).toBeUndefined(),
);
