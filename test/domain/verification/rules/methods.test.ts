// The tables of steps and methods, and the values derived from them.
import { describe, expect, it } from 'vitest';
import {
  ACCEPT_METHODS,
  COUNTED_STEPS,
  isAvailable,
  METHODS,
  needsFace,
  STEPS,
  typesOf,
} from '../../../../src/domain/verification/rules/methods.ts';

describe('a method', () => {
  it.each([
    [{ face: false, documents: false, wallet: false }, ['face', 'account', 'pass', 'key']],
    [{ face: true, documents: false, wallet: false }, ['face', 'account', 'pass', 'key']],
    [{ face: false, documents: true, wallet: false }, ['face', 'account', 'pass', 'key']],
    [
      { face: true, documents: true, wallet: false },
      ['face', 'document', 'account', 'pass', 'key'],
    ],
    [{ face: false, documents: false, wallet: true }, ['face', 'wallet', 'account', 'pass', 'key']],
  ])('is available with the Workers %o that it needs', (workers, available) => {
    expect(ACCEPT_METHODS.filter((method) => isAvailable(method, workers))).toEqual(available);
  });

  it('has at most one verification type', () => {
    expect(typesOf(['account', 'face', 'pass', 'key'])).toEqual([
      'agate_id',
      'age_check',
      'agate_pass',
      'agate_key',
    ]);
  });

  it('lists its steps in the order in which a session reaches them', () => {
    for (const { steps } of Object.values(METHODS)) {
      const places = steps.map((step) => STEPS.indexOf(step));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });
});

it('the list of counted steps is in the same order', () => {
  const inOrder = (some: readonly string[]) => STEPS.filter((step) => some.includes(step));
  expect(inOrder(COUNTED_STEPS)).toEqual(COUNTED_STEPS);
  expect(STEPS.filter(needsFace)).toEqual(['age', 'face', 'document', 'review']);
});
