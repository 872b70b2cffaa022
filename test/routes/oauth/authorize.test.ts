// The authorization request itself: which requests are refused, where the error is shown, and what
// is returned to the site.
import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { CALLBACK, CHALLENGE, ORIGIN, requestFor } from '../../support/site/oauth-request.ts';
import type { Parameters } from '../../support/site/oauth-request.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { redeem } from '../../support/site/oauth-calls.ts';
import {
  answerIn,
  Browser,
  locationOf,
  makeClient,
  rememberConsent,
} from '../../support/site/oauth.ts';
import type { TestClient } from '../../support/site/oauth.ts';
import { untilMinuteLasts } from '../../support/installation/volume.ts';

const PAGE = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

const ask = (query: URLSearchParams | string, headers: Record<string, string> = {}) =>
  new Browser().get(`/oauth/authorize?${String(query)}`, headers);

/** The parameters of the error redirect for a request with these changes. */
async function errorOf(client: TestClient, changes: Parameters): Promise<Record<string, string>> {
  const location = locationOf(await ask(requestFor(client, changes)));
  expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
  const answer = answerIn(location);
  expect(answer).not.toHaveProperty('code');
  expect(answer['error_description']).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(answer['iss']).toBe(ORIGIN);
  return answer;
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(400);
  expect(response.headers.get('Location')).toBeNull();
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  await response.body?.cancel();
}

describe('before client and redirect URI are verified', () => {
  it('answers 400 and never redirects for an unknown client or a missing or foreign redirect URI (S-01, CVE-2025-4143)', async () => {
    const client = await makeClient();
    const other = await makeClient({ redirectUris: ['https://other.example/callback'] });
    const wrong: Parameters[] = [
      { client_id: undefined },
      { client_id: 'xoc_unknown' },
      { client_id: client.id.toUpperCase() },
      { redirect_uri: undefined },
      { redirect_uri: '' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'https:evil.example' },
      { redirect_uri: '/callback' },
      { client_id: other.id },
    ];
    for (const changes of wrong) await expectRefused(await ask(requestFor(client, changes)));
    await expectRefused(await ask(''));
  });

  it('shows people a page and programs JSON, with nothing of the request in it (S-14)', async () => {
    const client = await makeClient();
    const query = requestFor(client, {
      redirect_uri: 'https://evil.example/<script>alert(1)</script>',
      state: '<img src=x onerror=alert(2)>',
    });
    const page = await ask(query, PAGE);
    await expectRefused(page.clone());
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('X-Frame-Options')).toBe('DENY');
    const text = await page.text();
    for (const part of ['//evil.example', '<script>alert', '<img src=x'])
      expect(text).not.toContain(part);
    const answer = await ask(query);
    await expectRefused(answer.clone());
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'redirect_uri is not registered for this client.',
    });
  });

  it('compares the redirect URI byte for byte (S-02, CVE-2020-15234, CVE-2026-28512)', async () => {
    const registered = 'https://rp.example/callback?app=1';
    const client = await makeClient({ redirectUris: [registered] });
    const alike = [
      'https://RP.example/callback?app=1',
      'HTTPS://rp.example/callback?app=1',
      'https://rp.example/Callback?app=1',
      'https://rp.example/callback/?app=1',
      'https://rp.example/callback',
      'https://rp.example/callback?app=1&more=2',
      'https://rp.example/callback?app=1#fragment',
      'https://rp.example/callback?app=1#',
      'https://rp.example/%63allback?app=1',
      'https://rp.example/x/%2e%2e/callback?app=1',
      'https://rp.example/x/../callback?app=1',
      'https://rp.example:443/callback?app=1',
      'https://rp.example@evil.example/callback?app=1',
      'https://user@rp.example/callback?app=1',
      'https://rp.example\\@evil.example/callback?app=1',
      'https://rp.example/callback?app=1\t',
      'https://rp.example/call\nback?app=1',
      ' https://rp.example/callback?app=1',
      'https://ｒｐ.example/callback?app=1',
      'https://xn--rp-.example/callback?app=1',
      'https://rp.example.evil.example/callback?app=1',
      'http://rp.example/callback?app=1',
      'javascript:alert(1)',
    ];
    for (const redirect_uri of alike)
      await expectRefused(await ask(requestFor(client, { redirect_uri })));
    const exact = locationOf(
      await ask(requestFor(client, { redirect_uri: registered, scope: 'no' })),
    );
    expect(exact.href.startsWith(`${registered}&error=invalid_scope`)).toBe(true);
  });

  it('makes no exception for loopback addresses: port, path and query must match, too (S-03, CVE-2020-15233)', async () => {
    const registered = 'http://127.0.0.1:8080/callback';
    const client = await makeClient({
      redirectUris: [registered, 'http://localhost:9876/callback'],
    });
    const alike = [
      'http://127.0.0.1:8081/callback',
      'http://127.0.0.1/callback',
      'http://127.0.0.1:8080/other',
      'http://127.0.0.1:8080/callback?x=1',
      'http://127.0.0.1.evil.com:8080/callback',
      'http://[::1]:8080/callback',
      'http://localhost:8080/callback',
      'http://localhost:9877/callback',
    ];
    for (const redirect_uri of alike)
      await expectRefused(await ask(requestFor(client, { redirect_uri })));
    const exact = await ask(requestFor(client, { redirect_uri: registered }));
    expect(exact.status).toBe(302);
  });

  it('refuses a second client_id or redirect_uri outright (S-06)', async () => {
    const client = await makeClient();
    for (const [name, value] of [
      ['client_id', client.id],
      ['redirect_uri', CALLBACK],
      ['redirect_uri', 'https://evil.example/'],
    ] as const) {
      const query = requestFor(client);
      query.append(name, value);
      await expectRefused(await ask(query));
    }
  });

  it('refuses a removed client', async () => {
    const client = await makeClient();
    await env.DB.prepare('UPDATE oauth_clients SET deleted_at_ms = 1').run();
    await expectRefused(await ask(requestFor(client)));
  });
});

