import { expect, test } from 'vitest';
import { PASSWORD_COST } from '../../src/crypto/password-cost.ts';
import { PASSWORD_COST as COST_IN_TESTS } from '../support/installation/password-cost.ts';

// This test runs in Vitest's `node` project, where the shipped configuration is not replaced by the
// cheaper one for tests.
test('the shipped configuration hashes with N = 2^14, r = 8, p = 5 (D-42)', () => {
  expect(PASSWORD_COST).toEqual({ N: 2 ** 14, r: 8, p: 5 });
});

test('only the tests in workerd hash with a lower cost', () => {
  expect(COST_IN_TESTS.N).toBeLessThan(PASSWORD_COST.N);
});
