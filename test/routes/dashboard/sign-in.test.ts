// How customers' staff sign up and sign in. Behaviour that the admin and dashboard groups share is
// tested in test/routes/admin; these tests only check that the dashboard has it, and that it is
// isolated from the admin group.
import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomToken } from '../../../src/crypto/random.ts';
import { countAgainst, counterOfAddress } from '../../../src/domain/terms/guess-limits.ts';
import { ask as askAdmin, makeAdmin, codeOf } from '../../support/staff/admins.ts';
import { PASSWORD } from '../../support/staff/staff.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { makeContext } from '../../support/installation/context.ts';
import { linksTo } from '../../support/account/mails.ts';
import { eventually } from '../../support/installation/eventually.ts';

const NEW = {
  company: 'Cellar & Sons',
  name: 'Vera Vintner',
  email: 'Vera@cellar.example',
  password: 'walnut-harbour-mist-92',
};

const from = (ip: string) => ({ 'CF-Connecting-IP': ip });
const signUp = (fields: object = {}, ip = '192.0.2.1') =>
  ask('POST', '/auth/register', undefined, { ...NEW, ...fields }, from(ip));
const login = (email: string, password = PASSWORD) =>
  ask('POST', '/auth/login', undefined, { email, password }, from('192.0.2.1'));
const count = async (table: string) =>
  (await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

describe('POST /dashboard/v1/auth/register', () => {
  it('creates a customer with an owner, signs in, and mails a link that confirms the address once', async () => {
    const { status, body } = await signUp();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      token_type: 'Bearer',
      user: { email: NEW.email, name: NEW.name, role: 'owner', email_verified: false },
    });
    const { access_token: token, user } = body.data;
    const tenant = await env.DB.prepare('SELECT name FROM tenants WHERE id = ?')
      .bind(user.tenant_id)
      .first();
    expect(tenant).toEqual({ name: NEW.company });

    const [link = ''] = await linksTo(NEW.email, 1);
    const proof = { token: link, password: NEW.password };
    const verify = () => ask('POST', '/auth/verify-email', undefined, proof);
    const replies = await Promise.all(Array.from({ length: 10 }, verify));
    // The address is confirmed only once; concurrent requests are told to retry, and a repeat
    // receives the same response as the first request (D-136).
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect((await verify()).status).toBe(200);
    const entries = env.DB.prepare(
      "SELECT count(*) AS n FROM audit_entries WHERE action = 'auth.email_verify'",
    );
    expect(await entries.first('n')).toBe(1);
    const wrong = { ...proof, password: 'another-kettle-orbit-48' };
    expect((await ask('POST', '/auth/verify-email', undefined, wrong)).status).toBe(401);
    expect((await ask('GET', '/auth/me', token)).body.data).toMatchObject({ email_verified: true });
    expect((await login('vera@CELLAR.example', NEW.password)).status).toBe(200);
    expect((await ask('POST', '/auth/resend-verification', token)).status).toBe(409);
  });

  it('creates five separate customers for twenty concurrent sign-ups with one address (D-79)', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        signUp({ email: n % 2 ? NEW.email : NEW.email.toLowerCase() }, `198.51.100.${n}`),
      ),
    );
    // One address receives at most five emails an hour, and every attempt sends one.
    const made = replies.filter(({ status }) => status === 201);
    expect([made.length, replies.filter(({ status }) => status === 429).length]).toEqual([5, 15]);
    expect(new Set(made.map(({ body }) => body.data.user.tenant_id)).size).toBe(5);
    expect([await count('tenants'), await count('staff')]).toEqual([5, 5]);
  });

  it('counts attempts per email address before any look-up, alike for free and taken ones (D-79)', async () => {
    const { owner } = await makeDashboardTenant();
    const ctx = makeContext();
    const refused = await Promise.all(
      [owner.email, NEW.email].map(async (email) => {
        const subject = email.toLowerCase();
        for (let n = 0; n < 5; n += 1)
          await countAgainst(ctx, [ctx.config.guessLimits.mailRecipient, subject]);
        return signUp({ email }, '203.0.113.79');
      }),
    );
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    expect(refused[0]?.body.error).toEqual(refused[1]?.body.error);
  });

  it('refuses missing, invalid and oversized fields, and changes nothing', async () => {
    const tenants = await count('tenants');
    for (const wrong of [
      { company: undefined },
      { company: ' ' },
      { company: 'x'.repeat(101) },
      { company: 'line\nbreak' },
      { name: 7 },
      { email: 'vera' },
      { email: ['vera@cellar.example'] },
      { password: 'short' },
      { password: 'password1234' },
      { password: 'x'.repeat(129) },
    ]) {
      const { status, body } = await signUp(wrong);
      expect([wrong, status, body.error?.code]).toEqual([wrong, 400, 'VALIDATION_FAILED']);
      expect(body.error?.details?.[0]?.field).toBe(Object.keys(wrong)[0]);
    }
    expect((await signUp({ name: 'x'.repeat(70_000) })).status).toBe(413);
    expect([await count('tenants'), await count('staff')]).toEqual([tenants, 0]);
  });

  it('allows thirty an hour per IP address, and estimates no password before it counts', async () => {
    const ctx = makeContext();
    const [counter] = counterOfAddress(
      ctx.config.guessLimits.signUpAddress,
      '203.0.113.9',
      'dashboard:',
    );
    for (let n = 0; n < 29; n += 1) await countAgainst(ctx, counter!);
    expect((await signUp({}, '203.0.113.9')).status).toBe(201);
    const { status, headers } = await signUp({ password: 'password1234' }, '203.0.113.9');
    expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true]);
  });

  it('records the sign-up in the customer’s own audit log, without the password', async () => {
    const { tenant_id: tenantId } = (await signUp()).body.data.user;
    const { results } = await env.DB.prepare(
      'SELECT audience, tenant_id, action, before, after FROM audit_entries ORDER BY id',
    ).all();
    expect(results).toMatchObject([
      { audience: 'dashboard', tenant_id: tenantId, action: 'tenant.create' },
      { audience: 'dashboard', tenant_id: tenantId, action: 'auth.login' },
    ]);
    expect(JSON.stringify(results)).not.toContain(NEW.password);
  });
});