describe('an invalid request', () => {
  it('is redirected to the site with an error when a known parameter is repeated (S-06, CVE-2026-9689)', async () => {
    const client = await makeClient();
    for (const name of ['scope', 'state', 'nonce', 'code_challenge', 'response_type', 'prompt']) {
      const query = requestFor(client);
      query.append(name, query.get(name) ?? 'login');
      if (name === 'prompt') query.append(name, 'login');
      const answer = answerIn(locationOf(await ask(query)));
      expect([name, answer['error']]).toEqual([name, 'invalid_request']);
      expect(answer['state']).toBe(name === 'state' ? undefined : 'af0ifjsldkj');
    }
  });

  it('is refused without a proper S256 challenge (S-05, CVE-2025-4144, CVE-2024-23647, GHSA-9h47-pqcx-hjr4)', async () => {
    const client = await makeClient();
    const wrong: Parameters[] = [
      { code_challenge: undefined },
      { code_challenge: '' },
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: 's256' },
      { code_challenge_method: 'S512' },
      { code_challenge: CHALLENGE.slice(1) },
      { code_challenge: `${CHALLENGE}A` },
      { code_challenge: `${CHALLENGE.slice(0, -1)}=` },
      { code_challenge: `${CHALLENGE.slice(0, -1)}+` },
    ];
    for (const changes of wrong)
      expect(await errorOf(client, changes)).toMatchObject({ error: 'invalid_request' });
    const listed = requestFor(client, { code_challenge: undefined });
    listed.append('code_challenge[]', CHALLENGE);
    expect(answerIn(locationOf(await ask(listed)))['error']).toBe('invalid_request');
  });

  it('is refused for every response type and mode but code in the query (S-07, Keycloak CVE-2023-6134, CVE-2023-6927)', async () => {
    const client = await makeClient();
    for (const response_type of [
      'token',
      'id_token',
      'code token',
      'code id_token',
      'none',
      'CODE',
    ])
      expect(await errorOf(client, { response_type })).toMatchObject({
        error: 'unsupported_response_type',
      });
    expect(await errorOf(client, { response_type: undefined })).toMatchObject({
      error: 'invalid_request',
    });
    for (const response_mode of ['fragment', 'form_post.jwt', 'jwt', 'query.jwt', 'nonsense'])
      expect(await errorOf(client, { response_mode })).toMatchObject({ error: 'invalid_request' });
    const query = locationOf(await ask(requestFor(client, { response_mode: 'query' })));
    expect(query.pathname).toBe('/signin');
  });

  it('is refused with a request object, a request_uri or a registration, and nothing is fetched (S-08, CVE-2026-9793)', async () => {
    const client = await makeClient();
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"scope":"openid"}')}.`;
    expect(await errorOf(client, { request: unsigned })).toMatchObject({
      error: 'request_not_supported',
    });
    expect(await errorOf(client, { request_uri: 'http://169.254.169.254/' })).toMatchObject({
      error: 'request_uri_not_supported',
    });
    expect(await errorOf(client, { registration: '{}' })).toMatchObject({
      error: 'registration_not_supported',
    });
  });

  it('is refused for control characters and without openid (S-13, RFC 6749 3.3)', async () => {
    const narrow = await makeClient({ scopes: ['openid', 'email'] });
    const wrong = [
      undefined,
      '',
      'email',
      'openid  email',
      ' openid',
      'openid\temail',
      'openid\nemail',
      'openid "email"',
    ];
    for (const scope of wrong)
      expect([scope, (await errorOf(narrow, { scope }))['error']]).toEqual([
        scope,
        'invalid_scope',
      ]);
  });

  it('ignores scopes that are not known or not the client’s (OIDC Core 3.1.2.1, D-61; S-13)', async () => {
    const narrow = await makeClient({ scopes: ['openid', 'email'] });
    const account = await makeAccount();
    await rememberConsent(account, narrow, ['openid', 'email']);
    const browser = new Browser();
    await browser.signIn(account);
    const granted = async (scope: string): Promise<unknown> => {
      const { code = '' } = answerIn(await browser.authorize(narrow, { scope }));
      return (await redeem({ site: narrow, code })).body.scope;
    };
    for (const scope of ['openid unknown', 'openid address phone', 'openid offline_access'])
      expect([scope, await granted(scope)]).toEqual([scope, 'openid']);
    expect(await granted('age_verification openid email')).toBe('openid email');
  });

  it('is refused for unknown and contradictory prompts (S-09)', async () => {
    const client = await makeClient();
    for (const prompt of ['none login', 'none consent', 'login none', 'create', 'LOGIN', 'login x'])
      expect(await errorOf(client, { prompt })).toMatchObject({ error: 'invalid_request' });
  });

  it('is refused when max_age is no whole number of seconds (S-10)', async () => {
    const client = await makeClient();
    for (const max_age of ['-1', '1.5', 'x', '1e3', ' 1', '99999999999'])
      expect(await errorOf(client, { max_age })).toMatchObject({ error: 'invalid_request' });
  });

  it('is refused when state cannot be echoed as it came, and when state or nonce are too long (S-14)', async () => {
    const client = await makeClient();
    const query = requestFor(client, { state: undefined }).toString();
    const broken = answerIn(locationOf(await ask(`${query}&state=%ff%fe`)));
    expect(broken).toMatchObject({ error: 'invalid_request' });
    expect(broken).not.toHaveProperty('state');
    const long = await errorOf(client, { state: 'x'.repeat(4097) });
    expect(long).toMatchObject({ error: 'invalid_request' });
    expect(long).not.toHaveProperty('state');
    expect(await errorOf(client, { nonce: 'n'.repeat(513) })).toMatchObject({
      error: 'invalid_request',
    });
  });
});

