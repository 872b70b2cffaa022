import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { AgeBracket } from '../../../src/domain/terms/age-bracket.ts';
import { keepAge } from '../../support/account/ages.ts';
import { authorizeSite, issueTokens } from '../../support/site/grants.ts';
import { makeClient } from '../../support/site/oauth.ts';
import { postForm, readUserinfo, redeem, send } from '../../support/site/oauth-calls.ts';

const VERIFIED_AT: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

async function tokensFor(scope: string[], bracket?: AgeBracket) {
  const one = await authorizeSite({ request: { scope } });
  if (bracket !== undefined) await keepAge(one.account, bracket);
  return { ...one, tokens: (await redeem(one)).body };
}

describe('userinfo', () => {
  it('has the Date header that FAPI 2.0 requires of a resource, also with an error (RFC 9110 6.6.1)', async () => {
    const { tokens } = await tokensFor(['openid']);
    for (const token of [tokens.access_token, 'none']) {
      const { headers } = await readUserinfo(token);
      const sentAtMs = Date.parse(headers.get('Date') ?? '');
      expect(Math.abs(sentAtMs - Date.now())).toBeLessThan(60_000);
    }
  });

  it('has only the subject with openid alone (S-68)', async () => {
    const { account, tokens } = await tokensFor(['openid'], 18);
    expect((await readUserinfo(tokens.access_token)).body).toEqual({ sub: account.subject });
  });

  it('has name, email and number of sites with their scopes (spec 2.5)', async () => {
    const { account, tokens } = await tokensFor(['openid', 'profile', 'email', 'connections']);
    expect((await readUserinfo(tokens.access_token)).body).toEqual({
      sub: account.subject,
      name: 'Ada',
      display_name: 'Ada',
      email: account.email,
      email_verified: true,
      connected_sites_count: 1,
    });
  });

  it('has brackets and thresholds, never an age or a date of birth (D-37)', async () => {
    const { account, tokens } = await tokensFor(['openid', 'age_verification'], 18);
    expect((await readUserinfo(tokens.access_token)).body).toEqual({
      sub: account.subject,
      age_verified: true,
      verified_brackets: ['+12', '+15', '+18'],
      meets_threshold: { '12': true, '15': true, '18': true, '21': false, '25': false },
      age_bracket: '18+',
      verification_level: 'ml',
      verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it('has no verified age when there is none, or when it has expired', async () => {
    const none = { age_verified: false, verified_brackets: [] };
    const without = await tokensFor(['openid', 'age_verification']);
    expect((await readUserinfo(without.tokens.access_token)).body).toMatchObject(none);
    const expired = await tokensFor(['openid', 'age_verification'], 21);
    await env.DB.prepare('UPDATE verified_ages SET expires_at_ms = ?')
      .bind(Date.now() - 1)
      .run();
    const { body } = await readUserinfo(expired.tokens.access_token);
    expect(body).toMatchObject(none);
    expect(body).not.toHaveProperty('age_bracket');
  });

  it.each([
    [[18], 25, ['+18'], '18+'],
    [[15, 21], 18, ['+15'], '15+'],
    [[21], 18, [], undefined],
  ] as const)(
    'shows for thresholds %j and a kept age of %d only %j (D-56)',
    async (thresholds, bracket, met, age) => {
      const client = await makeClient({ ageThresholds: [...thresholds] });
      const scope = ['openid', 'age_verification'];
      const { account, tokens } = await issueTokens({
        site: client,
        request: { scope, ageThresholds: thresholds },
      });
      await keepAge(account, bracket);
      const { body } = await readUserinfo(tokens.access_token);
      const shown = (one: number) => met.includes(`+${one}` as never);
      expect(body).toEqual({
        sub: account.subject,
        age_verified: met.length > 0,
        verified_brackets: met,
        meets_threshold: Object.fromEntries([12, 15, 18, 21, 25].map((one) => [one, shown(one)])),
        ...(age !== undefined && {
          age_bracket: age,
          verification_level: 'ml',
          verified_at: VERIFIED_AT,
        }),
      });
    },
  );

  it('shows no threshold that the person was not asked about, and none that the site no longer has (D-56)', async () => {
    const client = await makeClient({ ageThresholds: [15, 18] });
    const asked = { scope: ['openid', 'age_verification'], ageThresholds: [15, 18] as const };
    const { account, tokens } = await issueTokens({ site: client, request: asked });
    await keepAge(account, 25);
    const change = (thresholds: number[]) =>
      env.DB.prepare('UPDATE oauth_clients SET age_thresholds = ? WHERE id = ?')
        .bind(JSON.stringify(thresholds), client.id)
        .run();
    const seen = async () => (await readUserinfo(tokens.access_token)).body.verified_brackets;
    await change([12, 15, 18, 21]);
    expect(await seen()).toEqual(['+15', '+18']);
    await change([18, 21]);
    expect(await seen()).toEqual(['+18']);
  });

  it.each([
    ['no proof', 'UPDATE verified_ages SET policy_version = NULL, session_id = NULL'],
    ['a smaller margin than the policy', 'UPDATE verified_ages SET margin_years = 6.5'],
    ['fewer movements', "UPDATE verified_ages SET difficulty = 'easy'"],
    ['been withdrawn', 'UPDATE verified_ages SET revoked_at_ms = 1'],
  ])('has no verified age when the kept one has %s (D-56)', async (_why, change) => {
    const { account, tokens } = await tokensFor(['openid', 'age_verification'], 25);
    await env.DB.prepare(change).run();
    expect((await readUserinfo(tokens.access_token)).body).toEqual({
      sub: account.subject,
      age_verified: false,
      verified_brackets: [],
      meets_threshold: { '12': false, '15': false, '18': false, '21': false, '25': false },
    });
  });

  it('answers GET and POST, with the token in header or form (OIDC Core 5.3.1)', async () => {
    const { account, tokens } = await tokensFor(['openid']);
    const token: string = tokens.access_token;
    const headers = { Authorization: `Bearer ${token}` };
    const replies = await Promise.all([
      send('/oauth/userinfo', { headers }),
      send('/oauth/userinfo', { method: 'POST', headers }),
      postForm('/oauth/userinfo', { access_token: token }),
    ]);
    for (const { status, body } of replies)
      expect({ status, sub: body.sub }).toEqual({ status: 200, sub: account.subject });
  });

  it.each<Record<string, string>>([
    {},
    { Authorization: 'Basic YTpi' },
    { Authorization: 'Bearers YTpi' },
  ])(
    'challenges a request without a token, without an error code: %j (RFC 6750 3.1)',
    async (sent) => {
      const { status, headers, body } = await send('/oauth/userinfo', { headers: sent });
      expect([status, body]).toEqual([401, {}]);
      expect(headers.get('WWW-Authenticate')).toMatch(/^Bearer, DPoP algs="ES256 /);
    },
  );

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a\tb', 'Bearer garbage', 'DPoP', 'DPoP a b'])(
    'answers %j with invalid_token, never 500 (Keycloak CVE-2026-9803, CVE-2026-0707)',
    async (header) => {
      const reply = await send('/oauth/userinfo', { headers: { Authorization: header } });
      expect([reply.status, reply.body.error]).toEqual([401, 'invalid_token']);
      const [scheme] = header.split(' ');
      const challenge = reply.headers.get('WWW-Authenticate');
      expect(challenge?.startsWith(`${scheme} error="invalid_token"`)).toBe(true);
    },
  );

  it('refuses a token in the URL, and a token in two places (S-70)', async () => {
    const { tokens } = await tokensFor(['openid']);
    const token: string = tokens.access_token;
    const query = await send(`/oauth/userinfo?access_token=${token}`, {});
    expect([query.status, query.body.error]).toEqual([400, 'invalid_request']);
    const twice = await postForm(
      '/oauth/userinfo',
      { access_token: token },
      { Authorization: `Bearer ${token}` },
    );
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses ID tokens, refresh tokens and API keys (S-61)', async () => {
    const { tokens } = await tokensFor(['openid']);
    for (const token of [tokens.id_token, tokens.refresh_token, 'sk_live_x'])
      expect((await readUserinfo(token)).status).toBe(401);
  });

  it.each(['suspended', 'pending_deletion'])(
    'shows nothing of an account that is %s (S-27)',
    async (status) => {
      const { account, tokens } = await tokensFor(['openid']);
      await env.DB.prepare('UPDATE accounts SET status = ?, locked_until_ms = ? WHERE id = ?')
        .bind(status, Date.now() + 60_000, account.id)
        .run();
      expect((await readUserinfo(tokens.access_token)).body.error).toBe('invalid_token');
    },
  );
});
