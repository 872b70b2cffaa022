import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { recheckDomains } from '../../../src/domain/customers/single-sign-on/domains.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { givePasskey } from '../../support/staff/admins.ts';
import { withContext } from '../../support/installation/context.ts';
import { CLIENT_SECRET, CLIENTS } from '../../support/staff/company/clients.ts';
import { setRecords } from '../../support/staff/company/person-at-company.ts';
import { askCompanyForRecords } from '../../support/staff/company/resolver.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

let tenant: DashboardTenant;
let domain: string;
let wish: Record<string, unknown>;

beforeEach(async () => {
  askCompanyForRecords();
  tenant = await makeDashboardTenant();
  domain = `${randomToken(6)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}.example`;
  wish = { issuer: inject('company'), client_id: CLIENTS[0], client_secret: CLIENT_SECRET };
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const own = (method: string, path: string, body?: unknown) =>
  ask(method, path, tenant.owner.token, body);

async function check(name = domain, { owner } = tenant) {
  const { status, body } = await ask('POST', `/sso/domains/${name}/check`, owner.token);
  return { status, data: body.data, error: body.error };
}

async function prove(): Promise<void> {
  const { record } = (await own('POST', '/sso/domains', { domain })).body.data;
  await setRecords(domain, ['v=spf1 -all', record]);
  const { status } = await check();
  expect(status).toBe(200);
}

const recheck = (nowMs: number): Promise<void> =>
  withContext((ctx) => recheckDomains({ ...ctx, now: () => nowMs }));

const stateOf = async (): Promise<string> => (await own('GET', '/sso')).body.data.domains[0].state;

describe('GET /dashboard/v1/sso', () => {
  it('says what to register with the provider before anything is configured', async () => {
    const { status, body } = await own('GET', '/sso');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      issuer: null,
      client_id: null,
      has_client_secret: false,
      default_role: null,
      role_claim: null,
      role_map: [],
      factor_values: [],
      enforce: false,
      break_glass: null,
      break_glass_ready: false,
      domains: [],
      redirect_uri: 'http://localhost:8787/console/v1/dashboard/sso/callback',
      backchannel_logout_uri: `http://localhost:8787/console/v1/dashboard/sso/${tenant.id}/backchannel-logout`,
    });
  });

  it.each(['developer', 'analyst', 'reviewer'] as const)('is not for a %s', async (role) => {
    const { token } = await makeMember(tenant.id, role);
    expect((await ask('GET', '/sso', token)).status).toBe(403);
    expect((await ask('PATCH', '/sso', token, wish)).status).toBe(403);
  });
});

