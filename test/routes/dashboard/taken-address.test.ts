// Registering with an email address that already has a sign-in: nothing that the registrant sees
// reveals this (D-79).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { beginStaffPasskeySignIn } from '../../../src/domain/customers/staff-authentication/sign-in-with-passkey.ts';
import { registerCustomer } from '../../../src/domain/customers/team-membership/register-customer.ts';
import { countPasswordGuess } from '../../../src/domain/terms/password-guesses.ts';
import { codeOf } from '../../support/staff/admins.ts';
import { post, VALID_INIT, type Reply } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { recordStatements } from '../../support/counted/recorded-statements.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

const FREE = 'nobody-yet@cellar.example';
const CHOSEN = 'walnut-harbour-mist-92';
const from = (ip: string) => ({ 'CF-Connecting-IP': ip });

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const register = (email: string, ip = '192.0.2.1') =>
  ask(
    'POST',
    '/auth/register',
    undefined,
    { company: 'Cellar & Sons', name: 'Vera Vintner', email, password: CHOSEN },
    from(ip),
  );
const login = (fields: object) =>
  ask('POST', '/auth/login', undefined, { password: CHOSEN, ...fields }, from('192.0.2.7'));
const templatesTo = async (email: string) => {
  const { results } = await env.DB.prepare('SELECT template FROM mails WHERE recipient = ?')
    .bind(email)
    .all<{ template: string }>();
  return results.map(({ template }) => template);
};

/** Removes the values that differ between any two registrations: ids, times and secrets. */
const withoutIds = ({ status, headers, body }: Reply, email: string) => ({
  status,
  headers: [...headers].filter(([name]) => !/^(set-cookie|x-request-id|date)$/i.test(name)),
  cookies: headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '=')),
  body: JSON.stringify(body)
    .replaceAll(email, 'email')
    .replaceAll(/"(xdrt_|ten_|mem_|req_)[\w.-]+"/g, '"$1"')
    .replaceAll(/"[\w-]+\.[\w-]+\.[\w-]+"/g, '"jwt"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"'),
});

