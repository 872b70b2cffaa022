// Whole sign-ins with client libraries that others wrote and certified, over HTTP and our pages' forms.
import { exports } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '../support/account/accounts.ts';
import { keepAge } from '../support/account/ages.ts';
import { FormVisitor } from '../support/account/form-visitor.ts';
import { ALL_SCOPES, CALLBACK, ORIGIN, SIGNED_OUT } from '../support/site/oauth-request.ts';
import { makeClient, type TestClient } from '../support/site/oauth.ts';
import type { Account } from '../../src/domain/accounts/account.ts';

/** The libraries' calls reach the service without a network. */
const fetchService = (url: string, init: object): Promise<Response> =>
  exports.default.fetch(new Request(url, init));

let account: Account;
let client: TestClient;
let visitor: FormVisitor;

beforeEach(async () => {
  [account, client] = await Promise.all([makeAccount({ displayName: 'Ada' }), makeClient()]);
  await keepAge(account, 18);
  visitor = new FormVisitor(account.email ?? '');
});

const discover = (
  { id, secret }: TestClient,
  auth?: oidc.ClientAuth,
): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(ORIGIN), id, secret, auth, {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: fetchService,
  });

interface Attempt {
  url: URL;
  checks: { expectedState: string; expectedNonce: string; pkceCodeVerifier: string };
}

async function begin(
  config: oidc.Configuration,
  extra: Record<string, string> = {},
): Promise<Attempt> {
  const checks = {
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: ALL_SCOPES.join(' '),
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { url, checks };
}

async function signIn(config: oidc.Configuration, extra: Record<string, string> = {}) {
  const { url, checks } = await begin(config, extra);
  const back = await visitor.visit(url);
  return oidc.authorizationCodeGrant(config, back, {
    ...checks,
    idTokenExpected: true,
    ...(extra['max_age'] !== undefined && { maxAge: Number(extra['max_age']) }),
  });
}

describe('openid-client', () => {
  it('signs in, reads the claims, refreshes, introspects, revokes and signs out', async () => {
    const config = await discover(client);
    const tokens = await signIn(config);
    expect(visitor.seen).toEqual(['/signin', '/consent']);
    const subject = tokens.claims()?.sub ?? '';
    expect(subject).toBe(account.subject);
    expect(await oidc.fetchUserInfo(config, tokens.access_token, subject)).toEqual({
      sub: subject,
      name: 'Ada',
      display_name: 'Ada',
      email: account.email,
      email_verified: true,
      age_verified: true,
      verified_brackets: ['+12', '+15', '+18'],
      meets_threshold: { 12: true, 15: true, 18: true, 21: false, 25: false },
      age_bracket: '18+',
      verification_level: 'ml',
      verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      connected_sites_count: 1,
    });
    const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.claims()).toMatchObject({ sub: subject, auth_time: tokens.claims()?.auth_time });
    expect(await oidc.tokenIntrospection(config, renewed.access_token)).toMatchObject({
      active: true,
      client_id: client.id,
      sub: subject,
      iss: ORIGIN,
      scope: ALL_SCOPES.join(' '),
    });
    await oidc.tokenRevocation(config, renewed.refresh_token ?? '');
    expect(await oidc.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false });
    await expect(oidc.fetchUserInfo(config, renewed.access_token, subject)).rejects.toMatchObject({
      status: 401,
    });
    await expect(oidc.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject(
      { error: 'invalid_grant' },
    );
    const out = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: SIGNED_OUT,
      state: 'bye',
    });
    expect(await visitor.open(out)).toEqual(new URL(`${SIGNED_OUT}?state=bye`));
    const silent = await visitor.visit((await begin(config, { prompt: 'none' })).url);
    expect(silent.searchParams.get('error')).toBe('login_required');
  });

  it('gets access_denied when the person declines, and the back button gives no code (S-26)', async () => {
    const config = await discover(client);
    const { url, checks } = await begin(config);
    const asked = await visitor.open(url);
    if (!('html' in asked)) throw new Error('No page.');
    const consent = await visitor.submit(asked, {
      email: account.email ?? '',
      password: 'violet-anchor-42-meadow',
    });
    if (!('html' in consent)) throw new Error('No consent page.');
    const back = await visitor.submit(consent, { decision: 'deny' });
    await expect(oidc.authorizationCodeGrant(config, back as URL, checks)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: expect.any(String),
    });
    await expect(visitor.submit(consent, { decision: 'allow' })).rejects.toThrow('400');
  });

  it('gets a code without a page with prompt=none once consent is remembered', async () => {
    const config = await discover(client);
    const first = await signIn(config);
    visitor.seen.length = 0;
    const again = await signIn(config, { prompt: 'none', id_token_hint: first.id_token ?? '' });
    expect(visitor.seen).toEqual([]);
    expect(again.claims()).toMatchObject({
      sub: first.claims()?.sub,
      auth_time: first.claims()?.auth_time,
    });
  });

  it('gets a fresh auth_time with max_age=0 and prompt=login', async () => {
    const config = await discover(client);
    await signIn(config);
    for (const extra of [{ max_age: '0' }, { prompt: 'login' }]) {
      visitor.seen.length = 0;
      // A sign-in of the same millisecond as the request would be one for this very request.
      await scheduler.wait(2);
      await signIn(config, extra);
      expect(visitor.seen).toEqual(['/signin']);
    }
  });

  it('binds its tokens to a key with DPoP (RFC 9449)', async () => {
    const config = await discover(client);
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
    const { url, checks } = await begin(config, {
      dpop_jkt: await DPoP.calculateThumbprint(),
    });
    const back = await visitor.visit(url);
    const tokens = await oidc.authorizationCodeGrant(config, back, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const { sub = '' } = tokens.claims() ?? {};
    const read = (token: string) => oidc.fetchUserInfo(config, token, sub, { DPoP });
    expect(await read(tokens.access_token)).toMatchObject({ sub });
    const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, {
      DPoP,
    });
    expect(await read(renewed.access_token)).toMatchObject({ sub });
    await expect(oidc.fetchUserInfo(config, renewed.access_token, sub)).rejects.toMatchObject({
      status: 401,
    });
  });

  it('serves two sites in two tabs of one browser at once (S-23)', async () => {
    const second = await makeClient({ name: 'Second' });
    const configs = [
      await discover(client, oidc.ClientSecretBasic(client.secret)),
      await discover(second, oidc.ClientSecretPost(second.secret)),
    ];
    const attempts = await Promise.all(configs.map((config) => begin(config)));
    const tabs = await Promise.all(attempts.map(({ url }) => visitor.open(url)));
    const backs: URL[] = [];
    for (const tab of tabs) {
      if (!('html' in tab)) throw new Error('No page.');
      const consent = await visitor.submit(tab, {
        email: account.email ?? '',
        password: 'violet-anchor-42-meadow',
      });
      if (!('html' in consent)) throw new Error('No consent page.');
      backs.push((await visitor.submit(consent, { decision: 'allow' })) as URL);
    }
    const subjects = await Promise.all(
      configs.map(async (config, index) => {
        const tokens = await oidc.authorizationCodeGrant(
          config,
          backs[index]!,
          attempts[index]!.checks,
        );
        return tokens.claims()?.sub;
      }),
    );
    expect(subjects).toEqual([account.subject, account.subject]);
  });
});

