import {
  array,
  assert,
  constantFrom,
  integer,
  option,
  property,
  record,
  subarray,
} from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { LawRule } from '../../../../../src/config/jurisdiction.ts';
import type { LawContext } from '../../../../../src/config/law-contexts.ts';
import { readJurisdictions } from '../../../../../src/config/jurisdictions.ts';
import { ASSURANCES, LIVENESS_LEVELS } from '../../../../../src/domain/terms/age-proof.ts';
import { RECHECKS } from '../../../../../src/domain/terms/recheck.ts';
import { joinRules, lawAt } from '../../../../../src/domain/verification/rules/law/law.ts';
import { missingOf } from '../../../../../src/domain/verification/rules/law/missing.ts';
import { ACCEPT_METHODS } from '../../../../../src/domain/verification/rules/methods.ts';
import { joinAccept } from '../../../../../src/domain/verification/rules/opening/accept.ts';

const FILES = readJurisdictions({});
const at = (jurisdiction: string, context: LawContext, time: string) =>
  lawAt(FILES, [jurisdiction], context, Date.parse(time));

describe('the golden table: country, context and date', () => {
  test.each([
    ['GB', 'adult_content', '2025-07-24T12:00:00Z', {}],
    ['GB', 'adult_content', '2026-11-28T12:00:00Z', { gate: 18 }],
    ['GB', 'social_media', '2026-11-28T12:00:00Z', {}],
    [
      'FR',
      'adult_content',
      '2025-05-01T12:00:00Z',
      {
        gate: 18,
        accept: { refuseMethods: ['account', 'key'] },
        offerAtLeast: 2,
        mustOffer: ['double_anonymous'],
        perAccess: true,
      },
    ],
    [
      'FR',
      'adult_content',
      '2026-11-28T12:00:00Z',
      {
        gate: 18,
        accept: { refuseMethods: ['account', 'key'], minAssurance: 'document' },
        offerAtLeast: 2,
        mustOffer: ['double_anonymous'],
        perAccess: true,
        contest: true,
      },
    ],
    [
      'NL',
      'gambling',
      '2026-11-28T12:00:00Z',
      { gate: 18, accept: { minAssurance: 'document' }, contest: true },
    ],
    [
      'NL',
      'alcohol',
      '2026-11-28T12:00:00Z',
      { accept: { minAssurance: 'document' }, contest: true },
    ],
    ['EU', 'social_media', '2026-11-28T12:00:00Z', { contest: true }],
    ['ES', 'social_media', '2026-11-28T12:00:00Z', { contest: true }],
    [
      'AU',
      'social_media',
      '2026-11-28T12:00:00Z',
      { gate: 16, mustOffer: ['non_document'], contest: true },
    ],
    [
      'DE',
      'adult_content',
      '2025-01-01T12:00:00Z',
      {
        gate: 18,
        accept: { refuseMethods: ['account', 'key'], minAssurance: 'document' },
        perAccess: true,
      },
    ],
    [
      'IT',
      'adult_content',
      '2026-11-28T12:00:00Z',
      {
        gate: 18,
        accept: { minAssurance: 'document' },
        mustOffer: ['double_anonymous'],
        contest: true,
      },
    ],
    [
      'IE',
      'adult_content',
      '2026-11-28T12:00:00Z',
      { gate: 18, accept: { minAssurance: 'document' }, contest: true },
    ],
    [
      'US-TX',
      'adult_content',
      '2026-11-28T12:00:00Z',
      { gate: 18, accept: { minAssurance: 'document' } },
    ],
    ['US-CA', 'adult_content', '2026-11-28T12:00:00Z', {}],
    ['US', 'adult_content', '2026-11-28T12:00:00Z', {}],
    ['JP', 'adult_content', '2026-11-28T12:00:00Z', {}],
  ] as const)('%s, %s, %s', (jurisdiction, context, time, asks) => {
    const {
      rules: _rules,
      records: _records,
      context: _context,
      ...law
    } = at(jurisdiction, context, time);
    expect(law).toEqual({ accept: {}, mustOffer: [], perAccess: false, contest: false, ...asks });
  });

  test.each([
    ['US-TX', 'app_store', '2026-11-28T12:00:00Z', ['US-TX-app_store-2026-05-28']],
    ['US-LA', 'app_store', '2026-11-28T12:00:00Z', ['US-LA-app_store-2026-07-01']],
    ['US-UT', 'app_store', '2026-11-28T12:00:00Z', []],
    ['US-UT', 'app_store', '2027-06-01T12:00:00Z', ['US-UT-app_store-2027-05-06']],
    ['US-AL', 'app_store', '2027-01-02T12:00:00Z', ['US-AL-app_store-2027-01-01']],
    ['US-CA', 'app_store', '2027-01-02T12:00:00Z', ['US-CA-app_store-2027-01-01']],
    [
      'FR',
      'adult_content',
      '2026-11-28T12:00:00Z',
      ['EU-adult_content-2025-07-14', 'FR-adult_content-2025-04-11'],
    ],
  ] as const)('%s, %s, %s names its rules', (jurisdiction, context, time, rules) => {
    expect(at(jurisdiction, context, time).rules).toEqual(rules);
  });
});

