import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/context.ts';
import { findClient } from '../../../src/domain/openid/clients/client.ts';
import { redeemCode } from '../../../src/domain/openid/grants/issue-tokens.ts';
import { makeContext } from '../../support/installation/context.ts';
import { authorizeSite, makeSite } from '../../support/site/grants.ts';
import { introspect, postForm, redeem, refresh, send } from '../../support/site/oauth-calls.ts';
import { basicOf, secretOf } from '../../support/site/oauth.ts';
import {
  CALLBACK,
  CHALLENGE,
  VERIFIER,
  type Parameters,
} from '../../support/site/oauth-request.ts';

const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

describe('a code', () => {
  it('is not used up while the signing key cannot be read', async () => {
    const { site, code } = await authorizeSite();
    const ctx = makeContext();
    const client = (await findClient(ctx, site.id))!;
    const away = {
      select: () => {
        throw new Error('D1 is away');
      },
    };
    // A new configuration object imitates an isolate that has not read any keys yet.
    const cold = { ...ctx, config: { ...ctx.config }, db: away as unknown as Context['db'] };
    const presented = { code, redirectUri: CALLBACK, codeVerifier: VERIFIER };
    await expect(redeemCode(cold, client, presented)).rejects.toBeInstanceOf(Error);
    expect(await redeemCode(ctx, client, presented)).toHaveProperty('accessToken');
  });

  it('becomes tokens of the specified shape (spec 2.3, D-30 to D-32)', async () => {
    const authorized = await authorizeSite();
    const { status, headers, body } = await redeem(authorized);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Pragma')).toBe('no-cache');
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile email age_verification connections',
    });
    expect(body.refresh_token).toMatch(/^xort_[\w-]{86}$/);
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(decodeProtectedHeader(body.id_token)).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    const idToken = decodeJwt(body.id_token);
    expect(idToken).toMatchObject({
      iss: 'http://localhost:8787',
      sub: authorized.account.subject,
      aud: authorized.site.id,
      nonce: 'n-0S6_WzA2Mj',
      auth_time: Math.floor(authorized.signIn.session.authenticatedAtMs / 1000),
      sid: authorized.signIn.session.id,
      amr: ['pwd'],
      acr: 'urn:agate:acr:password',
    });
    // The ID token contains neither an email address nor an age (D-31).
    expect(Object.keys(idToken).toSorted()).toEqual(
      'acr amr at_hash aud auth_time exp iat iss nonce sid sub'.split(' '),
    );
  });

  it('works with credentials in the header as well (client_secret_basic)', async () => {
    const { site, code } = await authorizeSite();
    const parameters = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const reply = await postForm(
      '/oauth/token',
      { ...parameters, code_verifier: VERIFIER },
      basicOf(site),
    );
    expect(reply.status).toBe(200);
  });

  it('is redeemed once by 50 concurrent requests (S-45, BA GHSA-7w99-5wm4-3g79)', async () => {
    const authorized = await authorizeSite();
    const replies = await Promise.all(Array.from({ length: 50 }, () => redeem(authorized)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' });
  });

  it('that is replayed by its own client ends the whole grant (S-46, RFC 6749 4.1.2)', async () => {
    const authorized = await authorizeSite();
    const { body } = await redeem(authorized);
    expect((await redeem(authorized)).body.error).toBe('invalid_grant');
    expect((await introspect(authorized.site, body.access_token)).body).toEqual({ active: false });
    expect((await refresh(authorized.site, body.refresh_token)).body.error).toBe('invalid_grant');
  });

  const WRONG: [string, () => Parameters | Promise<Parameters>][] = [
    ['another redirect_uri', () => ({ redirect_uri: `${CALLBACK}/` })],
    ['another verifier', () => ({ code_verifier: VERIFIER.replace('d', 'e') })],
    ['no verifier', () => ({ code_verifier: undefined })],
    ['the challenge as verifier', () => ({ code_verifier: CHALLENGE })],
    ['another client', async () => secretOf(await makeSite())],
    ['a code of another client', async () => ({ code: (await authorizeSite()).code })],
  ];

  it.each(WRONG)(
    'with %s is refused although all else is right, and not consumed (S-44, S-46, authentik CVE-2023-48228, Pocket ID CVE-2026-28513, Tinyauth CVE-2026-32245, Zitadel GHSA-xqxv-4jc2-x56x)',
    async (_name, change) => {
      const authorized = await authorizeSite();
      const refused = await redeem(authorized, await change());
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
      expect((await redeem(authorized)).status).toBe(200);
    },
  );

  it.each(WRONG)('replayed with %s ends nothing (S-46, WOP PR 225)', async (_name, change) => {
    const authorized = await authorizeSite();
    const { body } = await redeem(authorized);
    expect((await redeem(authorized, await change())).body.error).toBe('invalid_grant');
    expect((await introspect(authorized.site, body.access_token)).body.active).toBe(true);
  });

  it('expires after 60 seconds (D-28)', async () => {
    const [early, late] = await Promise.all([authorizeSite(), authorizeSite()]);
    later(59_000);
    expect((await redeem(early)).status).toBe(200);
    later(1_000);
    for (const changes of [{}, secretOf(await makeSite())])
      expect((await redeem(late, changes)).body.error).toBe('invalid_grant');
  });

  it.each(['', 'xoac_', `xoac_${'A'.repeat(86)}`, 'xort_nonsense', '\u0000'])(
    'that was never issued is refused: %j',
    async (code) => {
      const { site } = await authorizeSite();
      const { status, body } = await redeem({ site, code });
      expect(status).toBe(400);
      expect(body.error).toBe(code === '' ? 'invalid_request' : 'invalid_grant');
    },
  );

  it('that was truncated or extended is refused (Zitadel CVE-2026-27840)', async () => {
    const { site, code } = await authorizeSite();
    for (const wrong of [code.slice(0, -1), `${code}A`, ` ${code}`, code.toUpperCase()])
      expect((await redeem({ site, code: wrong })).body.error).toBe('invalid_grant');
    expect((await redeem({ site, code })).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('is replaced at every use, with tokens that keep auth_time and drop the nonce (S-63)', async () => {
    const authorized = await authorizeSite();
    const first = (await redeem(authorized)).body;
    later(10_000);
    const { status, body } = await refresh(authorized.site, first.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    const [before, after] = [decodeJwt(first.id_token), decodeJwt(body.id_token)];
    expect(after).toMatchObject({ sub: before.sub, auth_time: before.auth_time, sid: before.sid });
    expect(after).not.toHaveProperty('nonce');
    expect(body.scope).toBe(first.scope);
  });

  it('has one successor, however many concurrent requests there are (S-48, BA GHSA-392p-2q2v-4372, Keycloak CVE-2026-1035)', async () => {
    const authorized = await authorizeSite();
    const { body } = await redeem(authorized);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => refresh(authorized.site, body.refresh_token)),
    );
    const successors = new Set(replies.map((reply) => reply.body.refresh_token));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(successors.size).toBe(1);
    const [successor] = successors;
    expect((await refresh(authorized.site, successor)).status).toBe(200);
  });

  it('can be retried within 30 seconds when the response was lost', async () => {
    const authorized = await authorizeSite();
    const { refresh_token: token } = (await redeem(authorized)).body;
    const { refresh_token: successor } = (await refresh(authorized.site, token)).body;
    later(29_000);
    expect((await refresh(authorized.site, token)).body.refresh_token).toBe(successor);
  });

  it('that is used after the grace period ends its family and no other (S-49, Keycloak 14122)', async () => {
    const authorized = await authorizeSite();
    const other = await authorizeSite({ site: authorized.site, account: authorized.account });
    const { refresh_token: token } = (await redeem(authorized)).body;
    const { body: untouched } = await redeem(other);
    const { body: next } = await refresh(authorized.site, token);
    later(30_001);
    expect((await refresh(authorized.site, token)).body.error).toBe('invalid_grant');
    expect((await refresh(authorized.site, next.refresh_token)).body.error).toBe('invalid_grant');
    expect((await introspect(authorized.site, next.access_token)).body).toEqual({ active: false });
    expect((await refresh(authorized.site, untouched.refresh_token)).status).toBe(200);
  });

  it('that is two generations old ends its family at once', async () => {
    const authorized = await authorizeSite();
    const { refresh_token: first } = (await redeem(authorized)).body;
    const { refresh_token: second } = (await refresh(authorized.site, first)).body;
    const { refresh_token: third } = (await refresh(authorized.site, second)).body;
    expect((await refresh(authorized.site, first)).body.error).toBe('invalid_grant');
    expect((await refresh(authorized.site, third)).body.error).toBe('invalid_grant');
  });

  it('needs client authentication (S-43, BA GHSA-pw9m-5jxm-xr6h)', async () => {
    const authorized = await authorizeSite();
    const { refresh_token: token } = (await redeem(authorized)).body;
    const bare = await refresh(authorized.site, token, { client_secret: undefined });
    expect([bare.status, bare.body.error]).toEqual([401, 'invalid_client']);
    expect((await refresh(authorized.site, token)).status).toBe(200);
  });

  it('of another client is refused and not affected (S-51)', async () => {
    const authorized = await authorizeSite();
    const { refresh_token: token } = (await redeem(authorized)).body;
    expect((await refresh(await makeSite(), token)).body.error).toBe('invalid_grant');
    expect((await refresh(authorized.site, token)).status).toBe(200);
  });

  it('that was forged for a known grant is refused and ends nothing', async () => {
    const authorized = await authorizeSite();
    const { refresh_token: token } = (await redeem(authorized)).body;
    const forged = `${token.slice(0, 48)}${'A'.repeat(43)}`;
    expect((await refresh(authorized.site, forged)).body.error).toBe('invalid_grant');
    expect((await refresh(authorized.site, token)).status).toBe(200);
  });

  it('expires when it is unused for 30 days (S-52)', async () => {
    const authorized = await authorizeSite();
    let { refresh_token: token } = (await redeem(authorized)).body;
    later(30 * DAY_MS - 1000);
    token = (await refresh(authorized.site, token)).body.refresh_token;
    later(30 * DAY_MS);
    expect((await refresh(authorized.site, token)).body.error).toBe('invalid_grant');
  });

  it('expires a year after the code, however often it is used (S-52)', async () => {
    const authorized = await authorizeSite();
    let { refresh_token: token } = (await redeem(authorized)).body;
    for (let days = 28; days <= 364; days += 28) {
      later(28 * DAY_MS);
      const { status, body } = await refresh(authorized.site, token);
      expect({ days, status }).toEqual({ days, status: 200 });
      token = body.refresh_token;
    }
    later(DAY_MS);
    expect((await refresh(authorized.site, token)).body.error).toBe('invalid_grant');
  });
});

describe('the token endpoint', () => {
  it.each([
    ['application/json', '{}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain; application/x-www-form-urlencoded', 'a=b'],
    ['application/x-www-form-urlencoded-not', 'a=b'],
    ['', ''],
  ])('refuses the content type %j (S-40, WOP 0.7)', async (type, body) => {
    const { status, body: error } = await send('/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    expect([status, error.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses secrets in the URL (S-40)', async () => {
    const { site } = await authorizeSite();
    const query = new URLSearchParams({ client_secret: site.secret }).toString();
    const { status, body } = await postForm(`/oauth/token?${query}`, { client_id: site.id });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses a repeated parameter (S-06)', async () => {
    const { site, code } = await authorizeSite();
    const { status, body } = await send('/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...basicOf(site) },
      body: `grant_type=authorization_code&code=${code}&code=${code}`,
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['password', 'unsupported_grant_type'],
    ['client_credentials', 'unsupported_grant_type'],
    // The device flow is not enabled for this client (D-153).
    ['urn:ietf:params:oauth:grant-type:device_code', 'unauthorized_client'],
    [undefined, 'invalid_request'],
  ])('answers grant_type %s with %s (S-54)', async (grantType, error) => {
    const authorized = await authorizeSite();
    const { status, body } = await redeem(authorized, { grant_type: grantType });
    expect([status, body.error]).toEqual([400, error]);
  });

  it.each([
    'Basic',
    'Basic !!!',
    'Basic YQ',
    'Basic bm9jb2xvbg==',
    'Basic eG9jX2E6',
    'Basic /////w==',
    'Basic eG9jX2E6JQ==',
    'Bearer abc',
  ])('answers %j with 401 and a challenge, never 500 (S-41)', async (header) => {
    const parameters = { grant_type: 'refresh_token', refresh_token: 'x' };
    const { status, headers, body } = await postForm('/oauth/token', parameters, {
      Authorization: header,
    });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect(headers.get('WWW-Authenticate')).toMatch(/^Basic /);
  });

  it('refuses two methods of authentication at once, and two client ids (S-41)', async () => {
    const { site } = await authorizeSite();
    const both = await postForm('/oauth/token', secretOf(site), basicOf(site));
    expect([both.status, both.body.error]).toEqual([400, 'invalid_request']);
    const other = await postForm('/oauth/token', { client_id: 'xoc_other' }, basicOf(site));
    expect([other.status, other.body.error]).toEqual([400, 'invalid_request']);
  });

  it('gives unknown clients and wrong secrets the same response (S-42)', async () => {
    const { site } = await authorizeSite();
    const wrong = await refresh({ ...site, secret: 'xocs_wrong' }, 'x');
    const unknown = await refresh({ ...site, id: 'xoc_unknown' }, 'x');
    expect(wrong.status).toBe(401);
    expect(unknown).toMatchObject({ status: 401, body: wrong.body });
  });

  it('counts failures per client and IP address, and then refuses the right secret too (S-55)', async () => {
    const authorized = await authorizeSite();
    const from = (address: string, secret: string) =>
      postForm(
        '/oauth/introspect',
        { token: 'x', client_id: authorized.site.id, client_secret: secret },
        { 'CF-Connecting-IP': address },
      );
    for (let failure = 0; failure < 20; failure += 1)
      expect((await from('198.51.100.1', 'xocs_wrong')).status).toBe(401);
    const refused = await from('198.51.100.1', 'xocs_wrong');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(refused.body).toMatchObject({ success: false, error: { code: 'TOO_MANY_REQUESTS' } });
    expect((await from('198.51.100.1', authorized.site.secret)).status).toBe(429);
    expect((await from('198.51.100.2', authorized.site.secret)).status).toBe(200);
  });

  it('answers other methods with 405', async () => {
    const { status, headers } = await send('/oauth/token', { method: 'GET' });
    expect(status).toBe(405);
    expect(headers.get('Allow')).toContain('POST');
  });
});
