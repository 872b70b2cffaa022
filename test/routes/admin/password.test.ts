import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/context.ts';
import { actorFor } from '../../../src/domain/platform/audit/record.ts';
import { findStaff } from '../../../src/domain/customers/staff/store.ts';
import { toMember } from '../../../src/domain/customers/staff/staff-row.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import { changeStaffPassword } from '../../../src/domain/customers/staff-authentication/change-password.ts';
import { signInStaffWithPassword } from '../../../src/domain/customers/staff-authentication/sign-in-with-password.ts';
import {
  requestStaffReset,
  resetStaffPassword,
} from '../../../src/domain/customers/staff-authentication/reset-password.ts';
import { ask, codeOf, enableTwoFactor, login, makeAdmin } from '../../support/staff/admins.ts';
import { PASSWORD, signIn, type TestStaff } from '../../support/staff/staff.ts';
import { withContext } from '../../support/installation/context.ts';
import { linksTo, linkUrlsTo } from '../../support/account/mails.ts';

const NEXT = 'walnut-harbour-mist-92';
/** A hash of PASSWORD with the lower cost of an earlier version. */
const OLD_HASH =
  'scrypt$1024$8$1$c2FsdC1zYWx0LXNhbHQtMQ$0KUgsmcDzWSQjRmupENkoAp4c22ikt6DQHkZ6Qdygmg';

/**
 * The caller's IP address. It is unique for each test, because limiters outlive test files and
 * other tests use up the limits of their own networks.
 */
let network: string;

const forgot = (email: string, ip = network) =>
  ask('POST', '/auth/forgot-password', undefined, { email }, { 'CF-Connecting-IP': ip });

const reset = (token: string, password = NEXT) =>
  ask('POST', '/auth/reset-password', undefined, { token, password });

beforeEach(() => {
  network = `192.0.2.${randomToken(8)}`;
});

describe('POST /admin/v1/auth/forgot-password', () => {
  it('answers 200 for known and unknown addresses, and mails only the known one (spec 7.3.2)', async () => {
    const admin = await makeAdmin();
    const [known, unknown] = [await forgot(admin.email), await forgot('nobody@ops.example')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.body.data).toEqual(unknown.body.data);
    expect((await linksTo(admin.email, 1))[0]).toMatch(/^xml_/);
    const { results } = await env.DB.prepare('SELECT recipient FROM mails').all();
    expect(results).toEqual([{ recipient: admin.email }]);
  });

  it('writes in the language that the browser asks for, else in English', async () => {
    const [asked, silent] = [await makeAdmin(), await makeAdmin()];
    await ask(
      'POST',
      '/auth/forgot-password',
      undefined,
      { email: asked.email },
      { 'Accept-Language': 'de-CH, fr;q=0.7', 'CF-Connecting-IP': network },
    );
    await forgot(silent.email);
    await linksTo(asked.email, 1);
    await linksTo(silent.email, 1);
    const { results } = await env.DB.prepare('SELECT recipient, locale FROM mails').all<{
      recipient: string;
      locale: string;
    }>();
    const locales = new Map(results.map(({ recipient, locale }) => [recipient, locale]));
    expect([locales.get(asked.email), locales.get(silent.email)]).toEqual(['de', 'en']);
  });

  it('answers 400 to a malformed email address', async () => {
    expect((await forgot('nobody')).status).toBe(400);
    expect((await ask('POST', '/auth/forgot-password', undefined, {})).status).toBe(400);
  });

  it('allows five an hour per normalised email address, known or not, and per IP address (D-51)', async () => {
    const admin = await makeAdmin({ email: 'ops@agate.example' });
    for (const email of [admin.email, 'nobody@ops.example']) {
      const spellings = Array.from({ length: 5 }, (_, n) =>
        n % 2 ? email.toUpperCase() : ` ${email}`.trim(),
      );
      for (const [n, spelling] of spellings.entries())
        expect((await forgot(spelling, `198.51.100.${n}`)).status).toBe(200);
      expect((await forgot(email, '198.51.100.9')).status).toBe(429);
    }
    for (let n = 0; n < 5; n += 1) await forgot(`someone${n}@ops.example`, '203.0.113.5');
    expect((await forgot('someone-else@ops.example', '203.0.113.5')).status).toBe(429);
  });

  it('sends nothing to a deactivated admin', async () => {
    const admin = await makeAdmin();
    const other = await makeAdmin();
    await env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1 WHERE id = ?')
      .bind(admin.id)
      .run();
    await forgot(admin.email);
    await forgot(other.email);
    await linksTo(other.email, 1);
    expect(await linksTo(admin.email, 0)).toEqual([]);
  });
});

