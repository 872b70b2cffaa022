// A bank's client, using a third-party library certified for FAPI 2.0, with every check that the
// library offers (D-153).
import { exports } from 'cloudflare:workers';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rotateKeys } from '../../src/domain/platform/signing-keys/key-ring.ts';
import { TOKEN_RINGS } from '../../src/domain/platform/signing-keys/ring.ts';
import { makeContext } from '../support/installation/context.ts';
import { Person } from '../support/account/person.ts';
import { makeClientKey, type ClientKey } from '../support/site/client-keys.ts';
import { CALLBACK, ORIGIN } from '../support/site/oauth-request.ts';
import { locationOf } from '../support/site/oauth.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../support/staff/dashboard.ts';

let tenant: DashboardTenant;
let key: ClientKey;
let person: Person;
beforeEach(async () => {
  [tenant, key, person] = await Promise.all([
    makeDashboardTenant(),
    makeClientKey(),
    Person.create(),
  ]);
});
afterEach(() => void vi.useRealTimers());

const register = (fields: Record<string, unknown> = {}) =>
  ask('POST', '/oauth-clients', tenant.owner.token, {
    name: 'First Bank',
    redirect_uris: [CALLBACK],
    scopes: ['openid', 'profile', 'age_verification'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [key.jwk] },
    ...fields,
  });

const sendTo = (url: string, init: object): Promise<Response> => {
  const request = new Request(url, init);
  request.headers.set('CF-Connecting-IP', `192.0.2.${Math.random()}`);
  return exports.default.fetch(request);
};

async function connect(fields: Record<string, unknown> = {}) {
  const { body } = await register({ profile: 'fapi2', ...fields });
  const config = await oidc.discovery(
    new URL(ORIGIN),
    body.data.client_id,
    {
      id_token_signed_response_alg: body.data.id_token_signed_response_alg,
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
    },
    oidc.PrivateKeyJwt({ key: key.privateKey, kid: key.jwk.kid }),
    { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: sendTo },
  );
  oidc.enableNonRepudiationChecks(config);
  return { config, made: body.data };
}

interface StartedSignIn {
  url: URL;
  checks: oidc.AuthorizationCodeGrantChecks;
}

async function push(
  config: oidc.Configuration,
  options: oidc.DPoPOptions = {},
  changes: Record<string, string> = {},
): Promise<StartedSignIn> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()];
  const parameters = {
    redirect_uri: CALLBACK,
    scope: 'openid profile',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...changes,
  };
  const url = await oidc.buildAuthorizationUrlWithPAR(config, parameters, options);
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } };
}

async function visit({ url }: StartedSignIn): Promise<URL> {
  const page = await person.browser.get(`${url.pathname}${url.search}`);
  return person.follow(locationOf(page));
}

