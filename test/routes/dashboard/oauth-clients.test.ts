import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import type { TestClient } from '../../support/site/oauth.ts';
import { introspect, readUserinfo, redeem, refresh } from '../../support/site/oauth-calls.ts';
import { CALLBACK } from '../../support/site/oauth-request.ts';

const DAY_MS = 86_400_000;
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const WISH = {
  name: 'Cellar Door',
  redirect_uris: [CALLBACK],
  scopes: ['openid', 'profile', 'email', 'age_verification', 'connections'],
};

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});
afterEach(() => void vi.useRealTimers());

const send = (method: string, path: string, body?: unknown) =>
  ask(method, `/oauth-clients${path}`, tenant.owner.token, body);

async function create(body: Record<string, unknown> = {}) {
  const reply = await send('POST', '', { ...WISH, ...body });
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return reply.body.data;
}

const siteOf = (client: { id: string }, secret: string): TestClient => ({
  id: client.id,
  secret,
  tenantId: tenant.id,
});

/** Whether the client can authenticate with the secret. */
const proves = async (client: { id: string }, secret: string) =>
  (await introspect(siteOf(client, secret), 'nothing')).status === 200;

function passMs(ms: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

const audit = async () =>
  (
    await env.DB.prepare(
      "SELECT action, target_id, staff_id, tenant_id, before, after FROM audit_entries WHERE target_type = 'oauth_client' ORDER BY id",
    ).all<Record<string, string>>()
  ).results;

describe('the name of an OAuth client (A5)', () => {
  const named = (name: string) => send('POST', '', { ...WISH, name });

  it.each(['Google', 'G00gle sign in', 'G\u043eogle', 'PayPaI', 'Agate', 'Apple ID'])(
    'cannot be %s',
    async (name) => {
      const refused = await named(name);
      expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, 'name']);
      expect((await send('GET', '')).body.data).toEqual([]);
      const { id } = await create();
      expect((await send('PATCH', `/${id}`, { name })).status).toBe(400);
      expect((await send('PATCH', `/${id}`, { scopes: ['openid'] })).body.data.name).toBe(
        WISH.name,
      );
    },
  );

  it('may be a well-known one if the owner has a confirmed address at its domain', async () => {
    const ownerIs = (email: string) =>
      env.DB.prepare('UPDATE staff SET email = ? WHERE id = ?').bind(email, tenant.owner.id).run();
    for (const email of [
      'ada@google.com.evil.example',
      'ada@notgoogle.com',
      'google.com@evil.example',
    ]) {
      await ownerIs(email);
      expect((await named('Google')).status).toBe(400);
    }
    await ownerIs('ada@accounts.google.com');
    expect((await named('Google')).status).toBe(200);
    expect((await named('PayPal')).status).toBe(400);
  });
});