describe('a link that confirms an address', () => {
  it('is invalidated by a newer one, after a day, and with its member', async () => {
    const { access_token: token } = (await signUp()).body.data;
    const [first = ''] = await linksTo(NEW.email, 1);
    expect((await ask('POST', '/auth/resend-verification', token)).status).toBe(200);
    const [, second = ''] = await linksTo(NEW.email, 2);
    const verify = (link: string) =>
      ask('POST', '/auth/verify-email', undefined, { token: link, password: NEW.password });
    expect((await verify(first)).status).toBe(400);
    await env.DB.prepare('DELETE FROM staff WHERE email = ?').bind(NEW.email).run();
    expect((await verify(second)).status).toBe(400);
  });

  it('is not used up by viewing its page, whose form works from our own page only', async () => {
    await signUp();
    const [link = ''] = await linksTo(NEW.email, 1);
    const url = 'http://localhost:8787/dashboard/v1/auth/verify-page';
    const look = () => exports.default.fetch(new Request(`${url}?token=${link}`));
    expect(await (await look()).text()).toContain(link);
    await look();
    const submit = (origin: string) =>
      exports.default.fetch(
        new Request(url, {
          method: 'POST',
          headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ token: link, password: NEW.password }).toString(),
        }),
      );
    expect((await submit('https://evil.example')).status).toBe(403);
    expect((await submit('http://localhost:8787')).status).toBe(200);
    // An identical request counts as a repeat after a lost response (D-136).
    expect((await submit('http://localhost:8787')).status).toBe(200);
  });
});

