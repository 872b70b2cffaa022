// Sign-ins through FedCM (D-158): what browsers receive, which pages receive a code, and which
// requests are refused.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { endSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { redeem } from '../../support/site/oauth-calls.ts';
import { ALL_SCOPES, CALLBACK, CHALLENGE, ORIGIN } from '../../support/site/oauth-request.ts';
import {
  answerIn,
  Browser,
  locationOf,
  makeClient,
  rememberConsent,
  type TestClient,
} from '../../support/site/oauth.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';

const SITE = new URL(CALLBACK).origin;
/** The header that marks the requests that the browser itself makes for FedCM. */
const FROM_BROWSER = { 'Sec-Fetch-Dest': 'webidentity' };
const HTML = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' };
/** The parameters of a request for nothing beyond what the person has consented to share. */
const WISHES = {
  redirect_uri: CALLBACK,
  scope: 'openid profile',
  nonce: 'n-0S6_WzA2Mj',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

let site: TestClient;
let account: Account;
let browser: Browser;
let sessionId: string;
beforeEach(async () => {
  [site, account] = await Promise.all([makeClient(), makeAccount({ displayName: 'Ada' })]);
  await env.DB.prepare('UPDATE oauth_clients SET fedcm = 1 WHERE id = ?').bind(site.id).run();
  browser = new Browser();
  sessionId = await browser.signIn(account);
  // The cookie is Lax, so requests from another site's page do not include it.
  browser.cookies.delete('agate-account');
});

const accounts = (headers: Record<string, string> = FROM_BROWSER) =>
  browser.get('/oauth/fedcm/accounts', headers);

async function offered(): Promise<{ id: string; name: string; approved_clients: string[] }> {
  const { accounts: list } = await (await accounts()).json<{ accounts: any[] }>();
  return list[0];
}

interface Asking {
  wishes?: Record<string, unknown>;
  client?: string;
  origin?: string;
  accountId?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

async function assert({ wishes = {}, client, origin, accountId, headers, form }: Asking = {}) {
  const id = accountId ?? (await offered()).id;
  const sent = {
    client_id: client ?? site.id,
    account_id: id,
    disclosure_text_shown: 'false',
    is_auto_selected: 'false',
    params: JSON.stringify({ ...WISHES, ...wishes }),
    ...form,
  };
  const response = await browser.post('/oauth/fedcm/assertion', new URLSearchParams(sent), {
    ...FROM_BROWSER,
    Origin: origin ?? SITE,
    ...headers,
  });
  const { token, continue_on: next, error } = await response.json<any>();
  return {
    status: response.status,
    token: token as string | undefined,
    next: next as string | undefined,
    error: error?.code as string | undefined,
    readers: response.headers.get('Access-Control-Allow-Origin'),
  };
}

describe('a browser', () => {
  it('learns the endpoints', async () => {
    const known = await (await browser.get('/.well-known/web-identity')).json<any>();
    expect(known.provider_urls).toEqual([`${ORIGIN}/oauth/fedcm/config.json`]);
    const configured = await (await browser.get('/oauth/fedcm/config.json')).json<any>();
    expect(configured).toMatchObject({
      accounts_endpoint: known.accounts_endpoint,
      login_url: known.login_url,
      id_assertion_endpoint: `${ORIGIN}/oauth/fedcm/assertion`,
    });
  });

  it('gets the account without name and email address, and the clients that are approved for it', async () => {
    await rememberConsent(account, site);
    const text = await (await accounts()).text();
    for (const known of ['Ada', account.email ?? '?', account.subject, sessionId])
      expect(text).not.toContain(known);
    const { id, approved_clients: clients } = await offered();
    expect(clients).toEqual([site.id]);
    // The id belongs to the sign-in, so another sign-in has a different id.
    await browser.signIn(await makeAccount());
    expect((await offered()).id).not.toBe(id);
  });

  it.each([{}, { 'Sec-Fetch-Dest': 'empty' }, { 'Sec-Fetch-Dest': 'document' }])(
    'must send the requests itself: those of pages and people are refused (%o)',
    async (headers: Record<string, string>) => {
      expect((await accounts(headers)).status).toBe(403);
      const posted = await browser.post('/oauth/fedcm/assertion', '', { ...headers, Origin: SITE });
      expect(posted.status).toBe(403);
    },
  );

  it('is told that nobody is signed in any more', async () => {
    await endSession(makeContext(), sessionId);
    const response = await accounts();
    expect([response.status, response.headers.get('Set-Login')]).toEqual([401, 'logged-out']);
  });

  it.each([
    ['none', undefined],
    ['another mac', (one: string) => one.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['no mac', (one: string) => one.split('.')[0] ?? ''],
    ['the account’s own', () => 'xas_anything'],
  ])('needs a valid cookie of this service: not %s', async (_, change) => {
    const cookie = browser.cookies.get('agate-fedcm') ?? '';
    if (change === undefined) browser.cookies.delete('agate-fedcm');
    else browser.cookies.set('agate-fedcm', change(cookie));
    expect((await accounts()).status).toBe(401);
  });

  it('has a cookie that is valid for nothing else', async () => {
    const value = browser.cookies.get('agate-fedcm') ?? '';
    browser.cookies.set('agate-account', value);
    expect(locationOf(await browser.get('/account', HTML)).pathname).toBe('/signin');
    browser.cookies.delete('agate-account');
    expect(locationOf(await browser.get('/account', HTML)).pathname).toBe('/signin');
  });
});

describe('a page', () => {
  it('gets a code for what the person agreed to, which the token endpoint accepts once', async () => {
    await rememberConsent(account, site);
    const { status, token, readers } = await assert();
    expect([status, readers]).toEqual([200, SITE]);
    const { status: redeemed, body } = await redeem({ site, code: token ?? '' });
    expect([redeemed, body.scope]).toEqual([200, 'openid profile']);
    expect((await redeem({ site, code: token ?? '' })).body.error).toBe('invalid_grant');
  });

  it('gets 50 different codes for 50 concurrent requests', async () => {
    await rememberConsent(account, site);
    const { id: accountId } = await offered();
    const given = await Promise.all(Array.from({ length: 50 }, () => assert({ accountId })));
    expect(new Set(given.map(({ token }) => token)).size).toBe(50);
  });

  it('gets a window if the person has not agreed, whose answer goes to the page alone', async () => {
    const { next, token } = await assert();
    expect(token).toBeUndefined();
    expect(next).toMatch(/^\/oauth\/authorize\?/);
    await browser.signIn(account);
    const consent = locationOf(await browser.get(next ?? '', HTML));
    expect(consent.pathname).toBe('/consent');
    const page = await (await browser.get(`${consent.pathname}${consent.search}`, HTML)).text();
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
    const answered = await browser.post(
      '/consent',
      new URLSearchParams({
        form_token: value('form_token') ?? '',
        session: consent.searchParams.get('session') ?? '',
        decision: 'allow',
      }),
      { ...HTML, Origin: ORIGIN },
    );
    expect(answered.headers.get('Location')).toBeNull();
    const handed = /data-hand-over="([^"]+)"/.exec(await answered.text())?.[1] ?? '';
    expect((await redeem({ site, code: handed })).status).toBe(200);
  });

  it('gets a window if the account is not the one that is signed in', async () => {
    await rememberConsent(account, site);
    expect((await assert({ accountId: 'f'.repeat(64) })).next).toContain('/oauth/authorize?');
  });

  it('that wants no window gets an error instead', async () => {
    expect(await assert({ wishes: { prompt: 'none' } })).toMatchObject({
      status: 400,
      error: 'consent_required',
      readers: SITE,
    });
    expect((await assert({ wishes: { prompt: 'login' } })).next).toContain('prompt=login');
  });

  it.each<[string, Asking, string | null]>([
    ['of another origin', { origin: 'https://rp.example.evil.example' }, null],
    ['without an origin', { origin: 'null' }, null],
    ['with an address that is not registered', { wishes: { redirect_uri: `${SITE}/x` } }, null],
    ['without an address', { wishes: { redirect_uri: 7 } }, null],
    ['of an unknown client', { client: 'xoc_nobody' }, null],
    ['without PKCE', { wishes: { code_challenge: 'short' } }, SITE],
    ['with an object', { wishes: { scope: { openid: true } } }, null],
    ['with malformed JSON', { form: { params: '{' } }, null],
    ['with a list', { form: { params: '[]' } }, null],
    ['without parameters', { form: { params: '' } }, null],
  ])('%s gets nothing', async (_, asking, readers) => {
    await rememberConsent(account, site);
    const got = await assert(asking);
    expect(got).toEqual({
      status: 400,
      token: undefined,
      next: undefined,
      error: 'invalid_request',
      readers,
    });
  });

  it('cannot override what the browser and the service set', async () => {
    await rememberConsent(account, site);
    const other = await makeClient({ name: 'Elsewhere' });
    const { token } = await assert({
      wishes: { client_id: other.id, response_type: 'token', response_mode: 'query' },
    });
    expect((await redeem({ site: other, code: token ?? '' })).body.error).toBe('invalid_grant');
    expect((await assert({ wishes: { request_uri: 'urn:x' } })).token).toBeDefined();
  });

  it('of a client without the setting gets nothing, and cannot use the response mode', async () => {
    await env.DB.prepare('UPDATE oauth_clients SET fedcm = 0 WHERE id = ?').bind(site.id).run();
    const other = await makeClient();
    await rememberConsent(account, other);
    expect(await assert({ client: other.id })).toMatchObject({ status: 400, readers: null });
    const to = await browser.authorize(other, { response_mode: 'fedcm' });
    expect(answerIn(to)).toMatchObject({ error: 'invalid_request' });
  });
});

describe('the setting', () => {
  it('is made by the owner, and refused for clients whose requests a browser cannot send', async () => {
    const { owner } = await makeDashboardTenant();
    const fields = { name: 'Shop', redirect_uris: [CALLBACK], scopes: ALL_SCOPES, fedcm: true };
    const made = await ask('POST', '/oauth-clients', owner.token, fields);
    expect(made.body.data.fedcm).toBe(true);
    const path = `/oauth-clients/${made.body.data.id}`;
    for (const change of [
      { require_pushed_authorization_requests: true },
      { client_kind: 'native', redirect_uris: ['http://127.0.0.1/cb'] },
    ]) {
      const refused = await ask('PATCH', path, owner.token, change);
      expect(refused.body.error).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [expect.objectContaining({ field: 'fedcm' })],
      });
    }
    const off = await ask('PATCH', path, owner.token, { fedcm: false });
    expect(off.body.data.fedcm).toBe(false);
  });
});