describe('POST /admin/v1/auth/reset-password', () => {
  it('sets the password once, also with ten concurrent requests, ends every session and keeps the second factor', async () => {
    const admin = await makeAdmin();
    await enableTwoFactor(admin.token);
    await forgot(admin.email);
    const [token = ''] = await linksTo(admin.email, 1);
    const replies = await Promise.all(Array.from({ length: 10 }, () => reset(token)));
    // While one request runs, it is unknown whether the link is still valid; afterwards the same
    // password receives the same response (D-136).
    expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect((await ask('GET', '/auth/me', admin.token)).status).toBe(401);
    expect((await login(admin.email, PASSWORD)).status).toBe(401);
    expect((await login(admin.email, NEXT)).body.data).toMatchObject({ requires_2fa: true });
  });

  it('invalidates older links with a new one', async () => {
    const admin = await makeAdmin();
    await forgot(admin.email);
    await linksTo(admin.email, 1);
    await forgot(admin.email);
    const [older = '', newer = ''] = await linksTo(admin.email, 2);
    const refused = await reset(older);
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'INVALID_TOKEN']);
    expect((await reset(newer)).status).toBe(200);
  });

  it('expires a link after thirty minutes', async () => {
    const admin = await makeAdmin();
    await forgot(admin.email);
    const [token = ''] = await linksTo(admin.email, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 });
    const { status } = await reset(token);
    vi.useRealTimers();
    expect(status).toBe(400);
  });

  it('refuses weak passwords and keeps the link valid', async () => {
    const admin = await makeAdmin();
    await forgot(admin.email);
    const [token = ''] = await linksTo(admin.email, 1);
    for (const weak of ['short', 'password1234', 'x'.repeat(129), admin.email]) {
      const { status, body } = await reset(token, weak);
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect((await reset(token)).status).toBe(200);
    expect((await reset(`xml_${'A'.repeat(86)}`)).status).toBe(400);
  });
});

describe('a password reset by mail', () => {
  it('removes every passkey and leaves TOTP on; an older link removes nothing (D-63)', async () => {
    const admin = await makeAdmin();
    const { secret } = await enableTwoFactor(admin.token);
    const passkeys = () =>
      env.DB.prepare('SELECT count(*) AS n FROM staff_passkeys WHERE staff_id = ?')
        .bind(admin.id)
        .first<number>('n');
    await forgot(admin.email);
    await forgot(admin.email);
    const [older = '', newer = ''] = await linksTo(admin.email, 2);
    expect([(await reset(older)).status, await passkeys()]).toEqual([400, 1]);
    expect([(await reset(newer)).status, await passkeys()]).toEqual([200, 0]);
    const due = await login(admin.email, NEXT);
    const answer = { challenge_token: due.body.data.challenge_token, code: codeOf(secret) };
    expect((await ask('POST', '/auth/2fa/challenge', undefined, answer)).status).toBe(200);
  });
});

