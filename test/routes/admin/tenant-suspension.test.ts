// The suspension of a customer by an operator: who is locked out, how soon, and that everything is
// restored afterwards (D-116).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIFETIMES } from '../../../src/config/config.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { get, init, post, VALID_INIT } from '../../support/customer/api.ts';
import { ask as askDashboard, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { introspect, readUserinfo, redeem, refresh } from '../../support/site/oauth-calls.ts';
import { requestFor } from '../../support/site/oauth-request.ts';
import { answerIn, Browser, rememberConsent } from '../../support/site/oauth.ts';
import { PASSWORD } from '../../support/staff/staff.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

afterEach(() => void vi.useRealTimers());

const REASON = 'Sells its access on.';
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];
const begin = (key: string) => post('/verify/v1/init', VALID_INIT, key);

async function operator() {
  const { token, id: adminId } = await makeAdmin();
  return {
    adminId,
    suspend: (id: string, body: unknown = { reason: REASON }) =>
      ask('PATCH', `/tenants/${id}/suspend`, token, body),
    unsuspend: (id: string) => ask('PATCH', `/tenants/${id}/unsuspend`, token),
  };
}

const entries = async () =>
  (
    await env.DB.prepare(
      "SELECT action, staff_id, tenant_id, before, after FROM audit_entries WHERE action LIKE 'tenant.%' ORDER BY id",
    ).all()
  ).results;

describe('PATCH /admin/v1/tenants/{id}/suspend', () => {
  it('is audited with its reason in both logs; a repeat answers 409, as does a customer that has ended', async () => {
    const { suspend, unsuspend, adminId } = await operator();
    const { id } = await makeTenant();
    const suspended = await suspend(id);
    expect([suspended.status, suspended.body.data]).toMatchObject([
      200,
      { state: 'suspended', suspension_reason: REASON, suspended_at: expect.any(String) },
    ]);
    expect(codeOf(await suspend(id))).toEqual([409, 'CONFLICT']);
    const back = await unsuspend(id);
    expect([back.status, back.body.data.state, back.body.data.suspended_at]).toEqual([
      200,
      'active',
      undefined,
    ]);
    expect(codeOf(await unsuspend(id))).toEqual([409, 'CONFLICT']);
    expect(codeOf(await suspend('ten_none'))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await unsuspend('ten_none'))).toEqual([404, 'NOT_FOUND']);
    for (const body of [{}, { reason: ' ' }, { reason: 'a'.repeat(501) }])
      expect(codeOf(await suspend(id, body))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await entries()).toEqual([
      {
        action: 'tenant.suspend',
        staff_id: adminId,
        tenant_id: id,
        before: '{"suspended":false}',
        after: `{"suspended":true,"reason":"${REASON}"}`,
      },
      {
        action: 'tenant.unsuspend',
        staff_id: adminId,
        tenant_id: id,
        before: `{"suspended":true,"reason":"${REASON}"}`,
        after: '{"suspended":false}',
      },
    ]);
    await env.DB.prepare('UPDATE tenants SET ended_at_ms = 1 WHERE id = ?').bind(id).run();
    expect(codeOf(await suspend(id))).toEqual([409, 'CONFLICT']);
  });

  it('happens once with ten concurrent requests, with one audit entry', async () => {
    const { suspend } = await operator();
    const { id } = await makeTenant();
    const replies = await Promise.all(Array.from({ length: 10 }, () => suspend(id)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(409),
    ]);
    expect(await entries()).toHaveLength(1);
  });

  it('changes nothing when its entry cannot be written', async () => {
    const { suspend } = await operator();
    const { id, secret } = await makeTenant();
    await env.DB.prepare(
      "CREATE TRIGGER broken BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'broken'); END",
    ).run();
    expect((await suspend(id)).status).toBe(500);
    await env.DB.exec('DROP TRIGGER broken');
    expect((await begin(secret)).status).toBe(201);
  });
});