describe('profile fapi2', () => {
  it('signs a person in by PAR, private_key_jwt, DPoP and ES256, with the checks of openid-client', async () => {
    const { config, made } = await connect();
    expect(made).toMatchObject({
      profile: 'fapi2',
      token_endpoint_auth_method: 'private_key_jwt',
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      id_token_signed_response_alg: 'ES256',
    });
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    const asked = await push(config, { DPoP });
    expect([...asked.url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const back = await visit(asked);
    const tokens = await oidc.authorizationCodeGrant(config, back, asked.checks, undefined, {
      DPoP,
    });
    expect(tokens.token_type).toBe('dpop');
    for (const token of [tokens.id_token ?? '', tokens.access_token])
      expect(decodeProtectedHeader(token).alg).toBe('ES256');
    const subject = tokens.claims()?.sub ?? '';
    const claims = await oidc.fetchUserInfo(config, tokens.access_token, subject, { DPoP });
    expect(claims['name']).toBe('Ada');
    const told = await oidc.tokenIntrospection(config, tokens.access_token);
    expect(told).toMatchObject({ active: true, token_type: 'DPoP', acr: 'urn:agate:acr:password' });
    expect(told['auth_time']).toBe(tokens.claims()?.auth_time);
    // FAPI 2.0 5.3.2.1: the refresh token is not rotated.
    const first = tokens.refresh_token ?? '';
    for (const _ of [1, 2, 3]) {
      const renewed = await oidc.refreshTokenGrant(config, first, undefined, { DPoP });
      expect([renewed.refresh_token, renewed.claims()?.sub]).toEqual([first, subject]);
    }
    await oidc.tokenRevocation(config, first);
    expect((await oidc.tokenIntrospection(config, tokens.access_token)).active).toBe(false);
  });

  it('signs a person in by a signed request that is pushed', async () => {
    const { config } = await connect();
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const signed = await oidc.buildAuthorizationUrlWithJAR(
      config,
      {
        redirect_uri: CALLBACK,
        scope: 'openid',
        code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      },
      { key: key.privateKey, kid: key.jwk.kid },
    );
    const url = await oidc.buildAuthorizationUrlWithPAR(
      config,
      Object.fromEntries(signed.searchParams),
      { DPoP },
    );
    const back = await visit({ url, checks: {} });
    const tokens = await oidc.authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier },
      undefined,
      {
        DPoP,
      },
    );
    expect(tokens.claims()?.sub).toBe(person.account.subject);
  });

  it('binds the code to the DPoP key at PAR, accepts no other key, and no token without a key', async () => {
    const { config } = await connect();
    const [DPoP, other] = [
      oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256')),
      oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256')),
    ];
    const asked = await push(config, { DPoP });
    const back = await visit(asked);
    const exchange = (options: oidc.DPoPOptions) =>
      oidc.authorizationCodeGrant(config, back, asked.checks, undefined, options);
    await expect(exchange({ DPoP: other })).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(exchange({})).rejects.toMatchObject({ error: 'invalid_dpop_proof' });
    const { access_token: token } = await exchange({ DPoP });
    await expect(oidc.fetchUserInfo(config, token, person.account.subject)).rejects.toMatchObject({
      status: 401,
    });
  });

  it('refuses a request that was not pushed, and a code after a minute', async () => {
    const { config } = await connect();
    const plain = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const refused = locationOf(await person.browser.get(`${plain.pathname}${plain.search}`));
    expect(refused.searchParams.get('error')).toBe('invalid_request');
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    const asked = await push(config, { DPoP });
    const back = await visit(asked);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await expect(
      oidc.authorizationCodeGrant(config, back, asked.checks, undefined, { DPoP }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'a secret',
      { token_endpoint_auth_method: 'client_secret_basic' },
      'token_endpoint_auth_method',
    ],
    ['requests without PAR', { require_pushed_authorization_requests: false }, 'require_pushed'],
    ['tokens without a key', { dpop_bound_access_tokens: false }, 'dpop_bound_access_tokens'],
    ['RS256', { id_token_signed_response_alg: 'RS256' }, 'id_token_signed_response_alg'],
    ['no PKCE', { pkce_optional: true }, 'pkce_optional'],
    ['device codes', { device_flow: true }, 'device_flow'],
    ['http', { redirect_uris: ['http://localhost:3000/callback'] }, 'redirect_uris'],
  ])('cannot be set with %s', async (_, fields, field) => {
    const { status, body } = await register({ profile: 'fapi2', ...fields });
    expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(JSON.stringify(body.error?.details)).toContain(field);
  });

  it('sets its requirements when it is chosen later, and they cannot be removed one by one while it is set', async () => {
    const { body } = await register();
    const change = (fields: Record<string, unknown>) =>
      ask('PATCH', `/oauth-clients/${body.data.id}`, tenant.owner.token, fields);
    expect((await change({ profile: 'fapi2' })).body.data).toMatchObject({
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      id_token_signed_response_alg: 'ES256',
    });
    expect((await change({ dpop_bound_access_tokens: false })).status).toBe(400);
    const without = (await change({ profile: null })).body.data;
    expect(without).not.toHaveProperty('profile');
    expect(without.dpop_bound_access_tokens).toBe(true);
    expect((await change({ dpop_bound_access_tokens: false })).status).toBe(200);
  });
});

describe('id_token_signed_response_alg', () => {
  it('applies ES256 only to ID tokens of that client, and access tokens stay unchanged', async () => {
    const { config } = await connect({
      profile: null,
      id_token_signed_response_alg: 'ES256',
    });
    const asked = await push(config);
    const tokens = await oidc.authorizationCodeGrant(config, await visit(asked), asked.checks);
    expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe('ES256');
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe('RS256');
    // An ID token signed with this client's own algorithm is also accepted as `id_token_hint`.
    const again = await push(config, {}, { prompt: 'none', id_token_hint: tokens.id_token ?? '' });
    expect((await visit(again)).searchParams.get('code')).toMatch(/^xoac_/);
  });
});

describe('default_max_age (RFC 9470)', () => {
  it('makes userinfo require a new sign-in, which authorize then requests', async () => {
    // Signing keys are read again after five minutes, so this test's database must contain them.
    for (const ring of TOKEN_RINGS) await rotateKeys(makeContext(), ring);
    const { config } = await connect({ profile: null, default_max_age: 600 });
    const asked = await push(config);
    const tokens = await oidc.authorizationCodeGrant(config, await visit(asked), asked.checks);
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    const read = () => sendTo(`${ORIGIN}/oauth/userinfo`, { headers });
    expect((await read()).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    const late = await read();
    expect([late.status, await late.json()]).toEqual([
      401,
      { error: 'insufficient_user_authentication', error_description: expect.any(String) },
    ]);
    expect(late.headers.get('WWW-Authenticate')).toMatch(
      /^Bearer error="insufficient_user_authentication", error_description="[^"]+", max_age="600"$/,
    );
    const next = await push(config);
    const page = locationOf(await person.browser.get(`${next.url.pathname}${next.url.search}`));
    expect(page.pathname + page.search).toMatch(/^\/signin\?fresh=1&/);
    // A request's `max_age` may be longer or shorter than the client's default.
    const older = await push(config, {}, { max_age: '10000' });
    expect((await visit(older)).searchParams.get('code')).toMatch(/^xoac_/);
    expect(decodeJwt(tokens.access_token)['auth_time']).toBe(tokens.claims()?.auth_time);
  });
});
