// How operators search the OAuth clients of all customers and change the setting that only they can
// change: whether a client's requests may omit PKCE (D-103).
import { env } from 'cloudflare:workers';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { ask as askDashboard } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import {
  answerIn,
  Browser,
  makeClient,
  rememberConsent,
  type TestClient,
} from '../../support/site/oauth.ts';
import { redeem } from '../../support/site/oauth-calls.ts';

const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined };

async function makeVisit() {
  const [client, account, admin] = await Promise.all([makeClient(), makeAccount(), makeAdmin()]);
  await rememberConsent(account, client);
  const browser = new Browser();
  await browser.signIn(account);
  const mark = (pkce_optional: unknown) =>
    ask('PATCH', `/oauth-clients/${client.id}`, admin.token, { pkce_optional });
  const answer = async (changes: Record<string, string | undefined>) =>
    answerIn(await browser.authorize(client, { nonce: 'n-1', ...changes }));
  return { client, admin, mark, answer };
}

const redeemWith = (site: TestClient, code = '', verifier?: string) =>
  redeem({ site, code }, { code_verifier: verifier });

const set = (id: string, columns: string) =>
  env.DB.prepare(`UPDATE oauth_clients SET ${columns} WHERE id = ?`).bind(id).run();
const day = (date: string) => Date.parse(`${date}T12:00:00Z`);

