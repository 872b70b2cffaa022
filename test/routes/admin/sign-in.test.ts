import { env } from 'cloudflare:workers';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { ask, codeOf, enableTwoFactor, login, makeAdmin } from '../../support/staff/admins.ts';
import { countPasswordGuess } from '../../../src/domain/terms/password-guesses.ts';
import { withContext } from '../../support/installation/context.ts';
import { PASSWORD } from '../../support/staff/staff.ts';
import { eventually } from '../../support/installation/eventually.ts';

const challenge = (token: string, code: string) =>
  ask('POST', '/auth/2fa/challenge', undefined, { challenge_token: token, code });

describe('POST /admin/v1/auth/login', () => {
  it('gives tokens for the right password, whatever the case of the email address (spec 4.3)', async () => {
    const admin = await makeAdmin({ email: 'Ops@Agate.Example', role: 'support' });
    const { status, body } = await login(' ops@agate.example');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^xart_[\w-]{86}$/),
      user: { id: admin.id, email: 'Ops@Agate.Example', role: 'support', active: true },
    });
    const { access_token: token } = body.data;
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'admin+jwt' });
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ aud: 'http://localhost:8787/admin/v1', sub: String(admin.id) });
    expect(claims.exp! - claims.iat!).toBe(900);
    expect((await ask('GET', '/auth/me', token)).body.data.id).toBe(admin.id);
  });

  it('answers 401 to a wrong password and to an unknown address, with the same body', async () => {
    const admin = await makeAdmin();
    const wrong = await login(admin.email, 'not the password');
    const unknown = await login('nobody@ops.example');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.error).toEqual(unknown.body.error);
    expect(wrong.body.error?.code).toBe('INVALID_CREDENTIALS');
  });

  it('answers 400 to missing fields and to what is not JSON', async () => {
    const missing = await ask('POST', '/auth/login', undefined, {});
    expect(missing.status).toBe(400);
    expect(missing.body.error?.details?.map(({ field }) => field)).toEqual(['email', 'password']);
    expect((await ask('POST', '/auth/login', undefined, '{')).body.error?.code).toBe(
      'INVALID_REQUEST',
    );
  });

  it('answers 403 to a deactivated admin, and only when the password is right (spec 7.2)', async () => {
    const admin = await makeAdmin();
    await env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1 WHERE id = ?')
      .bind(admin.id)
      .run();
    expect((await login(admin.email, 'not the password')).status).toBe(401);
    const { status, body } = await login(admin.email);
    expect([status, body.error?.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('lets ten of fifteen concurrent guesses from one network through, then refuses the right password there (D-62)', async () => {
    const admin = await makeAdmin();
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, n) => login(admin.email, 'wrong', `2001:db8:7:7::${n}`)),
    );
    const counts = Object.groupBy(replies, ({ status }) => status);
    expect([counts[401]?.length, counts[429]?.length]).toEqual([10, 5]);
    expect(counts[429]?.[0]?.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect((await login(admin.email, PASSWORD, '2001:db8:7:7::ff')).status).toBe(429);
    expect((await login(admin.email, PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
  });

  it('is not locked out by a stranger: known device, code, passkeys and sessions still work (D-62)', async () => {
    const admin = await makeAdmin();
    const { secret } = await enableTwoFactor(admin.token);
    const due = await login(admin.email);
    const first = await challenge(due.body.data.challenge_token, codeOf(secret));
    const device = /agate-device=[^;]+/.exec(first.headers.get('Set-Cookie') ?? '')?.[0] ?? '';
    for (let n = 0; n < 11; n += 1) await login(admin.email, 'wrong');
    expect((await login(admin.email)).status).toBe(429);
    const again = await login(admin.email, PASSWORD, '192.0.2.1', { Cookie: device });
    expect(again.status).toBe(200);
    const next = await challenge(again.body.data.challenge_token, codeOf(secret, 1));
    expect(next.status).toBe(200);
    expect((await login(admin.email)).status).toBe(429);
    const password = { password: PASSWORD };
    const signedIn = await ask('POST', '/auth/2fa/recovery-codes', admin.token, password);
    expect(signedIn.status).toBe(200);
  });

  it('refuses unknown devices of every network after a hundred guesses (D-62)', async () => {
    const admin = await makeAdmin();
    const owner = { realm: 'admin', emailNormalized: admin.email } as const;
    await withContext(async (ctx) => {
      for (let n = 0; n < 100; n += 1)
        await countPasswordGuess(ctx, owner, { ip: `198.51.100.${n % 20}` });
    });
    expect((await login(admin.email, PASSWORD, '203.0.113.7')).status).toBe(429);
  });

  it('counts failures only: eleven successful sign-ins are allowed', async () => {
    const admin = await makeAdmin();
    for (let n = 0; n < 11; n += 1) expect((await login(admin.email)).status).toBe(200);
  });

  it('does not sign in a customer’s staff', async () => {
    const member = await makeAdmin({ audience: 'dashboard' });
    expect((await login(member.email)).status).toBe(401);
  });
});

describe('POST /admin/v1/auth/2fa/challenge', () => {
  it('completes a sign-in with a code of the authenticator', async () => {
    const admin = await makeAdmin();
    const { secret } = await enableTwoFactor(admin.token);
    const due = await login(admin.email);
    expect(due.status).toBe(200);
    expect(due.body.data).toEqual({
      requires_2fa: true,
      challenge_token: expect.stringMatching(/^xch_[\w-]{86}$/),
    });
    const { status, body } = await challenge(due.body.data.challenge_token, codeOf(secret));
    expect(status).toBe(200);
    expect((await ask('GET', '/auth/me', body.data.access_token)).status).toBe(200);
  });

  it('accepts a code once, also with twenty concurrent requests and on another challenge (RFC 6238 5.2)', async () => {
    const admin = await makeAdmin();
    const { secret } = await enableTwoFactor(admin.token);
    const [first, second] = [await login(admin.email), await login(admin.email)];
    const code = codeOf(secret);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => challenge(first.body.data.challenge_token, code)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await challenge(second.body.data.challenge_token, code)).status).toBe(401);
    const next = codeOf(secret, 1);
    expect((await challenge(second.body.data.challenge_token, next)).status).toBe(200);
  });

  it('allows a challenge five tries, and then refuses even the right code', async () => {
    const admin = await makeAdmin();
    const { secret } = await enableTwoFactor(admin.token);
    const token = (await login(admin.email)).body.data.challenge_token;
    for (let n = 0; n < 5; n += 1) expect((await challenge(token, '000000')).status).toBe(401);
    expect((await challenge(token, codeOf(secret))).status).toBe(401);
    const fresh = (await login(admin.email)).body.data.challenge_token;
    expect((await challenge(fresh, codeOf(secret))).status).toBe(200);
  });

  it('counts wrong codes across all challenges: ten, then 429', async () => {
    const admin = await makeAdmin();
    await enableTwoFactor(admin.token);
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const due = await login(admin.email);
      if (due.status !== 200) statuses.push(due.status);
      else
        for (let n = 0; n < 5; n += 1)
          statuses.push((await challenge(due.body.data.challenge_token, '000000')).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
  });

  it('ends a challenge after five minutes', async () => {
    const admin = await makeAdmin();
    const { secret } = await enableTwoFactor(admin.token);
    const token = (await login(admin.email)).body.data.challenge_token;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    const { status } = await challenge(token, codeOf(secret));
    vi.useRealTimers();
    expect(status).toBe(401);
  });

  it('answers 401 to an unknown challenge and 400 to a missing one', async () => {
    expect((await challenge(`xch_${'A'.repeat(86)}`, '123456')).status).toBe(401);
    expect((await challenge('nonsense', '123456')).status).toBe(401);
    expect((await ask('POST', '/auth/2fa/challenge', undefined, { code: '123456' })).status).toBe(
      400,
    );
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const admin = await makeAdmin();
    const { recoveryCodes } = await enableTwoFactor(admin.token);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    const first = (await login(admin.email)).body.data.challenge_token;
    const typed = code.toUpperCase().replaceAll('-', ' ');
    expect((await challenge(first, typed)).status).toBe(200);
    const second = (await login(admin.email)).body.data.challenge_token;
    expect((await challenge(second, code)).status).toBe(401);
    const status = await ask('GET', '/auth/2fa/status', admin.token);
    expect(status.body.data).toEqual({ enabled: true, recovery_codes_left: 9 });
  });
});

describe('signing in', () => {
  it('answers 500 when the database fails, with one fixed sentence (spec 7.2)', async () => {
    const admin = await makeAdmin();
    await enableTwoFactor(admin.token);
    const due = await login(admin.email);
    await env.DB.prepare('ALTER TABLE staff RENAME TO gone').run();
    const begin = { email: admin.email };
    for (const { status, body } of [
      await login(admin.email),
      await challenge(due.body.data.challenge_token, '123456'),
      await ask('POST', '/auth/passkey/authenticate/begin', undefined, begin),
      await ask('POST', '/auth/refresh', undefined, { refresh_token: admin.refreshToken }),
    ]) {
      expect([status, body.error?.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect(body.error?.message).not.toMatch(/staff|SQL/);
    }
  });
});

describe('POST /admin/v1/auth/refresh', () => {
  const refresh = (token: string) =>
    ask('POST', '/auth/refresh', undefined, { refresh_token: token });

  it('rotates: fifty concurrent requests all get the same successor', async () => {
    const admin = await makeAdmin();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => refresh(admin.refreshToken)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const successors = new Set(replies.map(({ body }) => body.data.refresh_token));
    expect(successors.size).toBe(1);
    expect(successors.has(admin.refreshToken)).toBe(false);
    expect((await refresh([...successors][0])).status).toBe(200);
  });

  it('ends the session when an older token comes back, and only that session (RFC 9700 4.14.2)', async () => {
    const admin = await makeAdmin();
    const other = (await login(admin.email)).body.data;
    const second = (await refresh(admin.refreshToken)).body.data;
    const third = (await refresh(second.refresh_token)).body.data;
    expect((await refresh(admin.refreshToken)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(401);
    expect((await ask('GET', '/auth/me', third.access_token)).status).toBe(401);
    expect((await ask('GET', '/auth/me', other.access_token)).status).toBe(200);
  });

  it('ignores a token with a made-up secret: the session continues', async () => {
    const admin = await makeAdmin();
    const forged = admin.refreshToken.slice(0, 48) + 'A'.repeat(43);
    expect((await refresh(forged)).status).toBe(401);
    expect((await refresh(admin.refreshToken)).status).toBe(200);
  });

  it('ends with the session, twelve hours after the sign-in', async () => {
    const admin = await makeAdmin();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3_600_000 });
    const { status } = await refresh(admin.refreshToken);
    vi.useRealTimers();
    expect(status).toBe(401);
  });

  it('records every sign-in in the audit log, without the password', async () => {
    const admin = await makeAdmin();
    await login(admin.email);
    await login(admin.email, `${PASSWORD}-wrong`);
    await eventually(async () => {
      const { results } = await env.DB.prepare(
        'SELECT action, staff_id, target_id, ip FROM audit_entries ORDER BY id',
      ).all();
      const target = { target_id: String(admin.id), ip: '192.0.2.1' };
      expect(results).toEqual([
        { action: 'auth.login', staff_id: admin.id, ...target },
        { action: 'auth.login_failed', staff_id: null, ...target },
      ]);
    });
    const { results } = await env.DB.prepare('SELECT * FROM audit_entries').all();
    expect(JSON.stringify(results)).not.toContain(PASSWORD);
  });
});
