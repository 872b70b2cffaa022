// The law's effect on a session (D-157): at init, when the page is opened, and in the result.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { decodeJwt } from 'jose';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { readJurisdictions } from '../../../src/config/jurisdictions.ts';
import { VALID_INIT, type Reply } from '../../support/customer/api.ts';
import { makeTenant, type TenantOptions, type TestTenant } from '../../support/customer/tenants.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { ScriptedDocuments } from '../../support/visitor/scripted-documents.ts';
import { ScriptedFace } from '../../support/visitor/scripted-face.ts';
import { trustOneWallet } from '../../support/visitor/wallet-session.ts';

trustOneWallet();
afterEach(() => void vi.useRealTimers());

const NOW = '2026-11-28T12:00:00Z';
const goToTime = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
const WITHOUT_AGE = { min_age: undefined };

interface Policy {
  policy?: string;
  context?: string;
  contact?: string;
}

async function customerWith({ policy, context, contact }: Policy, options: TenantOptions = {}) {
  const customer = await makeTenant(options);
  await env.DB.prepare(
    'UPDATE tenants SET policy = ?, policy_context = ?, privacy_contact = ? WHERE id = ?',
  )
    .bind(policy ?? 'off', context ?? null, contact ?? null, customer.id)
    .run();
  return customer;
}

/**
 * A service with a face Worker and a documents Worker; `bindings` replaces some of its bindings.
 */
function service(bindings: object = {}) {
  const all = { FACE: new ScriptedFace().binding, DOCUMENTS: new ScriptedDocuments().binding };
  return serviceWith({ ...env, ...all, ...bindings });
}

type Fetch = ReturnType<typeof service>;

async function send(fetch: Fetch, { secret }: TestTenant, fields: object): Promise<Reply> {
  const response = await fetch(
    new Request('http://localhost:8787/verify/v1/init', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': secret },
      body: JSON.stringify({ ...VALID_INIT, ...fields }),
    }),
  );
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function resultOf(fetch: Fetch, { secret }: TestTenant, token: string) {
  const headers = { 'X-API-Key': secret };
  const read = await fetch(
    new Request(`http://localhost:8787/verify/v1/result/${token}`, { headers }),
  );
  return (await read.json<{ data: any }>()).data;
}

/** @param country the country where the page is opened */
async function begin(fields: object, customer: TestTenant, country?: string, fetch = service()) {
  const created = await send(fetch, customer, fields);
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const { token } = created.body.data;
  const browser = new TestBrowser(country, fetch);
  const { data: view } = (await browser.open(token)).body;
  const result = await resultOf(fetch, customer, token);
  return { view, result, browser, token, warnings: created.body.data.warnings ?? [] };
}

const GB = { context: 'adult_content', jurisdiction: 'GB' };
const GB_RULES = ['GB-adult_content-2025-07-25'];