describe('midnight', () => {
  it.each([
    // Summer time: midnight of 25 July in London is 23:00 UTC on the previous day.
    ['GB', 'adult_content', '2025-07-24T22:59:59.999Z', '2025-07-24T23:00:00Z'],
    ['AU', 'social_media', '2025-12-09T12:59:59.999Z', '2025-12-09T13:00:00Z'],
    ['US-CA', 'app_store', '2027-01-01T07:59:59.999Z', '2027-01-01T08:00:00Z'],
  ] as const)('a rule of %s starts at local midnight', (jurisdiction, context, before, from) => {
    expect(at(jurisdiction, context, before).rules).toEqual([]);
    expect(at(jurisdiction, context, from).rules).toHaveLength(1);
  });

  it('a retired rule ends at local midnight', () => {
    const [first] = FILES.find(({ jurisdiction }) => jurisdiction === 'AU')?.rules ?? [];
    const rules = [{ ...first!, effective_to: '2026-01-01' }];
    const files = [{ jurisdiction: 'AU', name: 'Australia', time_zone: 'Australia/Sydney', rules }];
    const named = (time: string) =>
      lawAt(files, ['AU'], 'social_media', Date.parse(time)).rules.length;
    expect(named('2025-12-31T12:59:59.999Z')).toBe(1);
    expect(named('2025-12-31T13:00:00Z')).toBe(0);
  });
});

