// Operators and members without a second factor can only set one up (D-63).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  ask,
  codeOf,
  enableTwoFactor as enableByApi,
  givePasskey,
  login,
  makeAdmin,
} from '../../support/staff/admins.ts';
import { actorFor } from '../../../src/domain/platform/audit/record.ts';
import {
  beginStaffPasskeyRegistration,
  finishStaffPasskeyRegistration,
} from '../../../src/domain/customers/staff-authentication/register-passkey.ts';
import { enableTwoFactor } from '../../../src/domain/customers/staff-authentication/two-factor.ts';
import { endEverySession } from '../../../src/domain/customers/staff/logout.ts';
import {
  readStaffSession,
  type SignedInStaff,
} from '../../../src/domain/customers/staff/sessions.ts';
import { beforeWrite } from '../../support/faults/before-write.ts';
import { withContext } from '../../support/installation/context.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { ask as askDashboard, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { describedRoutes } from '../../support/installation/described-routes.ts';
import { makeMember } from '../../support/staff/members.ts';
import { PASSWORD, signIn } from '../../support/staff/staff.ts';

const MINUTE_MS = 60_000;
const NEXT = 'walnut-harbour-mist-92';
const makeWithoutFactor = () => makeAdmin({ secondFactor: false });

afterEach(() => void vi.useRealTimers());
const later = (ms: number) => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

const mailsTo = async (email: string) => {
  const { results } = await env.DB.prepare('SELECT template FROM mails WHERE recipient = ?')
    .bind(email)
    .all();
  return results.map(({ template }) => template);
};

async function addPasskey(token: string) {
  const key = await makeAuthenticator();
  const begun = await ask('POST', '/auth/passkey/register/begin', token);
  if (begun.status !== 200) return begun;
  const { session_id: session, options } = begun.body.data;
  const body = await key.register(options);
  return ask('POST', '/auth/passkey/register/finish', token, body, { 'X-Session-ID': session });
}

