// A customer whose mail address nobody has confirmed: whoever signed up may not own it (D-64).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { endRevokedGrants } from '../../../src/domain/grants/connections.ts';
import { issueMailLink } from '../../../src/domain/mail/mail-link.ts';
import { resetStaffPassword } from '../../../src/domain/staff-authentication/reset-password.ts';
import { nextResetGeneration } from '../../../src/domain/staff/password-store.ts';
import { countAgainst } from '../../../src/domain/terms/guess-limits.ts';
import { post, VALID_INIT } from '../../support/api.ts';
import { makeContext } from '../../support/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/dashboard.ts';
import { authorizeSite } from '../../support/grants.ts';
import { keepMails, linksTo } from '../../support/mails.ts';
import { makeMember } from '../../support/members.ts';
import { CALLBACK } from '../../support/oauth-request.ts';

const HOOK = { url: 'https://shop.example/hook', events: ['session.success'] };
const CLIENT = {
  name: 'Cellar club',
  redirect_uris: ['https://shop.example/in'],
  scopes: ['openid'],
};
const PASSWORD = 'walnut-harbour-mist-92';

let tenant: DashboardTenant;
beforeEach(async () => {
  await keepMails();
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
  ])('%s %s is refused, and says why', async (method, path, body) => {
    const { status, body: answer } = await as(method, path, body);
    expect([status, answer.error?.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    expect(await count('webhook_endpoints')).toBe(0);
    expect(await count('oauth_clients')).toBe(0);
  });

  it('a live key of an earlier time is not rotated, a test key is', async () => {
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
    expect(refused?.body.error?.message).toContain('mail address of your team is confirmed');
    await setVerified(Date.now());
    const { key: next } = (await as('POST', '/api-keys', { name: 'second' })).body.data;
    expect((await init(next)).status).toBe(201);
  });
});

describe('the proof of the address by somebody else, with a new password (A4)', () => {
  /** As an impostor leaves it; made before the rules above, or it would not be there. */
  async function prepare() {
    const { key, id: keyId } = (await as('POST', '/api-keys', { name: 'mine', mode: 'live' })).body
      .data;
    const client = (await as('POST', '/oauth-clients', CLIENT)).body.data;
    const hook = (await as('POST', '/webhooks', HOOK)).body.data;
    await as('PATCH', '/settings', { embed_origins: ['https://evil.example'] });
    await env.DB.prepare(
      `INSERT INTO staff_passkeys (staff_id, credential_id, public_key, counter, transports, backed_up,
         name, created_at_ms) VALUES (?, ?, 'x', 0, '[]', 0, 'theirs', 1)`,
    )
      .bind(tenant.owner.id, tenant.id)
      .run();
    return { key, keyId, client, hook };
  }
  const reset = async (link: string) =>
    ask('POST', '/auth/reset-password', undefined, { token: link, password: PASSWORD });
  const forgot = async (mails: number) => {
    await ask('POST', '/auth/forgot-password', undefined, { email: tenant.owner.email });
    return (await linksTo(tenant.owner.email, mails)).at(-1) ?? '';
  };
  const passkeys = async () => {
    const row = await env.DB.prepare('SELECT COUNT(*) AS n FROM staff_passkeys WHERE staff_id = ?')
      .bind(tenant.owner.id)
      .first<{ n: number }>();
    return row?.n;
  };
  const read = async (token: string, path: string) => (await ask('GET', path, token)).body.data;
  const signIn = async () =>
    (await ask('POST', '/auth/login', undefined, { email: tenant.owner.email, password: PASSWORD }))
      .body.data.access_token as string;

  it('leaves nothing of what was made before', async () => {
    const { key, client } = await prepare();
    const init = () => post('/verify/v1/init', VALID_INIT, key);
    expect((await init()).status).toBe(201);
    await setVerified(null);
    expect((await reset(await forgot(1))).status).toBe(200);
    expect((await init()).status).toBe(401);
    expect((await as('GET', '/auth/me')).status).toBe(401);
    const owner = await signIn();
    expect(await read(owner, '/webhooks')).toEqual([]);
    expect(await read(owner, '/oauth-clients')).toEqual([]);
    const keys = (await read(owner, '/api-keys')) as { revoked_at?: string }[];
    expect(keys.filter(({ revoked_at: at }) => at === undefined)).toEqual([]);
    expect(await read(owner, '/settings')).toMatchObject({ embed_origins: [] });
    expect(await passkeys()).toBe(0);
    expect((await ask('GET', `/oauth-clients/${client.id}`, owner)).status).toBe(404);
  });

  it('takes nothing from whoever had confirmed the address, and nothing by a replaced link', async () => {
    const { key } = await prepare();
    await setVerified(null);
    const older = await forgot(1);
    await setVerified(Date.now());
    const newer = await forgot(2);
    await setVerified(null);
    expect((await reset(older)).status).toBe(400);
    expect(await count('webhook_endpoints')).toBe(1);
    await setVerified(Date.now());
    expect((await reset(newer)).status).toBe(200);
    const owner = await signIn();
    expect(await read(owner, '/webhooks')).toHaveLength(1);
    expect(await read(owner, '/oauth-clients')).toHaveLength(1);
    expect((await post('/verify/v1/init', VALID_INIT, key)).status).toBe(201);
  });

  it('takes nothing of a customer where somebody else has a confirmed address', async () => {
    await prepare();
    await makeMember(tenant.id, 'developer');
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?')
      .bind(tenant.owner.id)
      .run();
    expect((await reset(await forgot(1))).status).toBe(200);
    expect(await count('webhook_endpoints')).toBe(1);
    expect(await passkeys()).toBe(0);
  });

  it('ends the grants of its clients in the same transaction, and their objects by the sweep', async () => {
    const wish = { ...CLIENT, redirect_uris: [CALLBACK] };
    const { id } = (await as('POST', '/oauth-clients', wish)).body.data;
    const site = { id, secret: '', tenantId: tenant.id };
    await authorizeSite({ site, request: { scope: ['openid'] } });
    await setVerified(null);
    const ctx = makeContext();
    const generation = (await nextResetGeneration(ctx.db, tenant.owner.id)) ?? 0;
    const purpose = { kind: 'staff_reset', audience: 'dashboard', generation } as const;
    const token = await issueMailLink(ctx, {
      purpose: { ...purpose, staffId: tenant.owner.id },
      lifetimeMs: 60_000,
    });
    const grant = () => {
      throw new Error('The object is out of reach.');
    };
    const broken = { ...ctx, objects: { ...ctx.objects, grant } };
    const caller = { ip: '192.0.2.1', userAgent: 'Firefox' };
    await resetStaffPassword(broken, 'dashboard', { token, password: PASSWORD }, caller);
    const grants = async () =>
      env.DB.prepare(
        `SELECT revoked_at_ms IS NOT NULL AS isRevoked, ended_at_ms IS NOT NULL AS isEnded
         FROM grants WHERE client_id = ?`,
      )
        .bind(id)
        .first();
    expect(await grants()).toEqual({ isRevoked: 1, isEnded: 0 });
    await endRevokedGrants(makeContext());
    expect(await grants()).toEqual({ isRevoked: 1, isEnded: 1 });
  });
});