describe('signing in to the dashboard', () => {
  it('rotates its refresh token, and ends the session when an older one comes back', async () => {
    const { owner } = await makeDashboardTenant();
    const refresh = (token: string) =>
      ask('POST', '/auth/refresh', undefined, { refresh_token: token });
    const second = await refresh(owner.refreshToken);
    expect(second.body.data.refresh_token).toMatch(/^xdrt_/);
    const third = await refresh(second.body.data.refresh_token);
    expect(third.status).toBe(200);
    expect((await refresh(owner.refreshToken)).status).toBe(401);
    expect((await refresh(third.body.data.refresh_token)).status).toBe(401);
  });

  it('requires a code once the second factor is enabled, and accepts each code once', async () => {
    const { owner } = await makeDashboardTenant();
    const { secret } = (await ask('POST', '/auth/2fa/setup', owner.token)).body.data;
    const used = codeOf(secret);
    const on = await ask('POST', '/auth/2fa/verify', owner.token, { code: used });
    expect(on.body.data.recovery_codes).toHaveLength(10);
    const { challenge_token: challenge } = (await login(owner.email)).body.data;
    const answer = (code: string) =>
      ask('POST', '/auth/2fa/challenge', undefined, { challenge_token: challenge, code });
    expect((await answer(used)).status).toBe(401);
    expect((await answer(codeOf(secret, 1))).body.data.user.email).toBe(owner.email);
    const off = await ask('POST', '/auth/2fa/disable', owner.token, { password: PASSWORD });
    expect(off.body.data).toEqual({ enabled: false, recovery_codes_left: 0 });
  });

  it('ends this session, or all of them', async () => {
    const { owner } = await makeDashboardTenant();
    const { access_token: other } = (await login(owner.email)).body.data;
    expect((await ask('GET', '/auth/sessions', owner.token)).body.data).toHaveLength(2);
    await ask('POST', '/auth/logout', owner.token);
    expect((await ask('GET', '/auth/me', owner.token)).status).toBe(401);
    const { access_token: third } = (await login(owner.email)).body.data;
    await ask('POST', '/auth/logout-all', other);
    for (const token of [other, third])
      expect((await ask('GET', '/auth/me', token)).status).toBe(401);
  });

  it('is for customers’ staff alone: operators have separate accounts, also with the same address', async () => {
    const operator = await makeAdmin({ email: 'both@agate.example' });
    const { owner } = await makeDashboardTenant();
    expect((await login(operator.email)).status).toBe(401);
    expect((await ask('GET', '/auth/me', operator.token)).status).toBe(401);
    expect((await askAdmin('GET', '/auth/me', owner.token)).status).toBe(401);
    expect((await signUp({ email: operator.email })).status).toBe(201);
    const refresh = { refresh_token: owner.refreshToken };
    expect((await askAdmin('POST', '/auth/refresh', undefined, refresh)).status).toBe(401);
  });
});

describe('a forgotten password of the dashboard', () => {
  /**
   * The caller's IP address. It is unique for each test, because rate limiters can outlive a test
   * file and other tests use up the limits of their own networks.
   */
  let network: string;
  beforeEach(() => {
    network = `192.0.2.${randomToken(8)}`;
  });
  const forgot = (email: string, ip = network) =>
    ask('POST', '/auth/forgot-password', undefined, { email }, from(ip));
  const reset = (token: string, password = NEW.password) =>
    ask('POST', '/auth/reset-password', undefined, { token, password });

  it('is replaced through a link, once, and all sessions of the old one end', async () => {
    const { owner } = await makeDashboardTenant();
    const [known, unknown] = [await forgot(owner.email), await forgot('nobody@cellar.example')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.body.data).toEqual(unknown.body.data);
    const [link = ''] = await linksTo(owner.email, 1);
    expect((await reset(link, 'short')).status).toBe(400);
    const replies = await Promise.all(Array.from({ length: 10 }, () => reset(link)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await ask('GET', '/auth/me', owner.token)).status).toBe(401);
    expect((await login(owner.email)).status).toBe(401);
    expect((await login(owner.email, NEW.password)).status).toBe(200);
  });

  it('cannot be replaced at the operators’ console with a link of the dashboard', async () => {
    const { owner } = await makeDashboardTenant();
    await forgot(owner.email);
    const [link = ''] = await linksTo(owner.email, 1);
    const body = { token: link, password: NEW.password };
    expect((await askAdmin('POST', '/auth/reset-password', undefined, body)).status).toBe(400);
    expect((await login(owner.email)).status).toBe(200);
  });
});

describe('the audit entry of a sign-in', () => {
  it('is in the customer’s own log, successful or not', async () => {
    const { owner, id: tenantId } = await makeDashboardTenant();
    await login(owner.email, 'not-the-password-at-all');
    await login(owner.email);
    await eventually(async () => {
      const { results } = await env.DB.prepare(
        'SELECT tenant_id, staff_id, action FROM audit_entries ORDER BY action',
      ).all();
      expect(results).toEqual([
        { tenant_id: tenantId, staff_id: owner.id, action: 'auth.login' },
        { tenant_id: tenantId, staff_id: null, action: 'auth.login_failed' },
      ]);
    });
  });
});