describe('a suspended customer', () => {
  it('has its keys refused with a code of their own, which counts as no guess, until they work again', async () => {
    const { suspend, unsuspend } = await operator();
    const tenant = await makeTenant();
    const token = (await begin(tenant.secret)).body.data.token;
    const keys = [tenant.secret, tenant.testSecret, tenant.publishable, tenant.testPublishable];
    await suspend(tenant.id);
    for (const key of keys) expect(codeOf(await begin(key))).toEqual([403, 'TENANT_SUSPENDED']);
    for (let n = 0; n < 60; n += 1)
      expect(codeOf(await get(`/verify/v1/result/${token}`, tenant.secret))).toEqual([
        403,
        'TENANT_SUSPENDED',
      ]);
    await unsuspend(tenant.id);
    expect((await begin(tenant.secret)).status).toBe(201);
    expect((await get(`/verify/v1/result/${token}`, tenant.secret)).status).toBe(200);
  });

  it('is refused by other isolates once their cache of half a minute has expired', async () => {
    const tenant = await makeTenant();
    const one = await authorizeSite();
    const { refresh_token } = (await redeem(one)).body;
    expect((await begin(tenant.secret)).status).toBe(201);
    // Changes the rows as another isolate would, so that this isolate does not notice.
    await env.DB.prepare('UPDATE tenants SET suspended_at_ms = 1 WHERE id IN (?, ?)')
      .bind(tenant.id, one.site.tenantId)
      .run();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LIFETIMES.keyCacheMs });
    expect(codeOf(await begin(tenant.secret))).toEqual([403, 'TENANT_SUSPENDED']);
    expect((await refresh(one.site, refresh_token)).body.error).toBe('invalid_client');
  });

  it('has its staff refused at once and at sign-in, and has their sessions back afterwards', async () => {
    const { suspend, unsuspend } = await operator();
    const tenant = await makeDashboardTenant();
    const { owner } = tenant;
    const me = () => askDashboard('GET', '/auth/me', owner.token);
    const refreshed = () =>
      askDashboard('POST', '/auth/refresh', undefined, { refresh_token: owner.refreshToken });
    const login = (password = PASSWORD) =>
      askDashboard('POST', '/auth/login', undefined, { email: owner.email, password });
    expect((await me()).status).toBe(200);
    await suspend(tenant.id);
    expect(codeOf(await me())).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await refreshed())).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await login())).toEqual([403, 'TENANT_SUSPENDED']);
    // Without the right password, a sign-in does not reveal the suspension.
    expect(codeOf(await login('another-password-47'))).toEqual([401, 'INVALID_CREDENTIALS']);
    await unsuspend(tenant.id);
    expect((await me()).status).toBe(200);
    expect((await refreshed()).status).toBe(200);
    expect((await login()).status).toBe(200);
  });

  it('has clients at which nobody can sign in and whose tokens are refused, while people can still sign out', async () => {
    const { suspend, unsuspend } = await operator();
    const one = await authorizeSite();
    const { access_token, refresh_token } = (await redeem(one)).body;
    const account = await makeAccount();
    await rememberConsent(account, one.site);
    const browser = new Browser();
    await browser.signIn(account);
    const arrives = async () => answerIn(await browser.authorize(one.site, {}));
    expect(await arrives()).toHaveProperty('code');
    await suspend(one.site.tenantId);
    const refused = await browser.get(`/oauth/authorize?${requestFor(one.site).toString()}`);
    expect([refused.status, refused.headers.get('Location')]).toEqual([400, null]);
    expect((await readUserinfo(access_token)).status).toBe(401);
    expect((await introspect(one.site, access_token)).body.error).toBe('invalid_client');
    expect((await refresh(one.site, refresh_token)).body.error).toBe('invalid_client');
    const signOut = await browser.get(`/oauth/logout?client_id=${one.site.id}`);
    expect(signOut.headers.get('Location')).toContain('/signout');
    await unsuspend(one.site.tenantId);
    expect(await arrives()).toHaveProperty('code');
    expect((await readUserinfo(access_token)).status).toBe(200);
    expect((await refresh(one.site, refresh_token)).status).toBe(200);
  });

  it('lets its visitors finish the check they began', async () => {
    const { suspend } = await operator();
    const tenant = await makeTenant();
    const link = await init(tenant.secret);
    const browser = new TestBrowser();
    await suspend(tenant.id);
    expect((await browser.open(link)).status).toBe(200);
    expect((await browser.step('consent', { biometric: true })).status).toBe(200);
  });

  it('affects nobody else’s keys, clients or staff', async () => {
    const { suspend } = await operator();
    const [bad, good] = [await makeTenant(), await makeDashboardTenant()];
    await suspend(bad.id);
    expect((await begin(good.secret)).status).toBe(201);
    expect((await askDashboard('GET', '/auth/me', good.owner.token)).status).toBe(200);
  });
});