describe('the response to the site', () => {
  it('echoes any state unchanged, up to 4 KiB (S-14)', async () => {
    const client = await makeClient();
    const states = [
      'a'.repeat(128),
      'x'.repeat(4096),
      '"><script>',
      'ü ✓ \u0000\r\n&state=b#%',
      ' ',
    ];
    for (const state of states)
      expect((await errorOf(client, { state, scope: 'nothing' }))['state']).toBe(state);
    expect(await errorOf(client, { state: undefined, scope: 'x' })).not.toHaveProperty('state');
  });

  it('names the issuer exactly once, after whatever query the address had (S-17, RFC 9207)', async () => {
    const redirect_uri = 'https://rp.example/callback?iss=mine&a=%20b';
    const client = await makeClient({ redirectUris: [redirect_uri] });
    const location = (await ask(requestFor(client, { redirect_uri, scope: 'x' }))).headers.get(
      'Location',
    )!;
    expect(location.startsWith(`${redirect_uri}&error=`)).toBe(true);
    expect(new URL(location).searchParams.getAll('iss')).toEqual(['mine', ORIGIN]);
    expect(location.split(`iss=${encodeURIComponent(ORIGIN)}`)).toHaveLength(2);
  });

  it('is a 302 for GET and a 303 for POST, with no-store and no referrer (S-15)', async () => {
    const client = await makeClient();
    const wrong = requestFor(client, { scope: 'x' });
    const browser = new Browser();
    browser.cookies.set('agate-account', 'nobody');
    const got = await browser.get(`/oauth/authorize?${wrong.toString()}`);
    const posted = await browser.post('/oauth/authorize', wrong);
    expect([got.status, posted.status]).toEqual([302, 303]);
    for (const { headers } of [got, posted]) {
      expect(headers.get('Location')).toContain(`${CALLBACK}?error=invalid_scope`);
      expect(headers.get('Cache-Control')).toContain('no-store');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  it('ignores parameters it does not know, repeated or not', async () => {
    const client = await makeClient();
    const query = requestFor(client, { resource: 'https://api.example', extra: 'foobar' });
    query.append('extra', 'again');
    expect(locationOf(await ask(query)).pathname).toBe('/signin');
  });
});

describe('POST /oauth/authorize', () => {
  it('reads a form as GET reads the query, by way of a GET that carries the cookie of a signed-in person', async () => {
    const client = await makeClient();
    const first = await new Browser().post('/oauth/authorize', requestFor(client));
    expect(first.status).toBe(303);
    const again = locationOf(first);
    expect(again.pathname).toBe('/oauth/authorize');
    expect(again.search.slice(1)).toBe(requestFor(client).toString());
  });

  it('reads forms only, and no other kind of body', async () => {
    const client = await makeClient();
    const browser = new Browser();
    browser.cookies.set('agate-account', 'nobody');
    const split = await browser.post(`/oauth/authorize?${requestFor(client).toString()}`, '');
    await expectRefused(split);
    const json = await browser.post('/oauth/authorize', '{}', {
      'Content-Type': 'application/json',
    });
    await expectRefused(json);
    const odd = await browser.post('/oauth/authorize', requestFor(client), {
      'Content-Type': 'text/plain; x=application/x-www-form-urlencoded',
    });
    await expectRefused(odd);
  });

  it('cannot inject headers', async () => {
    const client = await makeClient();
    const body = `${requestFor(client).toString()}&x=1\r\nSet-Cookie: a=b`;
    const response = await new Browser().post('/oauth/authorize', body);
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe('the rate limit', () => {
  it('is 120 requests a minute per IP address (D-50)', async () => {
    const from = (address: string) =>
      exports.default.fetch(
        new Request(`${ORIGIN}/oauth/authorize`, {
          headers: { 'CF-Connecting-IP': address },
        }),
      );
    await untilMinuteLasts(10_000);
    const answers = await Promise.all(Array.from({ length: 125 }, () => from('192.0.2.77')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.headers.get('Retry-After')).toBe('60');
    expect(refused[0]?.headers.get('RateLimit-Policy')).toBe('"authorize";q=120;w=60');
    expect(await refused[0]?.json()).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
    expect((await from('192.0.2.78')).status).toBe(400);
  });
});