describe('oauth4webapi', () => {
  it('signs in with every check it supports, refreshes, introspects and revokes', async () => {
    const options = { [oauth.customFetch]: fetchService, [oauth.allowInsecureRequests]: true };
    const issuer = new URL(ORIGIN);
    for (const algorithm of ['oidc', 'oauth2'] as const) {
      const found = await oauth.discoveryRequest(issuer, { ...options, algorithm });
      expect((await oauth.processDiscoveryResponse(issuer, found)).issuer).toBe(ORIGIN);
    }
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, options),
    );
    const party: oauth.Client = { client_id: client.id, require_auth_time: true };
    const authentication = oauth.ClientSecretBasic(client.secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid age_verification',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).toString();
    const answer = oauth.validateAuthResponse(server, party, await visitor.visit(url), state);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      ...([server, party, authentication, answer, CALLBACK, verifier] as const),
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, party, exchanged, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, exchanged, options);
    const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
    const told = await oauth.userInfoRequest(server, party, tokens.access_token, options);
    expect(await oauth.processUserInfoResponse(server, party, subject, told)).toMatchObject({
      sub: account.subject,
      meets_threshold: { 18: true },
    });
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      party,
      await oauth.refreshTokenGrantRequest(
        ...([server, party, authentication, tokens.refresh_token ?? ''] as const),
        options,
      ),
    );
    const inspected = await oauth.introspectionRequest(
      ...([server, party, authentication, refreshed.access_token] as const),
      options,
    );
    const inspection = await oauth.processIntrospectionResponse(server, party, inspected);
    expect(inspection.active).toBe(true);
    const revoked = await oauth.revocationRequest(
      ...([server, party, authentication, refreshed.access_token] as const),
      options,
    );
    await oauth.processRevocationResponse(revoked);
    const after = await oauth.userInfoRequest(server, party, refreshed.access_token, options);
    expect(after.status).toBe(401);
  });
});
