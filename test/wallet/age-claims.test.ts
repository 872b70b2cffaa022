import { describe, expect, test } from 'vitest';
import { ageOf, decide, elementFor, pathOf } from '../../src/wallet/age-claims.ts';

describe('the requested element', () => {
  test.each([
    ['eu_av', 18, 'age_over_18'],
    ['eu_av', 16, 'age_over_18'],
    ['eu_av', 1, 'age_over_18'],
    ['eu_av', 19, undefined],
    ['eu_av', 21, undefined],
    ['mdl', 18, 'age_over_18'],
    ['mdl', 21, 'age_over_21'],
    ['mdl', 6, 'age_over_06'],
    ['mdl', 100, undefined],
    ['mdl', 0, undefined],
    ['mdl', 17.5, undefined],
    ['pid', 16, 'age_over_18'],
    ['pid', 21, undefined],
    ['pid_de', 13, 'age_over_14'],
    ['pid_de', 18, 'age_over_18'],
    ['pid_de', 66, undefined],
  ] as const)('of %s for %d is %s', (credential, gate, element) => {
    expect(elementFor(credential, gate)).toBe(element);
  });
});

describe('the conclusion from an element', () => {
  test.each([
    ['age_over_18', true, 18, 'over'],
    ['age_over_18', false, 18, 'under'],
    ['age_over_18', true, 16, 'over'],
    // A person under 18 may still be 16 or older.
    ['age_over_18', false, 16, 'undecided'],
    ['age_over_21', true, 18, 'over'],
    ['age_over_21', false, 18, 'undecided'],
    ['age_over_16', true, 18, 'undecided'],
    ['age_over_16', false, 18, 'under'],
  ] as const)('%s = %s for %d: %s', (element, value, gate, decided) => {
    expect(decide({ element, value }, gate)).toBe(decided);
  });
});

test.each(['age_over_1', 'age_over_180', 'age_over_1a', 'age_in_years', 'xage_over_18', ''])(
  '%j is not an age element',
  (element) => {
    expect(ageOf(element)).toBeUndefined();
  },
);

test.each([
  ['eu_av', 'eu.europa.ec.av.1', 'age_over_18'],
  ['mdl', 'org.iso.18013.5.1', 'age_over_18'],
  ['pid', 'age_equal_or_over', '18'],
] as const)('%s has the element at %s, %s', (credential, ...path) => {
  expect(pathOf(credential, 'age_over_18')).toEqual(path);
});
