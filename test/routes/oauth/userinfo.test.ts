import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { authorizeSite, giveVerifiedAge } from '../../support/grants.ts';
import { postForm, readUserinfo, redeem, send } from '../../support/oauth-calls.ts';

async function tokensFor(scope: string[], bracket?: number) {
  const one = await authorizeSite({ request: { scope } });
  if (bracket !== undefined) await giveVerifiedAge(one.account, bracket);
  return { ...one, tokens: (await redeem(one)).body };
}

describe('userinfo', () => {
  it('has only the subject with openid alone (S-68)', async () => {
    const { account, tokens } = await tokensFor(['openid'], 18);
    expect((await readUserinfo(tokens.access_token)).body).toEqual({ sub: account.subject });
  });

  it('has name, email and number of sites with their scopes (spec 2.5)', async () => {
    const { account, tokens } = await tokensFor(['openid', 'profile', 'email', 'connections']);
    expect((await readUserinfo(tokens.access_token)).body).toEqual({
      sub: account.subject,
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

  it('answers GET and POST, header and form (OIDC Core 5.3.1)', async () => {
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

  it('challenges a request without a token, without an error code (RFC 6750 3.1)', async () => {
    const { status, headers } = await send('/oauth/userinfo', {});
    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a\tb', 'Bearer garbage', 'Basic YTpi'])(
    'answers %j with invalid_token, never 500 (Keycloak CVE-2026-9803, CVE-2026-0707)',
    async (header) => {
      const reply = await send('/oauth/userinfo', { headers: { Authorization: header } });
      expect([reply.status, reply.body.error]).toEqual([401, 'invalid_token']);
      expect(reply.headers.get('WWW-Authenticate')).toMatch(/^Bearer error="invalid_token"/);
    },
  );

  it('refuses a token in the address, and in two ways at once (S-70)', async () => {
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

  it.each(['suspended', 'locked', 'pending_deletion'])(
    'says nothing about an account that is %s (S-27)',
    async (status) => {
      const { account, tokens } = await tokensFor(['openid']);
      await env.DB.prepare('UPDATE accounts SET status = ?, locked_until_ms = ? WHERE id = ?')
        .bind(status, Date.now() + 60_000, account.id)
        .run();
      expect((await readUserinfo(tokens.access_token)).body.error).toBe('invalid_token');
    },
  );
});