describe('context and jurisdiction at init', () => {
  it('set the age gate, and the result names the rules', async () => {
    const customer = await makeTenant();
    const { result, warnings } = await begin({ ...GB, ...WITHOUT_AGE }, customer);
    expect(result.checks.age.gate).toBe(18);
    expect(result.policy).toEqual({
      jurisdiction: 'GB',
      context: 'adult_content',
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
      rules: GB_RULES,
    });
    expect(warnings).toEqual([]);
  });

  it('have a version that anybody can compute from the files', async () => {
    const { result } = await begin(GB, await makeTenant());
    const file = readJurisdictions({}).find(({ jurisdiction }) => jurisdiction === 'GB');
    const sorted = (value: any): any =>
      Array.isArray(value)
        ? value.map(sorted)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.keys(value)
                .toSorted()
                .map((name) => [name, sorted(value[name])]),
            )
          : value;
    expect(result.policy.version).toBe(await sha256Hex(JSON.stringify(sorted(file?.rules))));
  });

  it('raise a lower min_age with a warning, and keep a higher one', async () => {
    const raised = await begin({ ...GB, min_age: 16 }, await makeTenant());
    expect(raised.result.checks.age.gate).toBe(18);
    expect(raised.warnings).toEqual([
      expect.objectContaining({ code: 'min_age_raised', message: expect.stringContaining('GB-') }),
    ]);
    const higher = await begin({ ...GB, min_age: 21 }, await makeTenant());
    expect(higher.result.checks.age.gate).toBe(21);
    expect(higher.warnings).toEqual([]);
  });

  test.each([
    ['jurisdiction', 'gb', 'VALIDATION_FAILED'],
    ['jurisdiction', 'GB-', 'VALIDATION_FAILED'],
    ['jurisdiction', 7, 'VALIDATION_FAILED'],
    ['jurisdiction', 'JP', 'VALIDATION_FAILED'],
    ['jurisdiction', 'US-NY', 'VALIDATION_FAILED'],
    ['context', 'wine', 'VALIDATION_FAILED'],
  ])('%s %s is refused with the field at fault', async (field, value, code) => {
    const reply = await send(service(), await makeTenant(), { ...GB, [field]: value });
    expect([reply.status, reply.body.error?.code]).toEqual([400, code]);
    expect(reply.body.error?.details?.[0]?.field).toBe(field);
  });

  it('are needed together: a jurisdiction alone is refused, and a context alone applies nothing, with a warning', async () => {
    const customer = await makeTenant();
    const alone = await send(service(), customer, { jurisdiction: 'GB' });
    expect([alone.status, alone.body.error?.details?.[0]?.field]).toEqual([400, 'context']);
    const { result, warnings } = await begin({ context: 'alcohol' }, customer);
    expect(result.policy).toBeUndefined();
    expect(warnings).toMatchObject([{ code: 'policy_not_applied' }]);
  });

  test.each([
    ['without a jurisdiction', { context: 'adult_content' }],
    ['if no rule has one', { context: 'social_media', jurisdiction: 'GB' }],
  ])('leave min_age to the request %s', async (_case, fields) => {
    const reply = await send(service(), await makeTenant(), { ...fields, ...WITHOUT_AGE });
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'INVALID_MIN_AGE']);
    expect(reply.body.error?.details?.[0]?.field).toBe('min_age');
  });

  it('are part of the request that an idempotency key stands for, and are kept by a retake', async () => {
    const customer = await makeTenant();
    const { browser, token } = await begin({ ...GB, min_age: 16 }, customer);
    await browser.step('assistance');
    const fetch = service();
    const retake = await fetch(
      new Request(`http://localhost:8787/verify/v1/sessions/${token}/retake`, {
        method: 'POST',
        headers: { 'X-API-Key': customer.secret },
      }),
    );
    const { data } = await retake.json<any>();
    const result = await resultOf(fetch, customer, data.token);
    expect(result).toMatchObject({ checks: { age: { gate: 18 } }, policy: { rules: GB_RULES } });
  });
});

