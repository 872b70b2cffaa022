import { describe, expect, it } from 'vitest';
import type { SessionRules } from '../../../src/domain/verification/customer.ts';
import { offeredTypes } from '../../../src/domain/verification/offered-types.ts';

const BOTH = { face: true, documents: true, wallet: false };

const rulesWith = (accept: Partial<SessionRules['accept']>, rest: Partial<SessionRules> = {}) => ({
  callbackOrigins: [],
  accept: { agateId: false, ...accept },
  ...rest,
});

describe('a page may offer exactly the types that the customer’s sessions can have (D-57)', () => {
  it.each([
    ['no rules', undefined, ['age_check', 'full']],
    ['accounts', rulesWith({ agateId: true }), ['age_check', 'full', 'agate_id']],
    ['faces alone', rulesWith({ agateId: true, methods: ['face'] }), ['age_check']],
    ['documents alone', rulesWith({ methods: ['document'] }), ['full']],
    ['what a document assures', rulesWith({ minAssurance: 'document' }), ['full']],
    [
      'no step-up, but a request can ask for a document',
      rulesWith({}, { documents: { allowed: ['passport'], stepUp: false } }),
      ['age_check', 'full'],
    ],
    [
      'the device alone, where no account answers',
      rulesWith({ agateId: true }, { requiredMethod: 'facial' }),
      ['age_check'],
    ],
    ['a document always', rulesWith({}, { requiredMethod: 'document' }), ['full']],
  ] as const)('with %s', (_, rules, types) => {
    expect(offeredTypes(rules, BOTH)).toEqual(types);
  });

  it('with a wallet when the service verifies wallet proofs', () => {
    expect(offeredTypes(undefined, { face: true, documents: false, wallet: true })).toEqual([
      'age_check',
      'eu_wallet',
    ]);
  });

  it('without documents when the service reads none', () => {
    expect(offeredTypes(undefined, { face: true, documents: false, wallet: false })).toEqual([
      'age_check',
    ]);
    expect(offeredTypes(undefined, { face: false, documents: true, wallet: false })).toEqual([
      'age_check',
    ]);
  });
});
