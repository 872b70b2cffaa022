// Runs the golden table through init, and checks that no customer setting weakens the law (D-157).
import {
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  subarray,
} from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { LawRule } from '../../../src/config/jurisdiction.ts';
import { CONTEXTS, type LawContext } from '../../../src/config/law-contexts.ts';
import { AppError } from '../../../src/errors.ts';
import { ASSURANCES, LIVENESS_LEVELS } from '../../../src/domain/terms/age-proof.ts';
import type { SessionInput } from '../../../src/domain/verification/apply-settings.ts';
import type { Customer } from '../../../src/domain/verification/customer.ts';
import { planUnderLaw } from '../../../src/domain/verification/law-of-session.ts';
import { RECHECKS } from '../../../src/domain/terms/recheck.ts';
import { lawAt } from '../../../src/domain/verification/rules/law/law.ts';
import { knownCountries } from '../../../src/domain/terms/rules-of-law.ts';
import { underLawOf } from '../../../src/domain/verification/rules/law/session-law.ts';
import { ACCEPT_METHODS } from '../../../src/domain/verification/rules/methods.ts';
import { newRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { newSession } from '../../support/customer/sessions.ts';
import { makeContext } from '../../support/installation/context.ts';

const NOW = '2026-11-28T12:00:00Z';
const bound = {} as never;
/** A context in which the face, documents and wallet Workers are bound, at the given time. */
const contextAt = (time: string) =>
  makeContext({ face: bound, documents: bound, wallet: bound, now: () => Date.parse(time) });

const CUSTOMER: Customer = {
  test: false,
  tenant: {
    id: 'ten_1',
    name: 'Cellar Door',
    residency: 'none',
    contact: 'privacy@shop.example',
    embedOrigins: [],
    attemptCap: 0,
    retentionDays: 30,
  },
  rules: { callbackOrigins: [], accept: { agateId: true } },
  walletDocTypes: ['eu.europa.ec.av.1'],
};
const INPUT: SessionInput = {
  callbackUrl: 'https://shop.example/back',
  purpose: 'age_verification',
  mode: 'auto',
  difficulty: 'medium',
  gate: 13,
};

const WITH_PASS = { accept: { methods: ['wallet', 'pass'] as const } };

describe('the golden table: country, context and date', () => {
  test.each([
    ['GB', 'adult_content', '2025-07-24T12:00:00Z', {}, [13, 'auto', 'device']],
    ['GB', 'adult_content', NOW, {}, [18, 'auto', 'device']],
    ['GB', 'social_media', NOW, {}, [13, 'auto', 'device']],
    ['FR', 'adult_content', NOW, {}, ['policy.double_anonymous', 'policy.offer_at_least']],
    ['FR', 'adult_content', NOW, WITH_PASS, [18, 'auto', 'document']],
    ['FR', 'adult_content', '2025-05-01T12:00:00Z', WITH_PASS, [18, 'auto', 'device']],
    ['IT', 'adult_content', NOW, {}, ['policy.double_anonymous']],
    ['IT', 'adult_content', NOW, WITH_PASS, [18, 'auto', 'document']],
    ['DE', 'adult_content', NOW, {}, [18, 'document', 'document']],
    ['IE', 'adult_content', NOW, {}, [18, 'document', 'document']],
    ['NL', 'gambling', NOW, {}, [18, 'document', 'document']],
    ['NL', 'alcohol', NOW, {}, [13, 'document', 'document']],
    ['NL', 'tobacco_vape', NOW, {}, [13, 'document', 'document']],
    ['EU', 'social_media', NOW, {}, [13, 'auto', 'device']],
    ['ES', 'social_media', NOW, {}, [13, 'auto', 'device']],
    ['AU', 'social_media', '2025-12-09T12:00:00Z', {}, [13, 'auto', 'device']],
    ['AU', 'social_media', NOW, {}, [16, 'auto', 'device']],
    ['AU', 'social_media', NOW, { mode: 'document' }, ['policy.non_document']],
    ['US-TX', 'adult_content', NOW, {}, [18, 'document', 'document']],
    ['US-TX', 'app_store', NOW, {}, [13, 'auto', 'device']],
    ['US-CA', 'adult_content', NOW, {}, [13, 'auto', 'device']],
    ['US-UT', 'app_store', '2027-06-01T12:00:00Z', {}, [13, 'auto', 'device']],
  ] as const)('%s, %s, %s with %j', async (jurisdiction, context, time, fields, expected) => {
    const input = { ...INPUT, ...fields, context, jurisdiction };
    const asked = planUnderLaw(contextAt(time), CUSTOMER, input);
    const found = asked.then(
      ({ request: { gate, mode, accept } }) => [gate, mode, accept?.minAssurance],
      (error: AppError) => error.fields?.map(({ field }) => field) ?? [error.code],
    );
    expect(await found).toEqual(expected);
  });

  test.each(CONTEXTS)('auto applies its own law to every country: %s', async (context) => {
    const ctx = contextAt(NOW);
    const customer = withPolicy('auto', context);
    const { request, offer, law = {} } = await planUnderLaw(ctx, customer, INPUT);
    const record = newRecord('0'.repeat(64), { ...newSession(), request, offer, law });
    for (const country of knownCountries(ctx.config.jurisdictions)) {
      const { rules } = lawAt(ctx.config.jurisdictions, [country], context, ctx.now());
      const opened = underLawOf(record, country);
      expect(opened.law?.policy).toMatchObject({ jurisdiction: country, rules });
      expect(underLawOf(opened, 'GB')).toBe(opened);
    }
  });
});

describe('the golden table of rechecks: law, operator, customer and request', () => {
  const rule = (day: string, accept: LawRule['accept'], to?: string): LawRule => ({
    id: `GB-general-${day}`,
    context: 'general',
    status: 'in_force',
    effective_from: day,
    ...(to !== undefined && { effective_to: to }),
    ...(accept && { accept }),
    note: 'Made up.',
    sources: [],
    reviewed_by: null,
  });
  const file = (...rules: LawRule[]) => ({
    jurisdiction: 'GB',
    name: 'United Kingdom',
    time_zone: 'Europe/London',
    rules,
  });
  const LAW = file(
    rule('2026-01-01', { max_proof_age_days: 90, recheck: ['next_bracket'] }, '2027-01-01'),
  );
  const OPERATOR = file(rule('2026-06-01', { max_proof_age_days: 180, recheck: ['new_device'] }));
  const BOTH = ['next_bracket', 'new_device'];

  test.each([
    ['2025-12-31T23:59:59Z', [LAW, OPERATOR], {}, {}, [undefined, undefined]],
    ['2026-01-01T00:00:00Z', [LAW, OPERATOR], {}, {}, [90, ['next_bracket']]],
    ['2026-05-31T23:00:00Z', [LAW, OPERATOR], {}, {}, [90, BOTH]],
    ['2027-01-01T00:00:00Z', [LAW, OPERATOR], {}, {}, [180, ['new_device']]],
    ['2027-01-01T00:00:00Z', [LAW], {}, {}, [undefined, undefined]],
    [NOW, [LAW], { maxProofAgeDays: 30 }, {}, [30, ['next_bracket']]],
    [NOW, [LAW], { maxProofAgeDays: 365 }, { maxProofAgeDays: 365 }, [90, ['next_bracket']]],
    [NOW, [LAW], { recheck: ['new_device'] }, {}, [90, BOTH]],
    [NOW, [LAW], {}, { recheck: ['new_device'], maxProofAgeDays: 7 }, [7, BOTH]],
    [NOW, [], { recheck: ['new_device'] }, { recheck: ['next_bracket'] }, [undefined, BOTH]],
  ] as const)(
    '%s, law %j, settings %j, request %j',
    async (time, files, settings, asked, expected) => {
      const ctx = contextAt(time);
      const config = { ...ctx.config, jurisdictions: files.length > 0 ? files : [file()] };
      const rules = { callbackOrigins: [], accept: { agateId: true, ...settings } };
      const place = { context: 'general' as const, jurisdiction: 'GB' };
      const input = { ...INPUT, ...place, accept: asked };
      const { request } = await planUnderLaw({ ...ctx, config }, { ...CUSTOMER, rules }, input);
      expect([request.accept?.maxProofAgeDays, request.accept?.recheck]).toEqual(expected);
      const keys = { ...input, accept: { ...asked, methods: ['face', 'key'] as const } };
      const named = await planUnderLaw({ ...ctx, config }, { ...CUSTOMER, rules }, keys);
      expect(named.request.accept?.methods.includes('key')).toBe(
        expected[1]?.some((one) => one === 'new_device') !== true,
      );
    },
  );
});

const withPolicy = (by: string, context: LawContext): Customer => ({
  ...CUSTOMER,
  rules: { callbackOrigins: [], accept: { agateId: true }, policy: { by, context } },
});

const wishes = record(
  {
    methods: subarray([...ACCEPT_METHODS], { minLength: 1 }),
    minAssurance: constantFrom(...ASSURANCES),
    livenessLevel: constantFrom(...LIVENESS_LEVELS),
    maxProofAgeDays: integer({ min: 1, max: 365 }),
    recheck: subarray([...RECHECKS], { minLength: 1 }),
  },
  { requiredKeys: [] },
);
const places = constantFrom('GB', 'FR', 'DE', 'IT', 'NL', 'AU', 'US-TX', 'US-CA');
const contexts = constantFrom(...CONTEXTS);

it('no settings and no request loosen the law, even if they name another place', async () => {
  const ctx = contextAt(NOW);
  const { jurisdictions } = ctx.config;
  const anything = record({
    settings: wishes,
    asked: option(wishes),
    gate: integer({ min: 1, max: 25 }),
    mode: constantFrom('auto' as const, 'document' as const, 'facial' as const),
    fixed: option(places),
    place: places,
    context: contexts,
    reviews: boolean(),
  });
  let met = 0;
  await assert(
    asyncProperty(anything, async ({ settings, asked, gate, mode, fixed, place, context }) => {
      const rules = {
        callbackOrigins: [],
        accept: { agateId: true, ...settings },
        ...(fixed !== null && { policy: { by: fixed, context } }),
      };
      const input = { ...INPUT, gate, mode, context, jurisdiction: place };
      const wanted = asked === null ? input : { ...input, accept: asked };
      const session = await planUnderLaw(ctx, { ...CUSTOMER, rules }, wanted).catch((error) => {
        if (error instanceof AppError) return undefined;
        throw error;
      });
      if (session === undefined) return;
      met += 1;
      const { request, law } = session;
      const all = fixed === null ? [place] : [place, fixed];
      for (const one of all) {
        const alone = lawAt(jurisdictions, [one], context, ctx.now());
        expect(law?.policy?.rules).toEqual(expect.arrayContaining(alone.rules));
        expect(request.gate).toBeGreaterThanOrEqual(Math.max(gate, alone.gate ?? 0));
        const least = alone.accept.minAssurance ?? 'device';
        expect(ASSURANCES.indexOf(request.accept?.minAssurance ?? 'device')).toBeGreaterThanOrEqual(
          ASSURANCES.indexOf(least),
        );
        const refused = alone.accept.refuseMethods ?? [];
        expect(request.accept?.methods.filter((method) => refused.includes(method))).toEqual([]);
      }
      const { maxProofAgeDays = 999, recheck = [] } = request.accept ?? {};
      for (const one of [settings, asked]) {
        expect(maxProofAgeDays).toBeLessThanOrEqual(one?.maxProofAgeDays ?? 999);
        expect(recheck).toEqual(expect.arrayContaining(one?.recheck ?? []));
      }
      const own = [settings.methods, asked?.methods].flatMap((list) => (list ? [list] : []));
      for (const list of own)
        expect(request.accept?.methods.filter((method) => !list.includes(method))).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(met).toBeGreaterThan(20);
});
