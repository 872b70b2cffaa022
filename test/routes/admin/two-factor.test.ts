import { env } from 'cloudflare:workers';
import { TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { ask, codeOf, enableTwoFactor, login, makeAdmin } from '../../support/staff/admins.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

const setUp = async (token: string) => (await ask('POST', '/auth/2fa/setup', token)).body.data;
const verify = (token: string, code: string) => ask('POST', '/auth/2fa/verify', token, { code });

describe('two-factor authentication (spec 3.2)', () => {
  it('gives a provisioning URI that an authenticator reads: SHA-1, 6 digits, 30 s', async () => {
    const admin = await makeAdmin();
    const { secret, provisioning_uri: uri } = await setUp(admin.token);
    const read = URI.parse(uri);
    expect(read).toBeInstanceOf(TOTP);
    expect(read).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30, issuer: 'Agate' });
    expect(read.label).toBe(admin.email);
    expect(read.secret.base32).toBe(secret);
    expect(read.secret.bytes.length).toBe(20);
    expect((await verify(admin.token, (read as TOTP).generate())).status).toBe(200);
  });

  it('is not enabled by setup alone: login requires no code', async () => {
    const admin = await makeAdmin();
    await setUp(admin.token);
    const status = await ask('GET', '/auth/2fa/status', admin.token);
    expect(status.body.data).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect((await login(admin.email)).body.data).toHaveProperty('access_token');
  });

  it('replaces the secret with a second setup, and refuses one once it is on', async () => {
    const admin = await makeAdmin();
    const first = await setUp(admin.token);
    const second = await setUp(admin.token);
    const wrong = await verify(admin.token, codeOf(first.secret));
    expect([wrong.status, wrong.body.error?.code]).toEqual([400, 'INVALID_CODE']);
    expect((await verify(admin.token, codeOf(second.secret))).status).toBe(200);
    expect((await ask('POST', '/auth/2fa/setup', admin.token)).status).toBe(409);
    expect((await ask('GET', '/auth/2fa/status', admin.token)).body.data.enabled).toBe(true);
  });

  it('accepts the code of the time step before and of the one after, and no other', async () => {
    for (const [away, status] of [
      [-2, 400],
      [-1, 200],
      [1, 200],
      [3, 400],
    ] as const) {
      const admin = await makeAdmin();
      const { secret } = await setUp(admin.token);
      expect([away, (await verify(admin.token, codeOf(secret, away))).status]).toEqual([
        away,
        status,
      ]);
    }
  });

  it('refuses at the next login the code that enabled it: each time step counts once', async () => {
    const admin = await makeAdmin();
    const { secret } = await setUp(admin.token);
    const code = codeOf(secret, 1);
    expect((await verify(admin.token, code)).status).toBe(200);
    const due = (await login(admin.email)).body.data.challenge_token;
    const replay = await ask('POST', '/auth/2fa/challenge', undefined, {
      challenge_token: due,
      code,
    });
    expect(replay.status).toBe(401);
  });

  it('answers 400 without a setup, and 429 after five wrong codes', async () => {
    const admin = await makeAdmin();
    expect((await verify(admin.token, '123456')).status).toBe(400);
    const { secret } = await setUp(admin.token);
    for (let n = 0; n < 4; n += 1) expect((await verify(admin.token, '000000')).status).toBe(400);
    expect((await verify(admin.token, codeOf(secret))).status).toBe(429);
  });

  it('is turned on by one of several concurrent requests, and the recovery codes of that one work', async () => {
    const admin = await makeAdmin();
    const code = codeOf((await setUp(admin.token)).secret);
    const answers = await Promise.all([1, 2, 3].map(() => verify(admin.token, code)));
    const [good, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const due = (await login(admin.email)).body.data.challenge_token;
    const answer = { challenge_token: due, code: good!.body.data.recovery_codes[0] };
    expect((await ask('POST', '/auth/2fa/challenge', undefined, answer)).status).toBe(200);
  });

  it('is turned off by the current password alone', async () => {
    const admin = await makeAdmin();
    const { recoveryCodes } = await enableTwoFactor(admin.token);
    const disable = (password?: string) =>
      ask('POST', '/auth/2fa/disable', admin.token, { password });
    const wrong = await disable('wrong password');
    expect([wrong.status, wrong.body.error?.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await disable()).status).toBe(400);
    expect((await disable(PASSWORD)).body.data.enabled).toBe(false);
    expect((await login(admin.email)).body.data).toHaveProperty('access_token');
    const left = await env.DB.prepare('SELECT COUNT(*) AS n FROM staff_recovery_codes').first();
    expect([recoveryCodes.length, left]).toEqual([10, { n: 0 }]);
  });

  it('keeps the secret encrypted and the recovery codes as hashes', async () => {
    const admin = await makeAdmin();
    const { secret, recoveryCodes } = await enableTwoFactor(admin.token);
    const row = await env.DB.prepare('SELECT * FROM staff').first();
    const codes = await env.DB.prepare('SELECT * FROM staff_recovery_codes').all();
    const stored = JSON.stringify([row, codes.results]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  it('renews the recovery codes for the password; the old ones stop working', async () => {
    const admin = await makeAdmin();
    const renew = (password: string) =>
      ask('POST', '/auth/2fa/recovery-codes', admin.token, { password });
    expect((await renew(PASSWORD)).status).toBe(409);
    const { recoveryCodes } = await enableTwoFactor(admin.token);
    expect((await renew('wrong password')).status).toBe(401);
    const fresh: string[] = (await renew(PASSWORD)).body.data.recovery_codes;
    expect(fresh).toHaveLength(10);
    const due = (await login(admin.email)).body.data.challenge_token;
    const answer = (code?: string) =>
      ask('POST', '/auth/2fa/challenge', undefined, { challenge_token: due, code });
    expect((await answer(recoveryCodes[0])).status).toBe(401);
    expect((await answer(fresh[0])).status).toBe(200);
  });
});