describe('PATCH /dashboard/v1/sso', () => {
  it('checks the issuer with the provider, encrypts the secret and audits the rest', async () => {
    const more = {
      default_role: 'analyst',
      role_claim: 'groups',
      role_map: [{ value: 'coders', role: 'developer' }],
    };
    const { status, body } = await own('PATCH', '/sso', { ...wish, ...more });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...more, has_client_secret: true, issuer: wish['issuer'] });
    expect(JSON.stringify(body)).not.toContain(CLIENT_SECRET);
    const rows = await env.DB.batch([
      env.DB.prepare('SELECT * FROM tenant_sso'),
      env.DB.prepare('SELECT * FROM audit_entries'),
    ]);
    expect(JSON.stringify(rows)).not.toContain(CLIENT_SECRET);
    const trail = await own('GET', '/audit');
    expect(trail.body.data[0]).toMatchObject({
      action: 'sso.set',
      after: {
        client_id: CLIENTS[0],
        client_secret: 'replaced',
        role_map: 'coders=developer',
      },
    });
  });

  it('changes only the given fields, and audits only what differs', async () => {
    await own('PATCH', '/sso', wish);
    await own('PATCH', '/sso', { default_role: 'reviewer' });
    const { body } = await own('PATCH', '/sso', { default_role: null });
    expect(body.data).toMatchObject({ default_role: null, client_id: CLIENTS[0] });
    const trail = await own('GET', '/audit');
    expect(trail.body.data[0]).toMatchObject({
      action: 'sso.update',
      before: { default_role: 'reviewer' },
      after: { default_role: null },
    });
  });

  it.each([
    ['no secret at the first setup', { client_secret: undefined }, 'client_secret'],
    ['an issuer that does not exist', { issuer: 'https://nobody.invalid' }, 'issuer'],
    ['an issuer in a private network', { issuer: 'https://10.1.2.3' }, 'issuer'],
    ['an issuer with a query', { issuer: 'https://company.example/?a=b' }, 'issuer'],
    ['an owner by default', { default_role: 'owner' }, 'default_role'],
    [
      'an owner by claim',
      { role_claim: 'groups', role_map: [{ value: 'a', role: 'owner' }] },
      'role_map.0.role',
    ],
    ['a map without a claim', { role_map: [{ value: 'a', role: 'analyst' }] }, 'role_claim'],
    ['enforcement without a domain', { enforce: true }, 'enforce'],
    ['an unknown member', { issuers: [] }, 'issuers'],
  ])('refuses %s, and changes nothing', async (_what, more, field) => {
    const { status, body } = await own('PATCH', '/sso', { ...wish, ...more });
    expect(status).toBe(400);
    expect(body.error?.details?.map((one) => one.field)).toEqual([field]);
    expect((await own('GET', '/sso')).body.data.issuer).toBeNull();
  });

  it('requires the secret again when the provider or client_id changes', async () => {
    await own('PATCH', '/sso', wish);
    for (const other of [{ client_id: CLIENTS[1] }, { issuer: `${inject('company')}/` }]) {
      const { status, body } = await own('PATCH', '/sso', other);
      expect(status).toBe(400);
      expect(body.error?.details?.[0]?.field).toBe('client_secret');
    }
  });

  it('needs a sign-in within the last five minutes', async () => {
    await env.DB.prepare('UPDATE staff_sessions SET created_at_ms = created_at_ms - 301000').run();
    expect((await own('PATCH', '/sso', wish)).body.error?.code).toBe('FRESH_SIGN_IN_REQUIRED');
    expect((await own('DELETE', '/sso')).body.error?.code).toBe('FRESH_SIGN_IN_REQUIRED');
  });

  it('needs a confirmed address', async () => {
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL').run();
    expect((await own('PATCH', '/sso', wish)).body.error?.code).toBe('EMAIL_NOT_VERIFIED');
  });

  it('is enforced only with a break-glass owner who has a second factor, and ends other sessions', async () => {
    await own('PATCH', '/sso', wish);
    await prove();
    const dora = await makeMember(tenant.id, 'developer');
    await env.DB.prepare('UPDATE staff SET email_normalized = ? WHERE id = ?')
      .bind(`dora@${domain}`, dora.id)
      .run();
    const enforcement = { enforce: true, break_glass: `mem_${tenant.owner.id}` };
    const without = await own('PATCH', '/sso', enforcement);
    expect(without.body.error?.details?.[0]?.field).toBe('break_glass');
    const stranger = await makeDashboardTenant();
    await givePasskey(stranger.owner.id);
    await givePasskey(dora.id);
    for (const id of [stranger.owner.id, dora.id, 999_999])
      expect(
        (await own('PATCH', '/sso', { ...enforcement, break_glass: `mem_${id}` })).status,
      ).toBe(400);
    expect((await ask('GET', '/auth/me', dora.token)).status).toBe(200);
    await givePasskey(tenant.owner.id);
    const { status, body } = await own('PATCH', '/sso', enforcement);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...enforcement, break_glass_ready: true });
    expect((await ask('GET', '/auth/me', dora.token)).status).toBe(401);
    expect((await own('GET', '/auth/me')).status).toBe(200);
  });
});

describe('DELETE /dashboard/v1/sso', () => {
  it('lets everybody sign in as before', async () => {
    await own('PATCH', '/sso', wish);
    expect((await own('DELETE', '/sso')).status).toBe(200);
    expect((await own('DELETE', '/sso')).status).toBe(404);
    expect((await own('GET', '/sso')).body.data.issuer).toBeNull();
    const { email } = tenant.owner;
    const login = await ask('POST', '/auth/login', undefined, { email, password: PASSWORD });
    expect(login.status).toBe(200);
  });
});

