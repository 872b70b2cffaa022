// What the token endpoint and related endpoints return besides tokens, and the events that end
// several tokens at once.
import { createExecutionContext, evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import worker from '../../../src/index.ts';
import { rotateKeys } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { authorizeSite, issueTokens, revokeGrants } from '../../support/site/grants.ts';
import { introspect, postForm, redeem, refresh } from '../../support/site/oauth-calls.ts';
import { CALLBACK, ORIGIN, VERIFIER } from '../../support/site/oauth-request.ts';
import {
  basicOf,
  Browser,
  makeClient,
  rememberConsent,
  secretOf,
} from '../../support/site/oauth.ts';
import { callToken, codeForm, readTokens } from '../../support/site/relying-party.ts';

afterEach(() => void vi.useRealTimers());

const INACTIVE = { active: false };

describe('an answer', () => {
  it('is never cached, not readable cross-origin, and describes errors in plain text (S-53)', async () => {
    const one = await authorizeSite();
    const origin = { Origin: 'https://rp.example' };
    const evil = '\u00e9"\\\n<b>';
    const replies = [
      await postForm('/oauth/token', { grant_type: evil, ...secretOf(one.site) }, origin),
      await postForm('/oauth/token', { grant_type: 'refresh_token', client_id: evil }, origin),
      await postForm('/oauth/token', { code: evil, ...secretOf(one.site) }, origin),
      await postForm('/oauth/introspect', { token: evil, ...secretOf(one.site) }, origin),
      await redeem(one),
    ];
    for (const { headers, body } of replies) {
      expect(headers.get('Cache-Control')).toContain('no-store');
      expect(headers.get('Content-Type')).toMatch(/^application\/json/);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(body.error_description ?? '').toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
    }
    expect(replies.map(({ status }) => status)).toEqual([400, 401, 400, 200, 200]);
  });
});

describe('a code', () => {
  it('with the right verifier still needs the secret (S-43, S-44, authorizer PR 603)', async () => {
    const { site, code } = await authorizeSite();
    for (const changes of [
      { client_secret: undefined },
      { client_secret: '' },
      { client_secret: VERIFIER },
      { client_id: undefined, client_secret: undefined },
    ]) {
      const refused = await redeem({ site, code }, changes);
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    }
    expect((await redeem({ site, code })).status).toBe(200);
  });

  it('that is replayed during redemption leaves no token active (S-47)', async () => {
    const one = await authorizeSite();
    const replies = await Promise.all(Array.from({ length: 5 }, () => redeem(one)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const { access_token, refresh_token } = won[0]!.body;
    expect((await introspect(one.site, access_token)).body).toEqual(INACTIVE);
    expect((await refresh(one.site, refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('a request for more', () => {
  it('with a scope at refresh changes neither this token nor the next (S-50)', async () => {
    const one = await authorizeSite({ request: { scope: ['openid', 'profile'] } });
    let tokens = (await redeem(one)).body;
    for (const scope of ['openid profile email age_verification', 'openid', 'nonsense']) {
      const reply = await refresh(one.site, tokens.refresh_token, { scope });
      expect([reply.status, reply.body.scope]).toEqual([200, 'openid profile']);
      tokens = reply.body;
      expect(decodeJwt(tokens.access_token)['scope']).toBe('openid profile');
    }
  });

  it('with a resource changes no audience at authorize, exchange and refresh (S-67, BA GHSA-p2fr-6hmx-4528)', async () => {
    const [account, client] = [await makeAccount(), await makeClient()];
    await rememberConsent(account, client);
    const browser = new Browser();
    await browser.signIn(account);
    const resource = 'https://api.evil.example';
    const back = await browser.authorize(client, { resource });
    const code = back.searchParams.get('code')!;
    const tokens = await readTokens(await callToken(client, { ...codeForm(code), resource }));
    const next = await readTokens(
      await callToken(client, {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
        resource,
        audience: resource,
      }),
    );
    for (const { access_token, id_token } of [tokens, next])
      for (const token of [access_token, id_token]) expect(decodeJwt(token).aud).toBe(client.id);
  });

  it('with custom claims overrides no protocol claim (S-64)', async () => {
    const [account, client] = [await makeAccount({ displayName: 'sub' }), await makeClient()];
    await rememberConsent(account, client);
    const browser = new Browser();
    await browser.signIn(account);
    const value = { value: 'https://evil.example', essential: true };
    const wished = {
      iss: value,
      sub: value,
      aud: value,
      exp: { value: 9_999_999_999 },
      acr: value,
    };
    const claims = JSON.stringify({ id_token: wished, userinfo: wished });
    const back = await browser.authorize(client, { claims, scope: 'openid profile' });
    const code = back.searchParams.get('code')!;
    const tokens = await readTokens(await callToken(client, codeForm(code)));
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: ORIGIN,
      sub: account.subject,
      aud: client.id,
      acr: 'urn:agate:acr:password',
    });
    expect(decodeJwt(tokens.id_token).exp).toBeLessThan(Date.now() / 1000 + 3601);
  });
});

describe('a refresh token', () => {
  it('that was rotated stays invalid after a restart (S-48, Keycloak CVE-2026-9802)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { site, tokens } = await issueTokens();
    const next = (await refresh(site, tokens.refresh_token)).body;
    const latest = (await refresh(site, next.refresh_token)).body;
    const id = env.GRANT.idFromString(String(decodeJwt(latest.access_token)['grant_id']));
    await evictDurableObject(env.GRANT.get(id));
    vi.setSystemTime(Date.now() + 31_000);
    expect((await refresh(site, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(site, latest.refresh_token)).body.error).toBe('invalid_grant');
    expect((await introspect(site, latest.access_token)).body).toEqual(INACTIVE);
  });
});

describe('revocation', () => {
  it('that could not be stored is not reported as a success (S-72, fosite CVE-2020-15223)', async () => {
    // The broken isolate below has no cached signing key, so the key must be in this test's
    // storage.
    await rotateKeys(makeContext(), 'oidc');
    const { site, tokens } = await issueTokens();
    const broken = {
      idFromString: (id: string) => env.GRANT.idFromString(id),
      get: () => ({
        revokeByRefreshToken: () => Promise.reject(new Error('storage')),
        revokeAccessToken: () => Promise.reject(new Error('storage')),
      }),
    } as unknown as typeof env.GRANT;
    for (const token of [tokens.refresh_token, tokens.access_token]) {
      const request = new Request(`${ORIGIN}/oauth/revoke`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...basicOf(site) },
        body: new URLSearchParams({ token }).toString(),
      });
      const bindings = { ...env, GRANT: broken };
      const response = await worker.fetch(request, bindings, createExecutionContext());
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(await response.json()).not.toHaveProperty('status', 'ok');
    }
    expect((await introspect(site, tokens.access_token)).body.active).toBe(true);
  });

  it.each([
    'account',
    'client',
    'grant',
    'account and client',
    'client and account',
    'client and grant',
    'grant and account',
    'account and client and grant',
  ])('by %s ends only what it names (S-71, Keycloak CVE-2026-8922)', async (named) => {
    const levels = named.split(' and ');
    const target = await issueTokens();
    const { site, account, tokens } = target;
    const sameAccount = await issueTokens({ account });
    const sameClient = await issueTokens({ site });
    const sameBoth = await issueTokens({ site, account });
    const acts: Record<string, () => Promise<unknown>> = {
      account: () => revokeGrants(makeContext(), { accountId: account.id }),
      client: () => revokeGrants(makeContext(), { clientId: site.id }),
      grant: () => postForm('/oauth/revoke', { token: tokens.refresh_token, ...secretOf(site) }),
    };
    for (const level of levels) await acts[level]!();
    const isEnded = async (one: typeof target) =>
      !(await introspect(one.site, one.tokens.access_token)).body.active &&
      (await refresh(one.site, one.tokens.refresh_token)).body.error === 'invalid_grant';
    expect(await isEnded(target)).toBe(true);
    expect(await isEnded(sameAccount)).toBe(levels.includes('account'));
    expect(await isEnded(sameClient)).toBe(levels.includes('client'));
    expect(await isEnded(sameBoth)).toBe(levels.includes('account') || levels.includes('client'));
  });
});

describe('a redirect URI', () => {
  it('must match exactly: no pattern, no similar host (S-02, openauth issue 299, Keycloak CVE-2024-8883, authentik CVE-2024-52289)', async () => {
    const client = await makeClient({ redirectUris: [CALLBACK, 'https://a.b.example/x.y'] });
    for (const redirect_uri of [
      'https:evil.com',
      'https:/rp.example/callback',
      'https:rp.example/callback',
      'https://rp.example/other',
      'https://sub.rp.example/callback',
      'https://rp.example/callback*',
      'https://rp.example/.*',
      'https://rpxexample/callback',
      'https://a.bxexample/x.y',
      'https://a.b.example/xzy',
      'http://localhost',
      'http://127.0.0.1/callback',
      'javascript://rp.example/callback%0aalert(1)',
    ]) {
      const response = await new Browser().get(
        `/oauth/authorize?${new URLSearchParams({ client_id: client.id, redirect_uri, response_type: 'code' }).toString()}`,
      );
      expect([redirect_uri, response.status, response.headers.get('Location')]).toEqual([
        redirect_uri,
        400,
        null,
      ]);
    }
  });
});