describe('an OAuth client', () => {
  it('is registered with a secret that is shown once, works, and is stored as a hash', async () => {
    const { client_secret: secret, ...made } = await create({ logo: PNG });
    expect(made).toEqual({
      id: expect.stringMatching(/^xoc_/),
      client_id: made.id,
      ...WISH,
      logo: PNG,
      post_logout_redirect_uris: [],
      age_thresholds: [12, 15, 18, 21, 25],
      refuses_face: false,
      client_kind: 'web',
      pkce_optional: false,
      nonce_optional: false,
      id_token_claims: false,
      dpop_bound_access_tokens: false,
      require_pushed_authorization_requests: false,
      id_token_signed_response_alg: 'RS256',
      device_flow: false,
      fedcm: false,
      created_at: expect.any(String),
    });
    expect(secret).toMatch(/^xocs_[\w-]{43}$/);
    expect(await proves(made, secret)).toBe(true);
    expect((await send('GET', `/${made.id}`)).body.data).toEqual(made);
    const list = (await send('GET', '')).body;
    expect(list.data).toEqual([made]);
    expect(list.meta).toMatchObject({ pagination: { total: 1 } });
    const { results } = await env.DB.prepare('SELECT * FROM oauth_clients').all();
    expect(JSON.stringify(results)).not.toContain(secret);
  });

  it.each([
    ['no name', { name: undefined }, ['name']],
    ['no redirect URI', { redirect_uris: undefined }, ['redirect_uris']],
    ['an empty list of redirect URIs', { redirect_uris: [] }, ['redirect_uris']],
    ['21 redirect URIs', { redirect_uris: Array(21).fill(CALLBACK) }, ['redirect_uris']],
    [
      'a redirect URI that is a script',
      { redirect_uris: ['javascript:alert(1)'] },
      ['redirect_uris'],
    ],
    ['a redirect URI that is no list', { redirect_uris: CALLBACK }, ['redirect_uris']],
    ['scopes without openid', { scopes: ['profile'] }, ['scopes']],
    ['an unknown scope', { scopes: ['openid', 'admin'] }, ['scopes']],
    ['a logo from elsewhere', { logo: 'https://evil.example/x.png' }, ['logo']],
    ['a logo that is too large', { logo: `data:image/png;base64,${'A'.repeat(16_384)}` }, ['logo']],
    [
      'a logout address in our own network (S-28)',
      { backchannel_logout_uri: 'https://169.254.169.254/latest' },
      ['backchannel_logout_uri'],
    ],
    [
      'several faults, which are all told',
      { scopes: [], redirect_uris: ['ftp://x'] },
      ['scopes', 'redirect_uris'],
    ],
  ])('is not registered with %s', async (_case, fields, faults) => {
    const reply = await send('POST', '', { ...WISH, ...fields });
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error?.details?.map((one) => one.field.split('.')[0])).toEqual(faults);
    expect((await send('GET', '')).body.data).toEqual([]);
  });

  it('has the age thresholds it was given, sorted; null restores all of them (D-56)', async () => {
    const made = await create({ age_thresholds: [21, 18, 21] });
    expect(made.age_thresholds).toEqual([18, 21]);
    const change = (age_thresholds: unknown) => send('PATCH', `/${made.id}`, { age_thresholds });
    expect((await change([25])).body.data.age_thresholds).toEqual([25]);
    for (const wrong of [[], [16], ['18'], 18, {}]) {
      const { status, body } = await change(wrong);
      expect([wrong, status, body.error?.code]).toEqual([wrong, 400, 'VALIDATION_FAILED']);
      expect(body.error?.details?.[0]?.field).toMatch(/^age_thresholds/);
    }
    expect((await change(null)).body.data.age_thresholds).toEqual([12, 15, 18, 21, 25]);
    expect((await send('GET', `/${made.id}`)).body.data.age_thresholds).toHaveLength(5);
  });

  it('is refused when the body is larger than 64 KiB', async () => {
    expect((await send('POST', '', { ...WISH, logo: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('is one of at most 50, even with 60 concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => send('POST', '', WISH)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(10);
    expect((await send('GET', '?per_page=100')).body.data).toHaveLength(50);
  });

  it('changes only the given fields; null removes a value', async () => {
    const { client_secret: secret, ...made } = await create({ logo: PNG });
    const uris = ['https://rp.example/other'];
    const changed = await send('PATCH', `/${made.id}`, { redirect_uris: uris, logo: null });
    const { logo: _logo, ...rest } = made;
    expect(changed.body.data).toEqual({ ...rest, redirect_uris: uris });
    expect((await send('GET', `/${made.id}`)).body.data).toEqual(changed.body.data);
    expect(await proves(made, secret)).toBe(true);
    const site = siteOf(made, secret);
    const request = { redirectUri: uris[0]! };
    const authorized = await authorizeSite({ site, request });
    expect((await redeem(authorized, { redirect_uri: uris[0] })).status).toBe(200);
  });

  it('keeps both of two concurrent changes to different fields', async () => {
    const made = await create();
    await Promise.all([
      send('PATCH', `/${made.id}`, { name: 'New name' }),
      send('PATCH', `/${made.id}`, { scopes: ['openid'] }),
    ]);
    expect((await send('GET', `/${made.id}`)).body.data).toMatchObject({
      name: 'New name',
      scopes: ['openid'],
    });
  });

  it('is unchanged after an invalid or empty change', async () => {
    const { client_secret: _secret, ...made } = await create();
    const wrongs = [{ redirect_uris: [] }, { name: '' }, { scopes: null }, { logo: 7 }];
    for (const wrong of [...wrongs, { id: 'xoc_x' }])
      expect((await send('PATCH', `/${made.id}`, wrong)).status).toBe(400);
    expect((await send('PATCH', `/${made.id}`, {})).body.data).toEqual(made);
    expect((await audit()).map(({ action }) => action)).toEqual(['oauth_client.create']);
  });

  it('saves a new logo of the same length', async () => {
    const made = await create({ logo: PNG });
    const other = PNG.replace('iVBO', 'AAAA');
    await send('PATCH', `/${made.id}`, { logo: other });
    expect((await send('GET', `/${made.id}`)).body.data.logo).toBe(other);
  });
});

describe('a new secret', () => {
  const rotate = (client: { id: string }, body: unknown) =>
    send('POST', `/${client.id}/rotate-secret`, body);

  it('is valid together with the previous one for the days of the overlap', async () => {
    const { client_secret: older, ...made } = await create();
    const { data } = (await rotate(made, { overlap_days: 7 })).body;
    expect(data.client_secret).not.toBe(older);
    expect(Date.parse(data.previous_secret_expires_at) - Date.now()).toBeGreaterThan(
      7 * DAY_MS - 60_000,
    );
    passMs(7 * DAY_MS - 60_000);
    expect([await proves(made, older), await proves(made, data.client_secret)]).toEqual([
      true,
      true,
    ]);
    passMs(61_000);
    expect([await proves(made, older), await proves(made, data.client_secret)]).toEqual([
      false,
      true,
    ]);
  });

  it('invalidates the previous one immediately with an overlap of 0 days', async () => {
    const { client_secret: older, ...made } = await create();
    expect(await proves(made, older)).toBe(true);
    const { data } = (await rotate(made, { overlap_days: 0 })).body;
    expect(data.previous_secret_expires_at).toBeUndefined();
    expect([await proves(made, older), await proves(made, data.client_secret)]).toEqual([
      false,
      true,
    ]);
  });

  it('is created once for fifty concurrent requests, so that the secret in use stays valid', async () => {
    const { client_secret: older, ...made } = await create();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => rotate(made, { overlap_days: 1 })),
    );
    const [won, ...more] = replies.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    expect([await proves(made, older), await proves(made, won?.body.data.client_secret)]).toEqual([
      true,
      true,
    ]);
  });

  it('may replace the newest one when that was lost: the older one keeps its expiry', async () => {
    const { client_secret: older, ...made } = await create();
    const lost = (await rotate(made, { overlap_days: 2 })).body.data;
    const again = (await rotate(made, { overlap_days: 7, keep: 'older' })).body.data;
    expect(again.previous_secret_expires_at).toBe(lost.previous_secret_expires_at);
    expect(
      await Promise.all(
        [older, lost.client_secret, again.client_secret].map((one) => proves(made, one)),
      ),
    ).toEqual([true, false, true]);
  });

  it('may end both previous ones, also during an overlap', async () => {
    const { client_secret: older, ...made } = await create();
    const second = (await rotate(made, { overlap_days: 2 })).body.data.client_secret;
    const third = (await rotate(made, { overlap_days: 0 })).body.data.client_secret;
    expect(await Promise.all([older, second, third].map((one) => proves(made, one)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each([{}, { overlap_days: 8 }, { overlap_days: 1, keep: 'newest' }])(
    'is not made with %j',
    async (body) => {
      const { client_secret: older, ...made } = await create();
      expect((await rotate(made, body)).status).toBe(400);
      expect(await proves(made, older)).toBe(true);
    },
  );
});

describe('a deleted client', () => {
  it('has no grants: its tokens, codes and secret are invalid', async () => {
    const { client_secret: secret, ...made } = await create();
    const site = siteOf(made, secret);
    const granted = (await redeem(await authorizeSite({ site }))).body;
    const waiting = await authorizeSite({ site });
    expect((await send('DELETE', `/${made.id}`)).body.data).toEqual({ done: true });
    expect((await readUserinfo(granted.access_token)).status).toBe(401);
    expect((await refresh(site, granted.refresh_token)).status).toBe(401);
    expect((await redeem(waiting)).status).toBe(401);
    for (const table of ['connections', 'grants WHERE revoked_at_ms IS NULL'])
      expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n')).toBe(0);
    expect((await send('GET', '')).body.data).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect((await send(method, `/${made.id}`)).status).toBe(404);
    expect((await send('PATCH', `/${made.id}`, { name: 'x' })).status).toBe(404);
  });

  it('gets no new grant from an isolate that still has the client cached', async () => {
    const { client_secret: secret, ...made } = await create();
    await env.DB.prepare('UPDATE oauth_clients SET deleted_at_ms = 1 WHERE id = ?')
      .bind(made.id)
      .run();
    await expect(authorizeSite({ site: siteOf(made, secret) })).rejects.toThrow('cannot agree');
  });

  it('is deleted together with its grants or not at all, in one transaction', async () => {
    const { client_secret: secret, ...made } = await create();
    const granted = (await redeem(await authorizeSite({ site: siteOf(made, secret) }))).body;
    await env.DB.exec(
      "CREATE TRIGGER broken BEFORE UPDATE ON grants BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    expect((await send('DELETE', `/${made.id}`)).status).toBe(500);
    expect((await send('GET', `/${made.id}`)).status).toBe(200);
    await env.DB.exec('DROP TRIGGER broken');
    expect((await readUserinfo(granted.access_token)).status).toBe(200);
    expect((await send('DELETE', `/${made.id}`)).status).toBe(200);
    expect((await readUserinfo(granted.access_token)).status).toBe(401);
  });
});

describe('the audit log', () => {
  it('records every change to a client with its actor, and no secret', async () => {
    const made = await create({ logo: PNG });
    await send('PATCH', `/${made.id}`, { name: 'Till', logo: null });
    const { data } = (await send('POST', `/${made.id}/rotate-secret`, { overlap_days: 3 })).body;
    await send('DELETE', `/${made.id}`);
    const entries = await audit();
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'update', 'rotate_secret', 'delete'].map((verb) => `oauth_client.${verb}`),
    );
    for (const entry of entries)
      expect(entry).toMatchObject({
        target_id: made.id,
        staff_id: tenant.owner.id,
        tenant_id: tenant.id,
      });
    expect(JSON.parse(entries[1]!['before']!)).toEqual({
      name: 'Cellar Door',
      logo: `${PNG.length} characters`,
    });
    expect(JSON.parse(entries[1]!['after']!)).toEqual({ name: 'Till', logo: null });
    for (const secret of [made.client_secret, data.client_secret])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });
});