describe('domains', () => {
  it('are proven by a TXT record, however the DNS splits it', async () => {
    const { body } = await own('POST', '/sso/domains', { domain: ` ${domain.toUpperCase()} ` });
    const { record } = body.data;
    expect(body.data).toEqual({ domain, state: 'pending', record });
    expect(record).toMatch(/^agate-verify=[\w-]{24}$/);
    expect((await check()).error?.code).toBe('VALIDATION_FAILED');
    await setRecords(domain, ['agate-verify=something-else', `${record} `]);
    expect((await check()).status).toBe(400);
    await setRecords(domain, [record]);
    expect((await check()).data).toMatchObject({ domain, state: 'proven' });
    const trail = await own('GET', '/audit');
    expect(trail.body.data[0]).toMatchObject({
      action: 'sso_domain.prove',
      target_type: 'sso_domain',
      target_id: domain,
    });
  });

  it.each([
    'company',
    'localhost',
    '10.0.0.10',
    'a b.example',
    'x.internal',
    '-.example',
    'dora@x.example',
  ])('cannot be public mail domains: %s is refused', async (text) => {
    expect((await own('POST', '/sso/domains', { domain: text })).status).toBe(400);
  });

  it('belong to one customer, however many claim them', async () => {
    const rival = await makeDashboardTenant();
    const named = await ask('POST', '/sso/domains', rival.owner.token, { domain });
    await prove();
    await setRecords(domain, [named.body.data.record]);
    expect((await check(domain, rival)).status).toBe(409);
    const third = await makeDashboardTenant();
    const late = await ask('POST', '/sso/domains', third.owner.token, { domain });
    expect(late.status).toBe(409);
    expect((await own('POST', '/sso/domains', { domain })).status).toBe(409);
  });

  it('are given to one of two that prove the same one at once', async () => {
    const rival = await makeDashboardTenant();
    const records = await Promise.all(
      [tenant, rival].map(async ({ owner }) => {
        const { body } = await ask('POST', '/sso/domains', owner.token, { domain });
        return body.data.record as string;
      }),
    );
    await setRecords(domain, records);
    const ends = await Promise.all([check(domain, tenant), check(domain, rival)]);
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('are twenty at most', async () => {
    for (let n = 0; n < 20; n += 1)
      expect((await own('POST', '/sso/domains', { domain: `d${n}.${domain}` })).status).toBe(200);
    expect((await own('POST', '/sso/domains', { domain })).status).toBe(409);
  });

  it('are forgotten when they are removed, and free for others', async () => {
    await prove();
    expect((await own('DELETE', `/sso/domains/${domain}`)).status).toBe(200);
    expect((await own('DELETE', `/sso/domains/${domain}`)).status).toBe(404);
    const rival = await makeDashboardTenant();
    expect((await ask('POST', '/sso/domains', rival.owner.token, { domain })).status).toBe(200);
  });

  it('of one customer cannot be checked or removed by others', async () => {
    await prove();
    const rival = await makeDashboardTenant();
    expect((await check(domain, rival)).status).toBe(404);
    const removed = await ask('DELETE', `/sso/domains/${domain}`, rival.owner.token);
    expect(removed.status).toBe(404);
  });

  it('report when the DNS does not answer', async () => {
    const name = `down.${domain}`;
    await own('POST', '/sso/domains', { domain: name });
    expect(await check(name)).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE' } });
  });
});

describe('the monthly check of a domain', () => {
  it('finds the record still there, and is due again a month later', async () => {
    await prove();
    const nowMs = Date.now() + 31 * DAY_MS;
    await recheck(nowMs);
    expect(await stateOf()).toBe('proven');
    await setRecords(domain, []);
    await recheck(nowMs + 29 * DAY_MS);
    const { results } = await env.DB.prepare('SELECT misses FROM sso_domains').all();
    expect(results).toEqual([{ misses: 0 }]);
  });

  it('lets a domain lapse after three days without it, and restores it', async () => {
    await prove();
    const { record } = (await own('GET', '/sso')).body.data.domains[0];
    await setRecords(domain, []);
    const nowMs = Date.now() + 31 * DAY_MS;
    for (const [day, state] of [
      [0, 'proven'],
      [1, 'proven'],
      [2, 'lapsed'],
    ] as const) {
      await recheck(nowMs + day * DAY_MS);
      expect(await stateOf()).toBe(state);
    }
    const trail = await own('GET', '/audit');
    expect(trail.body.data[0]).toMatchObject({ action: 'sso_domain.lapse' });
    await setRecords(domain, [record]);
    await recheck(nowMs + 40 * DAY_MS);
    expect(await stateOf()).toBe('proven');
  });

  it('changes nothing while the DNS does not answer', async () => {
    const name = `down.${domain}`;
    await own('POST', '/sso/domains', { domain: name });
    await env.DB.prepare("UPDATE sso_domains SET state = 'proven', due_at_ms = 0").run();
    for (let day = 0; day < 5; day += 1) await recheck(Date.now() + day * DAY_MS);
    expect(await stateOf()).toBe('proven');
  });

  it('leaves a lapsed domain to the customer that has proven it since', async () => {
    await prove();
    await env.DB.prepare("UPDATE sso_domains SET state = 'lapsed', due_at_ms = 0").run();
    const { record: mine } = (await own('GET', '/sso')).body.data.domains[0];
    const rival = await makeDashboardTenant();
    const { body } = await ask('POST', '/sso/domains', rival.owner.token, { domain });
    await setRecords(domain, [mine, body.data.record]);
    expect((await check(domain, rival)).status).toBe(200);
    await recheck(Date.now());
    expect(await stateOf()).toBe('lapsed');
  });
});