describe('registering a taken address (D-79)', () => {
  it('answers as for a free one, apart from ids: a customer is created, with working test keys', async () => {
    const [taken, free] = [await register(tenant.owner.email), await register(FREE)];
    expect([taken.status, free.status]).toEqual([201, 201]);
    expect(withoutIds(taken, tenant.owner.email)).toEqual(withoutIds(free, FREE));
    for (const { body } of [taken, free]) {
      const { access_token: token } = body.data;
      const { key } = (await ask('POST', '/api-keys', token, { name: 'first' })).body.data;
      expect((await post('/verify/v1/init', VALID_INIT, key)).status).toBe(201);
      expect((await ask('GET', '/auth/me', token)).body.data.email_verified).toBe(false);
      expect((await ask('POST', '/auth/resend-verification', token)).status).toBe(200);
    }
  });

  it('does the same work before the answer: the same statements and calls', async () => {
    const workFor = async (email: string) => {
      const { db, statements } = recordStatements();
      const limiters: string[] = [];
      const ctx = makeContext();
      const hash = await sha256Hex(email);
      const rateLimiter: typeof ctx.objects.rateLimiter = (name) => {
        limiters.push(name.replace(hash, 'email'));
        return ctx.objects.rateLimiter(name);
      };
      const watched = {
        ...ctx,
        db: openDatabase(db),
        objects: { ...ctx.objects, rateLimiter },
      };
      const chosen = { company: 'Cellar', residency: 'none' } as const;
      const wish = { email, password: CHOSEN, name: 'Vera Vintner', ...chosen };
      const caller = { ip: '192.0.2.9', userAgent: 'Firefox' };
      await registerCustomer(watched, wish, caller, 'en');
      const asked = statements.map(({ sql }) => sql);
      await ctx.settle();
      // Only statements on staff and tenants are compared, since the audit log's chain is extended
      // at unpredictable times.
      return { asked: asked.filter((sql) => /"(staff|tenants)/.test(sql)), limiters };
    };
    const taken = await workFor(tenant.owner.email);
    expect(taken.asked.length).toBeGreaterThan(3);
    expect(taken.limiters.length).toBeGreaterThan(1);
    // The names of Durable Objects may be stored, so they must contain neither email addresses nor
    // IP addresses.
    expect(taken.limiters.join()).not.toMatch(/@|192\.0\.2/);
    expect(taken).toEqual(await workFor(FREE));
  });

  it('notifies its owner by mail, every time, and sends no link', async () => {
    const { access_token: token } = (await register(tenant.owner.email.toUpperCase())).body.data;
    await ask('POST', '/auth/resend-verification', token);
    await eventually(async () =>
      expect(await templatesTo(tenant.owner.email.toUpperCase())).toEqual([
        'registration_taken',
        'registration_taken',
      ]),
    );
  });

  it('leaves the owner’s sign-in, second factor and new password alone', async () => {
    const { user } = (await register(tenant.owner.email)).body.data;
    const mine = await login({ email: tenant.owner.email, password: PASSWORD });
    expect(mine.body.data.user.tenant_id).toBe(tenant.id);
    expect(user.tenant_id).not.toBe(tenant.id);
    await ask('POST', '/auth/forgot-password', undefined, { email: tenant.owner.email });
    await eventually(async () =>
      expect(await templatesTo(tenant.owner.email)).toContain('reset_password'),
    );
    const { results } = await env.DB.prepare(
      'SELECT tenant_id FROM staff WHERE reset_generation > 0',
    ).all();
    expect(results).toEqual([{ tenant_id: tenant.id }]);
  });
});

describe('a member whose address is not confirmed (D-79)', () => {
  it('signs in with the address and the customer’s id, never with the address alone', async () => {
    const { user } = (await register(FREE)).body.data;
    const { tenant_id: tenantId } = user;
    const alone = await login({ email: FREE });
    const unknown = await login({ email: 'unknown@cellar.example' });
    expect(alone.status).toBe(401);
    expect(alone.body.error).toEqual(unknown.body.error);
    const foreign = await login({ email: FREE, tenant_id: tenant.id });
    const wrong = await login({ email: FREE, tenant_id: tenantId, password: PASSWORD });
    expect([foreign.body.error, wrong.body.error]).toEqual([
      unknown.body.error,
      unknown.body.error,
    ]);
    const signedIn = await login({ email: FREE, tenant_id: tenantId });
    expect(signedIn.body.data.user).toMatchObject({ tenant_id: tenantId, email_verified: false });
  });

  it('may still name the customer once the address is confirmed', async () => {
    const named = { email: tenant.owner.email, tenant_id: tenant.id, password: PASSWORD };
    expect((await login(named)).status).toBe(200);
  });

  it('gets no link for a new password: the answer is that for an unknown address', async () => {
    await register(FREE);
    const forgot = (email: string) => ask('POST', '/auth/forgot-password', undefined, { email });
    const [unproved, unknown] = [await forgot(FREE), await forgot('unknown@cellar.example')];
    expect(unproved.body.data).toEqual(unknown.body.data);
    // This email arrives after any emails that the requests above would have sent.
    await forgot(tenant.owner.email);
    await eventually(async () =>
      expect(await templatesTo(tenant.owner.email)).toContain('reset_password'),
    );
    expect(await templatesTo(FREE)).not.toContain('reset_password');
  });

  it('is offered no passkeys for the address, and gets no mail about its second factors there', async () => {
    const { user, access_token: token } = (await register(FREE)).body.data;
    await env.DB.prepare(
      `INSERT INTO staff_passkeys (staff_id, credential_id, public_key, counter, transports, backed_up,
         name, created_at_ms) VALUES (?, 'theirs', 'x', 0, '[]', 0, 'key', 1)`,
    )
      .bind(Number(user.id.slice('mem_'.length)))
      .run();
    const begun = await beginStaffPasskeySignIn(makeContext(), 'dashboard', FREE);
    expect(JSON.stringify(begun)).not.toContain('theirs');
    const { secret } = (await ask('POST', '/auth/2fa/setup', token)).body.data;
    const on = await ask('POST', '/auth/2fa/verify', token, { code: codeOf(secret) });
    expect(on.body.data.recovery_codes).toHaveLength(10);
    expect(await templatesTo(FREE)).not.toContain('second_factor_changed');
  });

  it('is invited like anybody else', async () => {
    await register(FREE);
    const wish = { email: FREE, role: 'developer' };
    expect((await ask('POST', '/team/invitations', tenant.owner.token, wish)).status).toBe(200);
    await eventually(async () => expect(await templatesTo(FREE)).toContain('team_invitation'));
  });

  it('makes no device known to the owner of the address, and uses up none of the owner’s guesses', async () => {
    const { headers, body } = await register(tenant.owner.email);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const value = cookie.slice(cookie.indexOf('=') + 1);
    const ctx = makeContext();
    const owner = { realm: 'dashboard', emailNormalized: tenant.owner.email } as const;
    const { limit } = ctx.config.guessLimits.staffSignIn;
    // A known device would be let through even from a blocked network.
    for (let n = 0; n < limit; n += 1) await countPasswordGuess(ctx, owner, { ip: '192.0.2.66' });
    const guess = await countPasswordGuess(ctx, owner, { ip: '192.0.2.66', knownDevice: value });
    expect(value).not.toBe('');
    expect(guess.ok).toBe(false);
    const named = { email: tenant.owner.email, tenant_id: body.data.user.tenant_id };
    for (let n = 0; n < limit; n += 1) await login({ ...named, password: PASSWORD });
    expect((await login(named)).status).toBe(429);
    expect((await login({ email: tenant.owner.email, password: PASSWORD })).status).toBe(200);
  });
});