describe('the page of a reset link', () => {
  const open = (path: string, init: RequestInit = {}) =>
    exports.default.fetch(new Request(`http://localhost:8787/admin/v1${path}`, init));
  const submit = (token: string, password: string, origin = 'http://localhost:8787') =>
    open('/auth/reset-page', {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, new_password: password }).toString(),
    });

  it('is opened by the mailed link, does not use it up when viewed, and sets the password', async () => {
    const admin = await makeAdmin();
    await forgot(admin.email);
    const [link] = await linkUrlsTo(admin.email, 1);
    const token = link!.searchParams.get('token') ?? '';
    const shown = await open(link!.pathname.replace('/admin/v1', '') + link!.search);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain(`value="${token}"`);
    expect(shown.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const weak = await submit(token, 'short');
    expect([weak.status, await weak.text()]).toEqual([
      422,
      expect.stringContaining('role="alert"'),
    ]);
    expect((await submit(token, NEXT, 'https://evil.example')).status).toBe(403);
    expect((await submit(token, NEXT)).status).toBe(200);
    expect((await login(admin.email, NEXT)).status).toBe(200);
    expect((await submit(token, NEXT)).status).toBe(200);
    const other = await submit(token, 'amber-kettle-77-harbour');
    expect([other.status, (await other.text()).includes('already done')]).toEqual([200, true]);
    expect((await login(admin.email, NEXT)).status).toBe(200);
  });

  it('is in the language of the browser and in the style of all pages, also where it refuses', async () => {
    const inGerman = { 'Accept-Language': 'de-CH' };
    const shown = await open('/auth/reset-page?token=x', { headers: inGerman });
    expect(await shown.text()).toMatch(/<html lang="de" dir="ltr"[\s\S]*\/portal\/portal\.css/);
    const posts = [
      [new URLSearchParams({ token: 'x', new_password: 'short' }).toString(), {}, 422],
      [new URLSearchParams({ token: 'x', new_password: 'x'.repeat(2_000) }).toString(), {}, 422],
      [new URLSearchParams({ token: 'x', new_password: NEXT }).toString(), {}, 422],
      ['', {}, 422],
      [`token=${'x'.repeat(201)}`, {}, 400],
      ['token=x', { Origin: 'https://evil.example' }, 403],
    ] as const;
    for (const [body, headers, status] of posts) {
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const init = { method: 'POST', body, headers: { ...type, ...inGerman, ...headers } };
      const answer = await open('/auth/reset-page', init);
      expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), status]);
      expect(await answer.text()).toContain('<html lang="de"');
    }
  });

  it('does not use up a link meant for another purpose', async () => {
    const member = await makeAdmin({ audience: 'dashboard' });
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = 1').run();
    let token = '';
    const caller = { ip: '192.0.2.1', userAgent: '' };
    await withContext((ctx) =>
      requestStaffReset(ctx, 'dashboard', member.email, caller, {
        locale: 'en',
        urlOf: (made) => (token = made),
      }),
    );
    expect(token).not.toBe('');
    expect((await submit(token, NEXT)).status).toBe(422);
    const wish = { token, password: NEXT };
    await withContext((ctx) => resetStaffPassword(ctx, 'dashboard', wish, caller));
  });

  it('escapes the token of the address', async () => {
    const shown = await open('/auth/reset-page?token=%22%3E%3Cscript%3E');
    expect(await shown.text()).not.toContain('"><script>');
  });
});

const CALLER = { ip: '192.0.2.1', userAgent: '' };

/**
 * Signs in with PASSWORD, which is changed to NEXT immediately after it has been verified.
 * @returns the error code with which the sign-in is refused
 */
const signInDuringChange = (admin: TestStaff): Promise<unknown> =>
  refusalDuringChange(admin.token, (late) =>
    signInStaffWithPassword(
      late,
      { audience: 'admin' },
      { email: admin.email, password: PASSWORD },
      CALLER,
    ),
  );

/**
 * @param act verifies PASSWORD, which is then changed to NEXT with `token`
 * @returns the error code with which `act` is refused
 */
async function refusalDuringChange(
  token: string,
  act: (late: Context) => Promise<unknown>,
): Promise<unknown> {
  const body = { current_password: PASSWORD, new_password: NEXT };
  return withContext(async (ctx) => {
    const changed = new Set<number>();
    // The limiters are called in parallel right after the password has been checked, so the first
    // of these calls triggers the change.
    let change: ReturnType<typeof ask> | undefined;
    const refund = async () => {
      change ??= ask('POST', '/auth/change-password', token, body);
      changed.add((await change).status);
    };
    const rateLimiter = (name: string) =>
      ({
        count: () => ctx.objects.rateLimiter(name).count(100, 60),
        countGuess: () => ({ allowed: true, isLast: false, count: 1, resetAtMs: 0 }),
        refund,
        refundGuess: refund,
      }) as unknown as ReturnType<typeof ctx.objects.rateLimiter>;
    const late = { ...ctx, objects: { ...ctx.objects, rateLimiter } };
    const refusal = await act(late).then(
      () => undefined,
      ({ code }: { code: string }) => code,
    );
    expect(changed).toEqual(new Set([200]));
    return refusal;
  });
}