describe('a session under a law', () => {
  it('is refused with everything that is missing', async () => {
    goToTime(NOW);
    const asked = { context: 'adult_content', jurisdiction: 'FR' };
    const { status, body } = await send(service({ WALLET: undefined }), await makeTenant(), asked);
    expect([status, body.error?.code]).toEqual([400, 'POLICY_UNSATISFIABLE']);
    expect(body.error?.details?.map(({ field }) => field)).toEqual([
      'policy.double_anonymous',
      'policy.offer_at_least',
      'policy.contest',
      'policy.accept',
    ]);
    expect(body.error?.details?.[0]?.message).toContain('FR-adult_content-2025-04-11');
  });

  it('may begin with a wallet, a pass and a contact address', async () => {
    const customer = await customerWith({ contact: 'privacy@shop.example' });
    const accept = { methods: ['wallet', 'pass', 'account', 'key'] };
    const fields = { context: 'adult_content', jurisdiction: 'FR', accept };
    const { result, view } = await begin(fields, customer);
    expect(result.policy).toMatchObject({
      rules: ['EU-adult_content-2025-07-14', 'FR-adult_content-2025-04-11'],
      per_access: true,
    });
    expect(view).toMatchObject({ step: 'wallet', wallet: { alone: true } });
  });

  test.each([
    ['none', {}, false],
    ['a contact address', { privacy_contact: 'privacy@shop.example' }, true],
    ['reviews', { reviews: 1 }, true],
  ])('needs a way to contest decisions, here %s', async (_case, columns, isMet) => {
    const customer = await makeTenant();
    for (const [name, value] of Object.entries(columns))
      await env.DB.prepare(`UPDATE tenants SET ${name} = ? WHERE id = ?`)
        .bind(value, customer.id)
        .run();
    const asked = { context: 'gambling', jurisdiction: 'NL', verification_mode: 'document' };
    expect((await send(service(), customer, asked)).status).toBe(isMet ? 201 : 400);
  });

  it('can be contested by a document step-up after an estimate', async () => {
    const asked = { context: 'social_media', jurisdiction: 'AU' };
    expect((await send(service(), await makeTenant(), asked)).status).toBe(201);
    const none = service({ DOCUMENTS: undefined });
    const { body } = await send(none, await makeTenant(), asked);
    expect(body.error?.details?.map(({ field }) => field)).toEqual(['policy.contest']);
  });

  it('needs a document if the law excludes an estimate and requires no other way', async () => {
    const customer = await customerWith({ contact: 'privacy@shop.example' });
    const { view } = await begin({ context: 'gambling', jurisdiction: 'NL' }, customer);
    expect(view).toMatchObject({ document_need: 'will', ways: { order: ['document'] } });
  });
});

describe('the customer’s policy', () => {
  it('with a fixed jurisdiction applies in addition to that of the request', async () => {
    const customer = await customerWith({
      policy: 'NL',
      context: 'alcohol',
      contact: 'privacy@shop.example',
    });
    const own = await begin({}, customer);
    expect(own.result.policy).toMatchObject({
      jurisdiction: 'NL',
      context: 'alcohol',
      rules: ['EU-alcohol-2025-07-14'],
    });
    const both = await begin({ ...GB, min_age: 16 }, customer);
    expect(both.result).toMatchObject({
      checks: { age: { gate: 18 } },
      policy: { jurisdiction: 'GB', rules: ['EU-adult_content-2025-07-14', ...GB_RULES] },
    });
    expect(both.view.document_need).toBe('will');
  });

  const auto = () =>
    customerWith({ policy: 'auto', context: 'adult_content', contact: 'privacy@shop.example' });

  test.each([
    ['GB', GB_RULES, 18, 'may'],
    ['NL', ['EU-adult_content-2025-07-14'], 18, 'will'],
    // If no rule is known, the request and the settings apply.
    ['JP', [], 16, 'may'],
    ['US', [], 16, 'may'],
    [undefined, [], 16, 'may'],
  ])('auto applies the law of the visitor’s country: %s', async (country, rules, gate, need) => {
    const { result, view } = await begin({ min_age: 16 }, await auto(), country);
    expect(result.policy).toEqual({
      ...(country !== undefined && { jurisdiction: country }),
      context: 'adult_content',
      version: expect.any(String),
      rules,
    });
    expect(result.checks.age.gate).toBe(gate);
    expect(view).toMatchObject({ document_need: need, request: { gate } });
  });

  it('auto is decided at the first opening, and has no policy before it', async () => {
    const fetch = service();
    const customer = await auto();
    const { token } = (await send(fetch, customer, { min_age: 16 })).body.data;
    expect((await resultOf(fetch, customer, token)).policy).toBeUndefined();
    const british = new TestBrowser('GB', fetch);
    await british.open(token);
    const travelled = new TestBrowser('NL', fetch);
    for (const cookie of british.cookieHeader.split('; ')) {
      const [name = '', value = ''] = cookie.split('=');
      travelled.setCookie(name, value);
    }
    expect((await travelled.open(token)).status).toBe(200);
    expect((await resultOf(fetch, customer, token)).policy.jurisdiction).toBe('GB');
  });

  it('auto does not apply if the request names a jurisdiction', async () => {
    const { result } = await begin({ jurisdiction: 'GB' }, await auto(), 'NL');
    expect(result.policy).toMatchObject({ jurisdiction: 'GB', rules: GB_RULES });
  });

  it('auto warns at init about countries in which it cannot be met, and ends there with assistance_needed', async () => {
    const { result, view, warnings } = await begin({}, await auto(), 'FR');
    expect(warnings).toMatchObject([{ code: 'policy_unsatisfiable' }]);
    expect(warnings[0].message).toMatch(/FR: Under .*a double-anonymous method must be offered/);
    expect(view.outcome).toMatchObject({ status: 'failed', reason: 'assistance_needed' });
    expect(result).toMatchObject({
      status: 'failed',
      reason: 'assistance_needed',
      policy: {
        jurisdiction: 'FR',
        missing: ['policy.double_anonymous', 'policy.offer_at_least'],
      },
    });
  });

  it('auto needs a min_age, since some countries have no rule with one', async () => {
    const reply = await send(service(), await auto(), WITHOUT_AGE);
    expect(reply.body.error?.code).toBe('INVALID_MIN_AGE');
  });
});

