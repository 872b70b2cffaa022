import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeContext } from '../../support/installation/context.ts';
import { authorizeSite, issueTokens, makeSite, revokeGrants } from '../../support/site/grants.ts';
import { introspect, postForm, redeem, refresh } from '../../support/site/oauth-calls.ts';
import { secretOf } from '../../support/site/oauth.ts';
import { ORIGIN } from '../../support/site/oauth-request.ts';
import { disconnect } from '../../../src/domain/openid/grants/connections.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const INACTIVE = { active: false };

describe('introspection', () => {
  it('describes an access token with the members of spec 2.6, and its sign-in (RFC 9470 6.2)', async () => {
    const { site, account, tokens } = await issueTokens();
    const { status, headers, body } = await introspect(site, tokens.access_token);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    const nowSeconds = Math.floor(Date.now() / 1000);
    expect(body).toEqual({
      active: true,
      scope: 'openid profile email age_verification connections',
      client_id: site.id,
      sub: account.subject,
      exp: body.iat + 3600,
      iat: expect.closeTo(nowSeconds, -1),
      iss: ORIGIN,
      token_type: 'Bearer',
      auth_time: expect.closeTo(nowSeconds, -1),
      acr: 'urn:agate:acr:password',
    });
  });

  it('describes only the current refresh token (S-71)', async () => {
    const { site, tokens } = await issueTokens();
    expect((await introspect(site, tokens.refresh_token)).body.active).toBe(true);
    const next = (await refresh(site, tokens.refresh_token)).body;
    expect((await introspect(site, tokens.refresh_token)).body).toEqual(INACTIVE);
    expect((await introspect(site, next.refresh_token)).body.active).toBe(true);
  });

  it.each(['garbage', 'xort_garbage', 'a.b.c', `xort_${'A'.repeat(86)}`, `xoac_${'A'.repeat(86)}`])(
    'answers %j with exactly inactive (spec 7.3.4)',
    async (token) => {
      const { status, body } = await introspect(await makeSite(), token);
      expect({ status, body }).toEqual({ status: 200, body: INACTIVE });
    },
  );

  it('shows a client only its own tokens (D-39)', async () => {
    const { tokens } = await issueTokens();
    const other = await makeSite();
    expect((await introspect(other, tokens.access_token)).body).toEqual(INACTIVE);
    expect((await introspect(other, tokens.refresh_token)).body).toEqual(INACTIVE);
  });

  it('accepts no ID token and no truncated or respelled token as an access token (S-61, S-62)', async () => {
    const { site, tokens } = await issueTokens();
    const token: string = tokens.access_token;
    const last = token.at(-1) ?? '';
    // The respelled token encodes the same bytes: only the unused bits of its last character
    // differ.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const respelled = token.slice(0, -1) + (alphabet[alphabet.indexOf(last) ^ 1] ?? '');
    for (const wrong of [tokens.id_token, token.slice(0, -2), `${token}AA`, `${token}=`, respelled])
      expect((await introspect(site, wrong)).body).toEqual(INACTIVE);
    expect((await introspect(site, token)).body.active).toBe(true);
  });

  it('shows an access token as active for an hour', async () => {
    // Tests reset the storage but not the isolate's cached keys, so the cached keys must expire
    // first.
    vi.setSystemTime(Date.now() + 600_000);
    const { site, tokens } = await issueTokens();
    vi.setSystemTime(Date.now() + 3_540_000);
    expect((await introspect(site, tokens.access_token)).body.active).toBe(true);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await introspect(site, tokens.access_token)).body).toEqual(INACTIVE);
  });

  it('authenticates the client before anything else (S-71)', async () => {
    const { site, tokens } = await issueTokens();
    for (const parameters of [
      {},
      { client_id: site.id },
      { ...secretOf(site), client_secret: 'x' },
    ])
      expect(
        (await postForm('/oauth/introspect', { token: tokens.access_token, ...parameters })).status,
      ).toBe(401);
    const missing = await postForm('/oauth/introspect', secretOf(site));
    expect([missing.status, missing.body.error]).toEqual([400, 'invalid_request']);
  });

  it('ignores the hint (RFC 7662 2.1)', async () => {
    const { site, tokens } = await issueTokens();
    const parameters = { token: tokens.access_token, ...secretOf(site) };
    for (const hint of ['refresh_token', 'nonsense'])
      expect(
        (await postForm('/oauth/introspect', { ...parameters, token_type_hint: hint })).body.active,
      ).toBe(true);
  });
});

describe('tokens end', () => {
  it('when the person disconnects the site: only for that site, and consent is forgotten', async () => {
    const first = await issueTokens();
    const second = await authorizeSite({ account: first.account });
    const kept = (await redeem(second)).body;
    expect(await disconnect(makeContext(), first.account.id, first.site.id)).toBe(true);
    expect((await introspect(first.site, first.tokens.access_token)).body).toEqual(INACTIVE);
    const refused = await refresh(first.site, first.tokens.refresh_token);
    expect(refused.body.error).toBe('invalid_grant');
    expect((await introspect(second.site, kept.access_token)).body.active).toBe(true);
    expect(await disconnect(makeContext(), first.account.id, first.site.id)).toBe(false);
  });

  it('when the account is suspended: for every site, also with a code not yet redeemed (S-27)', async () => {
    const first = await issueTokens();
    const second = await authorizeSite({ account: first.account });
    await revokeGrants(makeContext(), { accountId: first.account.id });
    expect((await introspect(first.site, first.tokens.access_token)).body).toEqual(INACTIVE);
    expect((await redeem(second)).body.error).toBe('invalid_grant');
  });

  it('when the person signs out of the browser that the grant came from', async () => {
    const first = await issueTokens();
    await revokeGrants(makeContext(), { sessionId: first.signIn.session.id });
    expect((await introspect(first.site, first.tokens.access_token)).body).toEqual(INACTIVE);
  });

  it('when they are revoked while a code is redeemed, whichever comes first (S-47)', async () => {
    const one = await authorizeSite();
    const [reply] = await Promise.all([
      redeem(one),
      revokeGrants(makeContext(), { accountId: one.account.id }),
    ]);
    const token: string = reply.body.access_token ?? 'none';
    expect([200, 400]).toContain(reply.status);
    expect((await introspect(one.site, token)).body).toEqual(INACTIVE);
  });
});