const accepts = record(
  {
    methods: subarray([...ACCEPT_METHODS], { minLength: 1 }),
    minAssurance: constantFrom(...ASSURANCES),
    livenessLevel: constantFrom(...LIVENESS_LEVELS),
    maxProofAgeDays: integer({ min: 1, max: 365 }),
    recheck: subarray([...RECHECKS], { minLength: 1 }),
  },
  { requiredKeys: [] },
);
const rules = array(
  record(
    {
      gate: integer({ min: 1, max: 99 }),
      offer_at_least: integer({ min: 1, max: 6 }),
      must_offer: subarray(['double_anonymous', 'non_document'], { minLength: 1 }),
      retention_days_max: integer({ min: 1, max: 365 }),
      accept: record(
        {
          methods: subarray([...ACCEPT_METHODS], { minLength: 1 }),
          refuse_methods: subarray([...ACCEPT_METHODS], { minLength: 1 }),
          min_assurance: constantFrom(...ASSURANCES),
          liveness_level: constantFrom(...LIVENESS_LEVELS),
          max_proof_age_days: integer({ min: 1, max: 365 }),
          recheck: subarray([...RECHECKS], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 4 },
).map((list) =>
  list.map((one, index): LawRule => ({
    id: `X-${index}`,
    context: 'general',
    status: 'in_force',
    effective_from: '2026-01-01',
    note: 'made up',
    sources: [],
    reviewed_by: null,
    ...(one as Partial<LawRule>),
  })),
);
const kinds = record({
  mode: constantFrom('auto' as const, 'document' as const, 'facial' as const),
  purpose: constantFrom('age_verification' as const),
  workers: constantFrom(
    { face: true, documents: true, wallet: true },
    { face: true, documents: true, wallet: false },
    { face: true, documents: false, wallet: false },
  ),
});

describe('settings and requests cannot loosen the law', () => {
  it('settings and requests never accept what a rule refuses, nor require less than it requires', () => {
    assert(
      property(kinds, rules, accepts, option(accepts), (kind, list, settings, asked) => {
        const law = joinRules('general', list);
        const joined = joinAccept(kind, { agateId: true, ...settings }, asked ?? {}, law.accept);
        if (!joined.ok) return;
        const { accept } = joined;
        for (const { accept: said = {} } of list) {
          const refused = accept.methods.filter(
            (method) =>
              said.refuse_methods?.includes(method) === true ||
              said.methods?.includes(method) === false,
          );
          expect(refused).toEqual([]);
          expect(ASSURANCES.indexOf(accept.minAssurance)).toBeGreaterThanOrEqual(
            ASSURANCES.indexOf(said.min_assurance ?? 'device'),
          );
          expect(LIVENESS_LEVELS.indexOf(accept.livenessLevel)).toBeGreaterThanOrEqual(
            LIVENESS_LEVELS.indexOf(said.liveness_level ?? 'standard'),
          );
          expect(accept.maxProofAgeDays ?? 366).toBeLessThanOrEqual(said.max_proof_age_days ?? 366);
          expect(accept.recheck ?? []).toEqual(expect.arrayContaining(said.recheck ?? []));
        }
      }),
    );
  });

  it('the law adds no method to those that settings and request accept', () => {
    assert(
      property(kinds, rules, accepts, accepts, (kind, list, settings, asked) => {
        const without = joinAccept(kind, { agateId: true, ...settings }, asked);
        const law = joinRules('general', list);
        const joined = joinAccept(kind, { agateId: true, ...settings }, asked, law.accept);
        if (!joined.ok) return;
        const taken = without.ok ? without.accept.methods : [];
        const own = [...(settings.recheck ?? []), ...(asked.recheck ?? [])];
        expect(joined.accept.recheck ?? []).toEqual(expect.arrayContaining(own));
        expect(joined.accept.methods.filter((method) => !taken.includes(method))).toEqual([]);
      }),
    );
  });

  it('an additional rule only tightens the others, in any order', () => {
    assert(
      property(rules, rules, (some, more) => {
        const law = joinRules('general', some);
        const both = joinRules('general', [...some, ...more]);
        expect(joinRules('general', [...more, ...some]).accept.minAssurance).toEqual(
          both.accept.minAssurance,
        );
        expect(both.gate ?? 0).toBeGreaterThanOrEqual(law.gate ?? 0);
        expect(both.offerAtLeast ?? 0).toBeGreaterThanOrEqual(law.offerAtLeast ?? 0);
        expect(both.retentionDaysMax ?? 999).toBeLessThanOrEqual(law.retentionDaysMax ?? 999);
        expect(both.accept.maxProofAgeDays ?? 999).toBeLessThanOrEqual(
          law.accept.maxProofAgeDays ?? 999,
        );
        expect(both.accept.recheck ?? []).toEqual(
          expect.arrayContaining([...(law.accept.recheck ?? [])]),
        );
        expect(both.mustOffer).toEqual(expect.arrayContaining(law.mustOffer));
        const added = ACCEPT_METHODS.filter((one) => isTaken(both, one) && !isTaken(law, one));
        expect(added).toEqual([]);
      }),
    );
  });
});

const isTaken = (
  { accept }: ReturnType<typeof joinRules>,
  method: (typeof ACCEPT_METHODS)[number],
): boolean =>
  (accept.methods?.includes(method) ?? true) && accept.refuseMethods?.includes(method) !== true;

describe('the list of unmet requirements', () => {
  const france = at('FR', 'adult_content', '2026-11-28T12:00:00Z');
  const accept = { methods: ['face', 'document'], minAssurance: 'edge', livenessLevel: 'standard' };

  it('names every way that the law requires to be offered', () => {
    const missing = missingOf(france, accept as never, { canContest: false });
    expect(missing.map(({ field }) => field)).toEqual([
      'policy.double_anonymous',
      'policy.contest',
    ]);
    expect(missing[0]?.message).toContain('FR-adult_content-2025-04-11');
  });

  it('does not count the camera when a wallet alone decides', () => {
    const byWallet = { ...accept, methods: ['face', 'wallet'], byWalletAlone: true } as never;
    const fields = missingOf(france, byWallet, { canContest: true }).map(({ field }) => field);
    expect(fields).toEqual(['policy.double_anonymous', 'policy.offer_at_least']);
  });

  it('is empty with a wallet and a pass', () => {
    const both = { ...accept, methods: ['wallet', 'pass'], byWalletAlone: true } as never;
    expect(missingOf(france, both, { canContest: true })).toEqual([]);
  });
});