const RULE = {
  id: 'XA-general-2030-03-01',
  context: 'general',
  status: 'in_force',
  effective_from: '2030-03-01',
  effective_to: '2030-03-02',
  gate: 18,
  retention_days_max: 3,
  note: 'Made up.',
  sources: [{ title: 'Made up', url: 'https://law.example/', read_on: '2026-11-28' }],
  reviewed_by: null,
};
const FILE = { jurisdiction: 'XA', name: 'Nowhere', time_zone: 'Asia/Tokyo', rules: [RULE] };

describe('a file of the operator', () => {
  const withFile = () => service({ JURISDICTIONS: JSON.stringify([FILE]) });
  const asked = { context: 'general', jurisdiction: 'XA', min_age: 16 };

  test.each([
    ['2030-02-28T14:59:59Z', 16],
    ['2030-02-28T15:00:00Z', 18],
    ['2030-03-01T14:59:59Z', 18],
    ['2030-03-01T15:00:00Z', 16],
  ])('starts and ends at midnight in its own time zone: %s', async (time, gate) => {
    goToTime(time);
    const { result } = await begin(asked, await makeTenant(), undefined, withFile());
    expect(result.checks.age.gate).toBe(gate);
    expect(result.policy.rules).toEqual(gate === 18 ? [RULE.id] : []);
  });

  it('deletes results no later than it requires', async () => {
    goToTime('2030-03-01T00:00:00Z');
    const fetch = withFile();
    const customer = await makeTenant({ retentionDays: 30 });
    const { browser, token } = await begin(asked, customer, undefined, fetch);
    await browser.step('assistance');
    goToTime('2030-03-03T23:00:00Z');
    expect(await resultOf(fetch, customer, token)).toMatchObject({ status: 'failed' });
    goToTime('2030-03-04T00:00:01Z');
    expect(await resultOf(fetch, customer, token)).toBeUndefined();
  });
});

describe('the receipt', () => {
  it('names the rules as well, beside the measurement policy', async () => {
    const visit = await EdgeVisit.begin(GB);
    await visit.pass();
    const { receipt, policy } = await visit.result();
    const text = await (await visit.read(new URL(receipt).pathname)).text();
    expect(decodeJwt(text.trim())).toMatchObject({ policy: expect.any(String), law: policy });
  });
});
