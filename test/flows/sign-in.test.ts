// What certified third-party client libraries require of a complete sign-in, over HTTP and through
// the forms of our pages. Individual rules are tested in routes/oauth and flows/checklist;
// behaviour that needs a browser is tested in browser/sign-in.
import { exports } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { keepAge } from '../support/account/ages.ts';
import {
  useOauth4webapi,
  useOpenidClient,
  type Connect,
} from '../support/site/client-libraries.ts';
import { FormVisitor } from '../support/account/form-visitor.ts';
import { ALL_SCOPES, CALLBACK, ORIGIN, SIGNED_OUT } from '../support/site/oauth-request.ts';
import { makeClient, type TestClient } from '../support/site/oauth.ts';

/** Passes a library's request to the service without a network. */
const send = (url: string, init: object): Promise<Response> =>
  exports.default.fetch(new Request(url, init));

let account: Account;
let client: TestClient;
let visitor: FormVisitor;

beforeEach(async () => {
  [account, client] = await Promise.all([makeAccount({ displayName: 'Ada' }), makeClient()]);
  await keepAge(account, 18);
  visitor = new FormVisitor(account.email ?? '');
});
afterEach(() => void vi.useRealTimers());

function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

/** Connects a site to the service with the given client library. */
async function makeParty(connect: Connect) {
  const site = { ...client, callback: CALLBACK, signedOut: SIGNED_OUT };
  const party = await connect(ORIGIN, site, send);
  const begin = (extra: Record<string, string> = {}) =>
    party.begin({ scope: ALL_SCOPES.join(' '), ...extra });
  const signIn = async (extra: Record<string, string> = {}) => {
    visitor.seen.length = 0;
    const { url, finish } = await begin(extra);
    return finish(await visitor.visit(url));
  };
  return { party, begin, signIn };
}

describe.each([
  ['openid-client, with client_secret_post', useOpenidClient],
  ['oauth4webapi, with client_secret_basic and signatures', useOauth4webapi],
] as const)('%s', (_, connect) => {
  it('passes all checks of the library from the first sign-in to the logout', async () => {
    const { party, signIn } = await makeParty(connect);
    await expect(signIn({ prompt: 'none' })).rejects.toMatchObject({ error: 'login_required' });
    const tokens = await signIn();
    expect(visitor.seen).toEqual(['/signin', '/consent']);
    const { subject, authenticatedAt } = tokens;
    expect(subject).toBe(account.subject);
    expect(await party.readUserinfo(tokens)).toEqual({
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
    const renewed = await party.refresh(tokens);
    expect(renewed).toMatchObject({ subject, authenticatedAt });
    expect(await party.isActive(renewed.access)).toBe(true);
    await party.revoke(renewed.refresh);
    expect(await party.isActive(renewed.access)).toBe(false);
    expect(await party.isActive(renewed.refresh)).toBe(false);
    await expect(party.readUserinfo(renewed)).rejects.toMatchObject({ status: 401 });
    await expect(party.refresh(renewed)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await visitor.open(party.logoutUrl(tokens))).toEqual(new URL(`${SIGNED_OUT}?state=bye`));
    await expect(signIn({ prompt: 'none' })).rejects.toMatchObject({ error: 'login_required' });
  });

  it('accepts a code without a page once consent is remembered, and a fresh auth_time when it requests one', async () => {
    const { signIn } = await makeParty(connect);
    const { subject, authenticatedAt, id } = await signIn();
    later(2);
    const silent = await signIn({ prompt: 'none', id_token_hint: id });
    expect(visitor.seen).toEqual([]);
    expect(silent).toMatchObject({ subject, authenticatedAt });
    let before = authenticatedAt;
    for (const extra of [{ max_age: '0' }, { prompt: 'login' }]) {
      later(2);
      const fresh = await signIn(extra);
      expect(visitor.seen).toEqual(['/signin']);
      expect(fresh.subject).toBe(subject);
      expect(fresh.authenticatedAt).toBeGreaterThan(before);
      before = fresh.authenticatedAt;
    }
  });

  it('reads access_denied when the person declines', async () => {
    const { begin } = await makeParty(connect);
    const { url, finish } = await begin();
    await expect(finish(await visitor.visit(url, 'deny'))).rejects.toMatchObject({
      error: 'access_denied',
      error_description: expect.any(String),
    });
  });
});

it('openid-client binds its tokens to a key with DPoP (RFC 9449)', async () => {
  const config = await oidc.discovery(new URL(ORIGIN), client.id, client.secret, undefined, {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: send,
  });
  const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    dpop_jkt: await DPoP.calculateThumbprint(),
  });
  const back = await visitor.visit(url);
  const checks = { pkceCodeVerifier };
  const tokens = await oidc.authorizationCodeGrant(config, back, checks, undefined, { DPoP });
  expect(tokens.token_type).toBe('dpop');
  const { sub = '' } = tokens.claims() ?? {};
  const read = (token: string) => oidc.fetchUserInfo(config, token, sub, { DPoP });
  expect(await read(tokens.access_token)).toMatchObject({ sub });
  const { refresh_token = '' } = tokens;
  const renewed = await oidc.refreshTokenGrant(config, refresh_token, undefined, { DPoP });
  expect(await read(renewed.access_token)).toMatchObject({ sub });
  await expect(oidc.fetchUserInfo(config, renewed.access_token, sub)).rejects.toMatchObject({
    status: 401,
  });
});

it('oauth4webapi discovers the service by both algorithms (OIDC Discovery, RFC 8414)', async () => {
  const issuer = new URL(ORIGIN);
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const found = await oauth.discoveryRequest(issuer, {
      [oauth.customFetch]: send,
      [oauth.allowInsecureRequests]: true,
      algorithm,
    });
    expect((await oauth.processDiscoveryResponse(issuer, found)).issuer).toBe(ORIGIN);
  }
});
