// A customer whose email address is not confirmed, so it is unknown whether the person who signed
// up owns the address (D-64).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { endRevokedGrants } from '../../../src/domain/openid/grants/connections.ts';
import { issueMailLink } from '../../../src/domain/platform/mail/mail-link.ts';
import { verifyStaffEmail } from '../../../src/domain/customers/staff-authentication/verify-email.ts';
import { nextResetGeneration } from '../../../src/domain/customers/staff/password-store.ts';
import { countAgainst } from '../../../src/domain/terms/guess-limits.ts';
import { post, VALID_INIT } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import { linksTo } from '../../support/account/mails.ts';
import { makeMember } from '../../support/staff/members.ts';
import { CALLBACK } from '../../support/site/oauth-request.ts';
import { CHOSEN, prove, signUp } from '../../support/customer/unproven.ts';

const HOOK = { url: 'https://shop.example/hook', events: ['session.success'] };
const CLIENT = {
  name: 'Cellar club',
  redirect_uris: ['https://shop.example/in'],
  scopes: ['openid'],
};
const CALLER = { ip: '192.0.2.1', userAgent: 'Firefox' };

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const setVerified = (atMs: number | null) =>
  env.DB.prepare('UPDATE staff SET email_verified_at_ms = ? WHERE tenant_id = ?')
    .bind(atMs, tenant.id)
    .run();
const as = (method: string, path: string, body?: unknown) =>
  ask(method, path, tenant.owner.token, body);