describe('POST /admin/v1/auth/change-password', () => {
  it('requires the current password, ends the other sessions and keeps this one', async () => {
    const admin = await makeAdmin();
    const other = (await login(admin.email)).body.data.access_token;
    const change = (current: string, next = NEXT) =>
      ask('POST', '/auth/change-password', admin.token, {
        current_password: current,
        new_password: next,
      });
    expect((await change('wrong password')).status).toBe(401);
    expect((await change(PASSWORD, 'short')).status).toBe(400);
    expect((await change(PASSWORD, admin.email)).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await ask('GET', '/auth/me', other)).status).toBe(401);
    expect((await ask('GET', '/auth/me', admin.token)).status).toBe(200);
    expect((await login(admin.email, NEXT)).status).toBe(200);
  });

  it('succeeds for one of two concurrent requests: the other changes nothing, and ends no session', async () => {
    const admin = await makeAdmin();
    const { token: winner } = await signIn(admin.id, 'passkey');
    const third = 'amber-kettle-77-harbour';
    const refusal = await refusalDuringChange(winner, async (late) => {
      const member = toMember((await findStaff(late.db, admin.id))!);
      const signedIn = {
        member,
        sessionId: 'none',
        provenAtMs: Date.now(),
        showedSecondFactor: true,
        needsSecondFactor: false,
        hasSecondFactor: false,
      };
      const wish = { current: PASSWORD, next: third };
      await changeStaffPassword(late, signedIn, wish, actorFor(member, CALLER));
    });
    expect(refusal).toBe('INVALID_CREDENTIALS');
    expect((await ask('GET', '/auth/me', winner)).status).toBe(200);
    expect((await login(admin.email, third)).status).toBe(401);
    expect((await login(admin.email, NEXT)).status).toBe(200);
    const { results } = await env.DB.prepare(
      "SELECT id FROM audit_entries WHERE action = 'auth.password_change'",
    ).all();
    expect(results).toHaveLength(1);
  });

  it('invalidates a pending sign-in: a challenge of the old password', async () => {
    const admin = await makeAdmin();
    const { secret } = await enableTwoFactor(admin.token);
    const due = (await login(admin.email)).body.data.challenge_token;
    const body = { current_password: PASSWORD, new_password: NEXT };
    expect((await ask('POST', '/auth/change-password', admin.token, body)).status).toBe(200);
    const late = { challenge_token: due, code: codeOf(secret) };
    expect((await ask('POST', '/auth/2fa/challenge', undefined, late)).status).toBe(401);
  });

  it('refuses a sign-in when the password is replaced between the check and the new session', async () => {
    const admin = await makeAdmin();
    expect(await signInDuringChange(admin)).toBe('UNAUTHORIZED');
  });

  it('is kept when a sign-in with the old password renews its hash at that moment', async () => {
    const admin = await makeAdmin();
    await env.DB.prepare('UPDATE staff SET password_hash = ? WHERE id = ?')
      .bind(OLD_HASH, admin.id)
      .run();
    expect(await signInDuringChange(admin)).toBe('UNAUTHORIZED');
    expect((await login(admin.email, NEXT)).status).toBe(200);
    expect((await login(admin.email, PASSWORD)).status).toBe(401);
  });

  it('invalidates a pending reset link', async () => {
    const admin = await makeAdmin();
    await forgot(admin.email);
    const [token = ''] = await linksTo(admin.email, 1);
    const body = { current_password: PASSWORD, new_password: NEXT };
    expect((await ask('POST', '/auth/change-password', admin.token, body)).status).toBe(200);
    expect((await reset(token, 'another-good-phrase-31')).status).toBe(400);
  });
});