describe('GET /admin/v1/oauth-clients', () => {
  async function makeClients() {
    const [{ token }, arcade, cellar, reader, gone] = await Promise.all([
      makeAdmin({ role: 'support' }),
      makeClient({ name: 'Arcade' }),
      makeClient({ name: 'Cellar app' }),
      makeClient({ name: 'cellar shop' }),
      makeClient({ name: 'Cellar, closed' }),
    ]);
    await set(arcade.id, `created_at_ms = ${day('2026-01-10')}`);
    await set(cellar.id, `created_at_ms = ${day('2026-01-11')}`);
    await set(reader.id, `created_at_ms = ${day('2026-01-12')}`);
    // The counts still list these clients under today, the day on which they were inserted.
    await env.DB.prepare('DELETE FROM oauth_client_days').run();
    await env.DB.prepare(
      `INSERT INTO oauth_client_days SELECT strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch'), is_public, pkce_optional,
         count(*) FROM oauth_clients GROUP BY 1, 2, 3`,
    ).run();
    await set(gone.id, 'deleted_at_ms = 1');
    await set(cellar.id, "is_public = 1, secret_hash = ''");
    await set(reader.id, 'pkce_optional = 1');
    const find = async (query: string) => {
      const { status, body } = await ask('GET', `/oauth-clients?${query}`, token);
      expect([query, status]).toEqual([query, 200]);
      const { pagination } = body.meta as unknown as { pagination: { total: number } };
      return [body.data.map(({ name }: { name: string }) => name), pagination.total];
    };
    return { token, arcade, cellar, reader, gone, find };
  }

  it('lists the clients of all customers, newest first, in pages, by kind, day and setting', async () => {
    const { find } = await makeClients();
    expect(await find('')).toEqual([['cellar shop', 'Cellar app', 'Arcade'], 3]);
    expect(await find('per_page=2')).toEqual([['cellar shop', 'Cellar app'], 3]);
    expect(await find('per_page=2&page=2')).toEqual([['Arcade'], 3]);
    expect(await find('per_page=2&page=3')).toEqual([[], 3]);
    expect(await find('public=true')).toEqual([['Cellar app'], 1]);
    expect(await find('public=false')).toEqual([['cellar shop', 'Arcade'], 2]);
    expect(await find('pkce_optional=true')).toEqual([['cellar shop'], 1]);
    expect(await find('pkce_optional=true&public=true')).toEqual([[], 0]);
    expect(await find('pkce_optional=false&public=false')).toEqual([['Arcade'], 1]);
    expect(await find('start_date=2026-01-11&end_date=2026-01-11')).toEqual([['Cellar app'], 1]);
  });

  it('searches by the beginning of a name or a whole client_id, and by customer', async () => {
    const { find, arcade, cellar, reader, gone } = await makeClients();
    expect(await find('search=CELLAR')).toEqual([['cellar shop', 'Cellar app'], 2]);
    expect(await find('search=cellar&per_page=1&page=2')).toEqual([['Cellar app'], 2]);
    expect(await find('search=cellar&public=true')).toEqual([['Cellar app'], 1]);
    expect(await find('search=cellar&end_date=2026-01-11')).toEqual([['Cellar app'], 1]);
    expect(await find('search=door')).toEqual([[], 0]);
    expect(await find(`search=%20${arcade.id}%20`)).toEqual([['Arcade'], 1]);
    expect(await find(`search=${gone.id}`)).toEqual([[], 0]);
    expect(await find(`tenant_id=${cellar.tenantId}`)).toEqual([['Cellar app'], 1]);
    expect(await find(`tenant_id=${cellar.tenantId}&search=cell`)).toEqual([['Cellar app'], 1]);
    expect(await find(`tenant_id=${cellar.tenantId}&search=arc`)).toEqual([[], 0]);
    expect(await find(`tenant_id=${cellar.tenantId}&search=${reader.id}`)).toEqual([[], 0]);
    expect(await find(`tenant_id=${cellar.tenantId}&pkce_optional=true`)).toEqual([[], 0]);
    expect(await find('tenant_id=ten_none')).toEqual([[], 0]);
    // These characters have a special meaning in SQL or in LIKE patterns.
    for (const typed of ['%25', '_', "'", '%00'])
      expect(await find(`tenant_id=${cellar.tenantId}&search=${typed}x`)).toEqual([[], 0]);
  });

  it('shows one client with its redirect URIs and settings, and no secret', async () => {
    const { token, arcade, gone } = await makeClients();
    const { status, body } = await ask('GET', `/oauth-clients/${arcade.id}`, token);
    expect([status, body.data]).toEqual([
      200,
      {
        client_id: arcade.id,
        tenant_id: arcade.tenantId,
        tenant_name: 'Cellar Door',
        name: 'Arcade',
        public: false,
        pkce_optional: false,
        created_at: '2026-01-10T12:00:00Z',
        redirect_uris: [expect.stringMatching(/^https:/)],
        post_logout_redirect_uris: [expect.stringMatching(/^https:/)],
        web_origins: [],
        scopes: expect.arrayContaining(['openid', 'age_verification']),
        age_thresholds: [12, 15, 18, 21, 25],
        refuses_face: false,
        dpop_bound_access_tokens: false,
        require_pushed_authorization_requests: false,
        id_token_signed_response_alg: 'RS256',
        device_flow: false,
        fedcm: false,
        nonce_optional: false,
        id_token_claims: false,
        client_kind: 'web',
      },
    ]);
    for (const id of [gone.id, 'xoc_none', "x'"])
      expect((await ask('GET', `/oauth-clients/${id}`, token)).status).toBe(404);
  });

  it.each(['public=maybe', 'pkce_optional=1', 'start_date=soon', `search=${'x'.repeat(201)}`])(
    'refuses %s with 400',
    async (query) => {
      const { token } = await makeAdmin();
      const { status, body } = await ask('GET', `/oauth-clients?${query}`, token);
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it('can be listed with the audit entries of one client, and no others', async () => {
    const { client, admin, mark } = await makeVisit();
    const other = await makeClient();
    await mark(true);
    await ask('PATCH', `/oauth-clients/${other.id}`, admin.token, { pkce_optional: true });
    await mark(false);
    const read = async (query: string) => {
      const { status, body } = await ask('GET', `/audit?${query}`, admin.token);
      return [status, body.data?.map(({ after }: { after: object }) => after)];
    };
    const ofClient = `target_type=oauth_client&target_id=${client.id}`;
    expect(await read(ofClient)).toEqual([
      200,
      [{ pkce_optional: false }, { pkce_optional: true }],
    ]);
    expect(await read(`${ofClient}&per_page=1&page=2`)).toEqual([200, [{ pkce_optional: true }]]);
    expect(await read(`${ofClient}&action=oauth_client.delete`)).toEqual([200, []]);
    expect(await read(`${ofClient}&admin_user_id=${admin.id + 1}`)).toEqual([200, []]);
    expect((await read(`target_id=${client.id}`))[0]).toBe(400);
  });
});

describe('PATCH /admin/v1/oauth-clients/{id}', () => {
  it('lets one client ask without a code challenge, when it sends a nonce', async () => {
    const { client, mark, answer } = await makeVisit();
    expect(await answer(WITHOUT)).toMatchObject({ error: 'invalid_request' });
    const marked = await mark(true);
    expect([marked.status, marked.body.data]).toMatchObject([
      200,
      {
        client_id: client.id,
        tenant_id: client.tenantId,
        name: 'Cellar Door',
        pkce_optional: true,
      },
    ]);
    expect(await answer({ ...WITHOUT, nonce: undefined })).toMatchObject({
      error: 'invalid_request',
      error_description: 'A request without code_challenge needs a nonce.',
    });
    const { status, body } = await redeemWith(client, (await answer(WITHOUT))['code']);
    expect([status, decodeJwt(body.id_token)['nonce']]).toEqual([200, 'n-1']);
    await mark(false);
    expect(await answer(WITHOUT)).toMatchObject({ error: 'invalid_request' });
  });

  it('weakens no request that has a challenge, and accepts no verifier where there was no challenge (RFC 9700 4.8.2; S-05)', async () => {
    const { client, mark, answer } = await makeVisit();
    await mark(true);
    for (const half of [
      { code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
    ])
      expect(await answer(half)).toMatchObject({ error: 'invalid_request' });
    const bound = await redeemWith(client, (await answer({}))['code']);
    const free = await redeemWith(client, (await answer(WITHOUT))['code'], 'v'.repeat(43));
    expect([bound.body.error, free.body.error]).toEqual(['invalid_grant', 'invalid_grant']);
    const other = await makeClient();
    expect(answerIn(await new Browser().authorize(other, WITHOUT))['error']).toBe(
      'invalid_request',
    );
  });

  it('is audited once, in the logs of operators and of the customer, and is shown to the owner', async () => {
    const { client, admin, mark } = await makeVisit();
    for (const wrong of ['true', null, undefined]) expect((await mark(wrong)).status).toBe(400);
    for (const wish of [true, true]) expect((await mark(wish)).status).toBe(200);
    const owner = await makeMember(client.tenantId);
    const own = await askDashboard('GET', `/oauth-clients/${client.id}`, owner.token);
    expect(own.body.data).toMatchObject({ pkce_optional: true });
    const entry = { action: 'oauth_client.update', target_id: client.id };
    const theirs = await askDashboard('GET', '/audit', owner.token);
    const ours = await ask('GET', '/audit?action=oauth_client.update', admin.token);
    for (const { body } of [theirs, ours])
      expect(body.data).toEqual([expect.objectContaining(entry)]);
    const gone = await ask('PATCH', '/oauth-clients/xoc_none', admin.token, {
      pkce_optional: true,
    });
    expect(gone.status).toBe(404);
  });
});