describe('an operator who signed in with a password alone', () => {
  it('may call auth/* and nothing else: every other route answers SECOND_FACTOR_REQUIRED', async () => {
    const { id } = await makeWithoutFactor();
    const pages = / \/auth\/(reset|invitation)-page$/;
    for (const route of describedRoutes('/admin/v1').filter((one) => !pages.test(one))) {
      const [method = '', path = ''] = route.split(' ');
      const { token } = await signIn(id);
      const body = ['POST', 'PATCH', 'PUT'].includes(method) ? {} : undefined;
      const { status, body: reply } = await ask(
        method,
        path.replace('{id}', '999999'),
        token,
        body,
      );
      const isRefused = status === 403 && reply?.error?.code === 'SECOND_FACTOR_REQUIRED';
      expect([route, isRefused]).toEqual([route, !path.startsWith('/auth/')]);
    }
  });

  it('is also refused when they have a passkey that they did not use', async () => {
    const admin = await makeWithoutFactor();
    await givePasskey(admin.id);
    expect((await ask('GET', '/accounts', admin.token)).status).toBe(403);
    const { body } = await login(admin.email);
    expect((await ask('GET', '/accounts', body.data.access_token)).status).toBe(403);
  });

  it('may go on in the session in which they set up TOTP, and in no older one', async () => {
    const admin = await makeWithoutFactor();
    const older = await signIn(admin.id);
    const { secret } = await enableByApi(admin.token);
    expect((await ask('GET', '/accounts', admin.token)).status).toBe(200);
    expect((await ask('GET', '/accounts', older.token)).status).toBe(403);
    const due = await login(admin.email);
    const answer = { challenge_token: due.body.data.challenge_token, code: codeOf(secret) };
    const { body } = await ask('POST', '/auth/2fa/challenge', undefined, answer);
    expect((await ask('GET', '/accounts', body.data.access_token)).status).toBe(200);
  });

  it('may go on in the session in which they added a passkey, until it is removed', async () => {
    const admin = await makeWithoutFactor();
    const made = await addPasskey(admin.token);
    expect((await ask('GET', '/accounts', admin.token)).status).toBe(200);
    await ask('DELETE', `/auth/passkeys/${made.body.data.id}`, admin.token);
    expect((await ask('GET', '/accounts', admin.token)).body.error?.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
  });

  it('is refused again once TOTP is off', async () => {
    const admin = await makeWithoutFactor();
    await enableByApi(admin.token);
    await ask('POST', '/auth/2fa/disable', admin.token, { password: PASSWORD });
    expect((await ask('GET', '/accounts', admin.token)).status).toBe(403);
  });
});

describe('changing a second factor', () => {
  it('requires the existing one: with a password alone nobody adds one, removes one or changes the password', async () => {
    const admin = await makeWithoutFactor();
    // This secret was set up before the passkey and never confirmed with a code.
    const { secret } = (await ask('POST', '/auth/2fa/setup', admin.token)).body.data;
    const { id } = (await addPasskey((await signIn(admin.id)).token)).body.data;
    const { access_token: token } = (await login(admin.email)).body.data;
    const steps = [
      ['POST', '/auth/2fa/setup', undefined],
      ['POST', '/auth/2fa/verify', { code: codeOf(secret) }],
      ['POST', '/auth/2fa/disable', { password: PASSWORD }],
      ['POST', '/auth/2fa/recovery-codes', { password: PASSWORD }],
      ['POST', '/auth/passkey/register/begin', undefined],
      ['POST', '/auth/passkey/register/finish', {}],
      ['PATCH', `/auth/passkeys/${id}`, { name: 'Mine' }],
      ['DELETE', `/auth/passkeys/${id}`, undefined],
      ['POST', '/auth/change-password', { current_password: PASSWORD, new_password: NEXT }],
    ] as const;
    for (const [method, path, body] of steps) {
      const { status, body: reply } = await ask(method, path, token, body);
      expect([path, status, reply?.error?.code]).toEqual([path, 403, 'SECOND_FACTOR_REQUIRED']);
    }
    expect((await ask('GET', '/accounts', token)).status).toBe(403);
    expect((await ask('GET', '/auth/passkeys', token)).body.data).toHaveLength(1);
    const shown = await signIn(admin.id, 'passkey');
    expect((await ask('POST', '/auth/2fa/setup', shown.token)).status).toBe(200);
  });

  it('needs a sign-in within the last five minutes: FRESH_SIGN_IN_REQUIRED', async () => {
    // Tests reset the storage but not the isolate's cached keys, so the cached keys must expire
    // first.
    later(20 * MINUTE_MS);
    const admin = await makeWithoutFactor();
    const passkey = (await addPasskey(admin.token)).body.data.id;
    later(5 * MINUTE_MS);
    const steps = [
      ['POST', '/auth/2fa/setup'],
      ['POST', '/auth/passkey/register/begin'],
      ['DELETE', `/auth/passkeys/${passkey}`],
    ] as const;
    for (const [method, path] of steps) {
      const { status, body } = await ask(method, path, admin.token);
      expect([path, status, body.error?.code]).toEqual([path, 403, 'FRESH_SIGN_IN_REQUIRED']);
    }
    expect((await ask('GET', '/auth/passkeys', admin.token)).body.data).toHaveLength(1);
    const fresh = await signIn(admin.id, 'passkey');
    for (const [method, path] of steps)
      expect([path, (await ask(method, path, fresh.token)).status]).toEqual([path, 200]);
  });

  it('fails for a session that ends meanwhile, for example after a new password', async () => {
    const admin = await makeWithoutFactor();
    const { secret } = (await ask('POST', '/auth/2fa/setup', admin.token)).body.data;
    await withContext(async (ctx) => {
      const asking = (await readStaffSession(ctx, 'admin', admin.token)) as SignedInStaff;
      const actor = actorFor(asking.member, {});
      const late = beforeWrite(ctx, () => endEverySession(ctx, asking.member, actor));
      const { ceremony, options } = await beginStaffPasskeyRegistration(ctx, asking);
      const response = await (await makeAuthenticator()).register(options);
      const added = finishStaffPasskeyRegistration(late, asking, { ceremony, response }, actor);
      await expect(added).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
      const enabled = enableTwoFactor(ctx, asking, codeOf(secret), actor);
      await expect(enabled).rejects.toMatchObject({ code: 'INVALID_CODE' });
    });
    expect(await mailsTo(admin.email)).toEqual([]);
    const { body } = await login(admin.email);
    expect((await ask('GET', '/auth/passkeys', body.data.access_token)).body.data).toEqual([]);
  });

  it('is not allowed by a token refresh', async () => {
    const admin = await makeWithoutFactor();
    later(5 * MINUTE_MS);
    const body = { refresh_token: admin.refreshToken };
    const { access_token: token } = (await ask('POST', '/auth/refresh', undefined, body)).body.data;
    expect((await ask('POST', '/auth/2fa/setup', token)).status).toBe(403);
  });

  it('mails the owner: TOTP on and off, new codes, a passkey added and removed', async () => {
    const admin = await makeWithoutFactor();
    await enableByApi(admin.token);
    await ask('POST', '/auth/2fa/recovery-codes', admin.token, { password: PASSWORD });
    await ask('POST', '/auth/2fa/disable', admin.token, { password: PASSWORD });
    const { id } = (await addPasskey(admin.token)).body.data;
    await ask('PATCH', `/auth/passkeys/${id}`, admin.token, { name: 'Key' });
    await ask('DELETE', `/auth/passkeys/${id}`, admin.token);
    expect(await mailsTo(admin.email)).toEqual(Array<string>(5).fill('second_factor_changed'));
  });
});

describe('a tenant that requires a second factor', () => {
  const demand = (token: string, wanted = true) =>
    askDashboard('PATCH', '/settings', token, { require_second_factor: wanted });

  it('limits members without one to auth/*', async () => {
    const { id } = await makeDashboardTenant();
    const owner = await makeMember(id, 'owner');
    expect((await demand(owner.token)).body.error?.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await askDashboard('GET', '/settings', owner.token)).body.data).toMatchObject({
      require_second_factor: false,
    });
    const setup = await askDashboard('POST', '/auth/2fa/setup', owner.token);
    const code = codeOf(setup.body.data.secret);
    expect((await askDashboard('POST', '/auth/2fa/verify', owner.token, { code })).status).toBe(
      200,
    );
    expect((await demand(owner.token)).body.data).toMatchObject({ require_second_factor: true });
    const member = await makeMember(id, 'developer');
    const { status, body } = await askDashboard('GET', '/settings', member.token);
    expect([status, body.error?.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect((await askDashboard('GET', '/auth/me', member.token)).status).toBe(200);
    const stranger = await makeMember((await makeDashboardTenant()).id, 'developer');
    expect((await askDashboard('GET', '/settings', stranger.token)).status).toBe(200);
    await demand(owner.token, false);
    expect((await askDashboard('GET', '/settings', member.token)).status).toBe(200);
  });
});
