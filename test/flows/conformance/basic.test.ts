// The OpenID Foundation's oidcc-basic-certification-test-plan, module by module, with PKCE added.
// The test titles are the modules' names.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeProtectedHeader } from 'jose';
import { CALLBACK, requestFor, type Parameters } from '../../support/site/oauth-request.ts';
import { Browser, locationOf, makeClient, type TestClient } from '../../support/site/oauth.ts';
import { Person } from '../../support/account/person.ts';
import {
  callService,
  callToken,
  codeForm,
  expectTokenError,
  LONG_STATE,
  readCode,
  readError,
  readTokens,
  readUserinfo,
  refreshForm,
  signInAt,
  verifyIdToken,
  type Authentication,
  type Login,
} from '../../support/site/relying-party.ts';

let client: TestClient;
let person: Person;

const login = (changes: Parameters = {}, authentication?: Authentication): Promise<Login> =>
  signInAt(client, (asked) => person.authorize(client, asked), changes, authentication);

/** Signs in again with `prompt=none`, without any interaction. */
const silently = (changes: Parameters = {}): Promise<Login> =>
  signInAt(client, (asked) => person.browser.authorize(client, asked), {
    prompt: 'none',
    ...changes,
  });

function advance(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

beforeEach(async () => {
  [client, person] = await Promise.all([makeClient(), Person.create()]);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('oidcc-basic-certification-test-plan', () => {
  it('oidcc-server', async () => {
    const { tokens, claims } = await login();
    expect(tokens.scope).toBe('openid age_verification');
    expect(claims.sub).toBe(person.account.subject);
    expect(claims['azp'] ?? client.id).toBe(client.id);
  });

  it('oidcc-response-type-missing', async () => {
    const location = await person.browser.authorize(client, { response_type: undefined });
    expect(['invalid_request', 'unsupported_response_type']).toContain(
      readError(location, 'af0ifjsldkj'),
    );
  });

  it('oidcc-idtoken-signature: RS256, with the kid of a published key', async () => {
    const { tokens } = await login();
    const header = decodeProtectedHeader(tokens.id_token);
    expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    const jwks = await (
      await callService('/.well-known/jwks.json')
    ).json<{ keys: { kid: string }[] }>();
    expect(jwks.keys.map(({ kid }) => kid)).toContain(header.kid);
  });

  it('oidcc-userinfo-get, -post-header, -post-body', async () => {
    const { tokens, claims } = await login();
    const got = await readUserinfo(tokens.access_token);
    expect(got['sub']).toBe(claims.sub);
    expect(await readUserinfo(tokens.access_token, { method: 'POST' })).toEqual(got);
    const inBody = await callService('/oauth/userinfo', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ access_token: tokens.access_token }).toString(),
    });
    expect([200, 400, 401]).toContain(inBody.status);
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { claims } = await login({ nonce: undefined });
    expect(claims).not.toHaveProperty('nonce');
    // The request as the suite sends it: without PKCE, from a client that an operator has exempted
    // from it (D-103).
    client = await makeClient();
    await env.DB.prepare('UPDATE oauth_clients SET pkce_optional = 1, nonce_optional = 1').run();
    const bare = { code_challenge: undefined, code_challenge_method: undefined, nonce: undefined };
    const code = readCode(await person.authorize(client, bare), 'af0ifjsldkj');
    const { code_verifier: _verifier, ...form } = codeForm(code);
    expect(await readTokens(await callToken(client, form))).toHaveProperty('id_token');
  });

  it('oidcc-scope-profile, -email, -all: claims come from userinfo, not in the ID token', async () => {
    const { tokens, claims } = await login({
      scope: 'openid profile email age_verification connections',
    });
    const told = await readUserinfo(tokens.access_token);
    expect(told).toMatchObject({
      name: 'Ada',
      display_name: 'Ada',
      email: person.account.email,
      email_verified: true,
      age_verified: false,
      connected_sites_count: 1,
    });
    for (const name of Object.keys(told).filter((name) => name !== 'sub'))
      expect(claims).not.toHaveProperty(name);
    const narrow = await login({ scope: 'openid' });
    expect(await readUserinfo(narrow.tokens.access_token)).toEqual({ sub: claims.sub });
  });

  it('oidcc-scope-address, -phone: not advertised and ignored', async () => {
    for (const scope of ['openid address', 'openid phone'])
      expect((await login({ scope })).tokens.scope).toBe('openid');
  });

  it('oidcc-alternate-happy-flow: the order of scopes and parameters does not matter', async () => {
    const { tokens } = await login({ scope: 'age_verification openid' });
    expect(tokens.scope.split(' ').toSorted()).toEqual(['age_verification', 'openid']);
    const backwards = new URLSearchParams(
      [...requestFor(client, { state: LONG_STATE })].toReversed(),
    );
    const response = await person.browser.get(`/oauth/authorize?${backwards.toString()}`);
    readCode(await person.follow(locationOf(response)), LONG_STATE);
  });

  it('oidcc-display-page, -display-popup, -ui-locales, -claims-locales, -login-hint', async () => {
    for (const wish of [
      { display: 'page' },
      { display: 'popup', ui_locales: 'se', claims_locales: 'se' },
      { login_hint: 'bob@example.com' },
    ])
      expect((await login(wish)).claims.sub).toBe(person.account.subject);
  });

  it('oidcc-prompt-login: requires a new sign-in, and auth_time is later', async () => {
    const first = await login();
    advance(2);
    const location = await person.browser.authorize(client, { prompt: 'login', state: LONG_STATE });
    expect(location.pathname).toBe('/signin');
    const again = await login({ prompt: 'login' });
    expect(again.claims.sub).toBe(first.claims.sub);
    expect(again.claims.auth_time).toBeGreaterThan(first.claims.auth_time);
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    const location = await new Browser().authorize(client, { prompt: 'none', state: LONG_STATE });
    expect([
      'login_required',
      'interaction_required',
      'consent_required',
      'account_selection_required',
    ]).toContain(readError(location, LONG_STATE));
  });

  it('oidcc-prompt-none-logged-in: a code without a page, with the same sub and auth_time', async () => {
    const first = await login();
    advance(2);
    const again = await silently();
    expect(again.claims).toMatchObject({
      sub: first.claims.sub,
      auth_time: first.claims.auth_time,
      sid: first.claims.sid,
    });
  });

  it('oidcc-max-age-1: requires a new sign-in, and auth_time is later', async () => {
    const first = await login();
    advance(2);
    const location = await person.browser.authorize(client, { max_age: '1' });
    expect(location.pathname).toBe('/signin');
    const again = await login({ max_age: '1' });
    expect(again.claims.auth_time).toBeGreaterThan(first.claims.auth_time);
  });

  it('oidcc-max-age-10000: no second sign-in, auth_time is present', async () => {
    const first = await login({ max_age: '10000' });
    advance(2);
    const again = await silently({ max_age: '10000' });
    expect(again.claims.auth_time).toBe(first.claims.auth_time);
  });

  it('oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
    expect((await login({ extra: 'foobar' })).claims.sub).toBe(person.account.subject);
  });

  it('oidcc-id-token-hint: works for the same person with prompt=none', async () => {
    const first = await login();
    const again = await silently({ id_token_hint: first.tokens.id_token });
    expect(again.claims.sub).toBe(first.claims.sub);
  });

  it('oidcc-ensure-request-with-acr-values-succeeds: with all values of discovery, and acr is correct', async () => {
    const metadata = await callService('/.well-known/openid-configuration');
    const { acr_values_supported: all } = await metadata.json<{ acr_values_supported: string[] }>();
    for (const wish of [
      { acr_values: 'urn:agate:acr:passkey 1' },
      { acr_values: all.join(' '), scope: 'openid' },
    ]) {
      const { claims } = await login(wish);
      expect(claims['acr']).toBe('urn:agate:acr:password');
      expect(claims['amr']).toEqual(['pwd']);
    }
  });

  it('oidcc-codereuse: the second exchange fails and ends the tokens of the first', async () => {
    const { code, tokens } = await login();
    await expectTokenError(await callToken(client, codeForm(code)), 'invalid_grant');
    const after = await callService('/oauth/userinfo', {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    expect(after.status).toBe(401);
    await expectTokenError(
      await callToken(client, refreshForm(tokens.refresh_token)),
      'invalid_grant',
    );
  });

  it('oidcc-codereuse-30seconds', async () => {
    const { code } = await login();
    advance(30);
    await expectTokenError(await callToken(client, codeForm(code)), 'invalid_grant');
  });

  it('oidcc-ensure-registered-redirect-uri: an error page, never a redirect', async () => {
    const query = requestFor(client, { redirect_uri: 'https://rp.example/unregistered' });
    const response = await person.browser.get(`/oauth/authorize?${query.toString()}`, {
      Accept: 'text/html',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('Location')).toBeNull();
    await response.body?.cancel();
  });

  it('oidcc-ensure-post-request-succeeds', async () => {
    const posted = await person.browser.post(
      '/oauth/authorize',
      requestFor(client, { state: LONG_STATE }),
    );
    const { pathname, search } = locationOf(posted);
    const again = locationOf(await person.browser.get(`${pathname}${search}`));
    const code = readCode(await person.follow(again), LONG_STATE);
    const { scope } = await readTokens(await callToken(client, codeForm(code)));
    expect(scope).toBe('openid age_verification');
  });

  it('oidcc-server-client-secret-post', async () => {
    const { claims } = await login({}, 'client_secret_post');
    expect(claims.sub).toBe(person.account.subject);
  });

  it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const location = await person.browser.authorize(client, {
      request_uri: 'https://rp.example/request.jwt',
      state: LONG_STATE,
    });
    expect(readError(location, LONG_STATE)).toBe('request_uri_not_supported');
  });

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const location = await person.browser.authorize(client, {
      request: `${btoa('{"alg":"none"}')}.${btoa('{}')}.`,
      state: LONG_STATE,
    });
    expect(readError(location, LONG_STATE)).toBe('request_not_supported');
  });

  it('oidcc-claims-essential: ignored, as advertised', async () => {
    const { tokens } = await login({ claims: '{"userinfo":{"name":{"essential":true}}}' });
    expect(await readUserinfo(tokens.access_token)).not.toHaveProperty('name');
  });

  it('oidcc-ensure-request-object-with-redirect-uri: the redirect URI of a request object is ignored', async () => {
    const query = requestFor(client, { redirect_uri: 'https://rp.example/unregistered' });
    const inside = btoa(JSON.stringify({ redirect_uri: CALLBACK }));
    query.set('request', `${btoa('{"alg":"none"}')}.${inside}.`);
    const response = await person.browser.get(`/oauth/authorize?${query.toString()}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('Location')).toBeNull();
    await response.body?.cancel();
  });

  it('oidcc-refresh-token: same person and auth_time, new tokens; a foreign client gets nothing', async () => {
    const { tokens, claims } = await login();
    const other = await makeClient();
    await expectTokenError(
      await callToken(other, refreshForm(tokens.refresh_token)),
      'invalid_grant',
    );
    advance(2);
    const next = await readTokens(await callToken(client, refreshForm(tokens.refresh_token)));
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    const renewed = await verifyIdToken(next, client, undefined);
    expect(renewed).toMatchObject({
      iss: claims.iss,
      sub: claims.sub,
      aud: claims.aud,
      auth_time: claims.auth_time,
    });
    expect(renewed.iat).toBeGreaterThan(claims.iat ?? 0);
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds: and a wrong or missing verifier fails', async () => {
    const code = readCode(await person.authorize(client, { state: LONG_STATE }), LONG_STATE);
    const wrong = { ...codeForm(code), code_verifier: 'x'.repeat(43) };
    await expectTokenError(await callToken(client, wrong), 'invalid_grant');
    const { code_verifier: _, ...without } = codeForm(code);
    expect((await callToken(client, without)).status).toBe(400);
    await readTokens(await callToken(client, codeForm(code)));
  });
});