const count = async (table: string) => {
  const row = await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE tenant_id = ?`)
    .bind(tenant.id)
    .first<{ n: number }>();
  return row?.n;
};

describe('before the address is confirmed (A4, A5)', () => {
  beforeEach(() => setVerified(null));

  it.each([
    ['POST', '/webhooks', HOOK],
    ['POST', '/oauth-clients', CLIENT],
    ['POST', '/api-keys', { name: 'live', mode: 'live' }],
    ['PATCH', '/webhooks/we_x', { state: 'enabled' }],
    ['POST', '/webhooks/we_x/test', {}],
    ['POST', '/oauth-clients/xoc_x/rotate-secret', { overlap_days: 0 }],
  ])('%s %s is refused, with the reason', async (method, path, body) => {
    const { status, body: answer } = await as(method, path, body);
    expect([status, answer.error?.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    expect(await count('webhook_endpoints')).toBe(0);
    expect(await count('oauth_clients')).toBe(0);
  });

  it('a live key from an earlier time is not rotated, while a test key is', async () => {
    await setVerified(Date.now());
    const [live, test] = [
      await as('POST', '/api-keys', { name: 'a', mode: 'live' }),
      await as('POST', '/api-keys', { name: 'b', mode: 'test' }),
    ];
    await setVerified(null);
    const rotate = (id: string) => as('POST', `/api-keys/${id}/rotate`, { overlap_days: 0 });
    expect((await rotate(live.body.data.id)).body.error?.code).toBe('EMAIL_NOT_VERIFIED');
    expect((await rotate(test.body.data.id)).status).toBe(200);
  });

  it('a hundred sessions a day can begin, and the refusal says what lifts the limit', async () => {
    const { key } = (await as('POST', '/api-keys', { name: 'first' })).body.data;
    const ctx = makeContext();
    const { unprovenSessions } = ctx.config.guessLimits;
    expect(unprovenSessions).toMatchObject({ limit: 100, windowSeconds: 86_400 });
    const used = Array.from({ length: 98 }, () => countAgainst(ctx, [unprovenSessions, tenant.id]));
    await Promise.all(used);
    const init = (withKey: string) => post('/verify/v1/init', VALID_INIT, withKey);
    const replies = await Promise.all([1, 2, 3, 4].map(() => init(key)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body.error?.message).toContain('email address of your team is confirmed');
    await setVerified(Date.now());
    const { key: next } = (await as('POST', '/api-keys', { name: 'second' })).body.data;
    expect((await init(next)).status).toBe(201);
  });
});

describe('the confirmation of the address by somebody else (A4, D-79)', () => {
  /**
   * Creates what an impostor would leave behind in the account if the rules above did not refuse
   * it.
   */
  async function prepare() {
    const { key } = (await as('POST', '/api-keys', { name: 'mine', mode: 'live' })).body.data;
    const wish = { ...CLIENT, redirect_uris: [CALLBACK] };
    const client = (await as('POST', '/oauth-clients', wish)).body.data;
    await as('POST', '/webhooks', HOOK);
    await env.DB.prepare(
      `INSERT INTO staff_passkeys (staff_id, credential_id, public_key, counter, transports, backed_up,
         name, created_at_ms) VALUES (?, ?, 'x', 0, '[]', 0, 'theirs', 1)`,
    )
      .bind(tenant.owner.id, tenant.id)
      .run();
    return { key, clientId: String(client.id) };
  }
  /** Signs up the owner of the address, who then confirms it. */
  const proveElsewhere = async () => prove(await signUp(tenant.owner.email));
  const rowsOfOwner = async (table: string) => {
    const row = await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE staff_id = ?`)
      .bind(tenant.owner.id)
      .first<{ n: number }>();
    return row?.n;
  };
  const liveClients = async () =>
    env.DB.prepare('SELECT id FROM oauth_clients WHERE tenant_id = ? AND deleted_at_ms IS NULL')
      .bind(tenant.id)
      .all();

  it('deletes everything that was made before', async () => {
    const { key } = await prepare();
    const init = () => post('/verify/v1/init', VALID_INIT, key);
    expect((await init()).status).toBe(201);
    await setVerified(null);
    expect((await proveElsewhere()).status).toBe(200);
    expect((await init()).status).toBe(401);
    expect((await as('GET', '/auth/me')).status).toBe(404);
    expect(await count('webhook_endpoints')).toBe(0);
    expect((await liveClients()).results).toEqual([]);
    expect([await rowsOfOwner('staff_passkeys'), await rowsOfOwner('staff_sessions')]).toEqual([
      0, 0,
    ]);
    expect(await count('staff')).toBe(0);
  });

  it('also ends a key that was made at that moment', async () => {
    const { key } = await prepare();
    await setVerified(null);
    await proveElsewhere();
    await env.DB.prepare('UPDATE api_keys SET revoked_at_ms = NULL').run();
    expect((await post('/verify/v1/init', VALID_INIT, key)).status).toBe(401);
  });

  it('takes nothing from a person who had already confirmed the address', async () => {
    const { key } = await prepare();
    const { memberId, password, token: later } = await signUp(tenant.owner.email);
    // A link that was issued before anybody had confirmed the address.
    const token = await issueMailLink(makeContext(), {
      purpose: { kind: 'staff_email', staffId: memberId, emailNormalized: tenant.owner.email },
      lifetimeMs: 60_000,
    });
    const refused = await ask('POST', '/auth/verify-email', undefined, { token, password });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT']);
    expect((await ask('GET', '/auth/me', later)).status).toBe(200);
    expect(await count('webhook_endpoints')).toBe(1);
    expect((await liveClients()).results).toHaveLength(1);
    expect((await post('/verify/v1/init', VALID_INIT, key)).status).toBe(201);
  });

  it('takes nothing from a customer in which somebody else has a confirmed address', async () => {
    await prepare();
    await makeMember(tenant.id, 'developer');
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?')
      .bind(tenant.owner.id)
      .run();
    expect((await proveElsewhere()).status).toBe(200);
    expect(await count('webhook_endpoints')).toBe(1);
    expect((await liveClients()).results).toHaveLength(1);
  });

  it('ends the grants of its clients in the same transaction, and their objects by the sweep', async () => {
    const { clientId: id } = await prepare();
    const site = { id, secret: '', tenantId: tenant.id };
    await authorizeSite({ site, request: { scope: ['openid'] } });
    await setVerified(null);
    const { email, password } = await signUp(tenant.owner.email);
    const [token = ''] = await linksTo(email, 1);
    const ctx = makeContext();
    const grant = () => {
      throw new Error('The object is out of reach.');
    };
    const broken = { ...ctx, objects: { ...ctx.objects, grant } };
    await verifyStaffEmail(broken, { token, password }, CALLER);
    const grants = async () =>
      env.DB.prepare(
        `SELECT revoked_at_ms IS NOT NULL AS isRevoked, ended_at_ms IS NOT NULL AS isEnded
         FROM grants WHERE client_id = ? AND id NOT LIKE 'stuck%'`,
      )
        .bind(id)
        .first();
    expect(await grants()).toEqual({ isRevoked: 1, isEnded: 0 });
    // Inserts as many grants as one run of the sweep processes. They were revoked after the grant
    // above, and every attempt to end them fails. Runs alternate between starting with the oldest
    // and with the newest grants.
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO grants (id, account_id, client_id, session_id, scope, created_at_ms, expires_at_ms, revoked_at_ms)
       SELECT 'stuck' || i, account_id, client_id, '', '', 1, expires_at_ms, expires_at_ms FROM n, grants WHERE client_id = ?`,
    )
      .bind(id)
      .run();
    const gone = { revoke: () => Promise.reject(new Error('out of reach')) } as never;
    const partly = (name: string) => (name.startsWith('stuck') ? gone : ctx.objects.grant(name));
    for (const minutes of [0, 10]) {
      const now = () => Date.now() + minutes * 60_000;
      const run = endRevokedGrants({ ...ctx, now, objects: { ...ctx.objects, grant: partly } });
      await expect(run).rejects.toThrow('out of reach');
    }
    expect(await grants()).toEqual({ isRevoked: 1, isEnded: 1 });
  });
});

describe('a link for a new password', () => {
  it('is refused if the address is not confirmed, which it would confirm for an impostor (D-79)', async () => {
    await setVerified(null);
    const ctx = makeContext();
    const generation = (await nextResetGeneration(ctx.db, tenant.owner.id)) ?? 0;
    const purpose = { kind: 'staff_reset', audience: 'dashboard', generation } as const;
    const token = await issueMailLink(ctx, {
      purpose: { ...purpose, staffId: tenant.owner.id },
      lifetimeMs: 60_000,
    });
    const reset = { token, password: CHOSEN };
    const { body } = await ask('POST', '/auth/reset-password', undefined, reset);
    expect(body.error?.code).toBe('INVALID_TOKEN');
    expect((await as('GET', '/auth/me')).body.data.email_verified).toBe(false);
  });
});
