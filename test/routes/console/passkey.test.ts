// Signing in to the consoles with a passkey: as with a password, the session's token is only in the
// cookie (D-109).
import { beforeEach, describe, expect, it } from 'vitest';
import { ask as askAdmin, makeAdmin } from '../../support/staff/admins.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { openConsole } from '../../support/staff/console.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { addStaffPasskey } from '../../support/staff/staff-passkeys.ts';

let tenant: DashboardTenant;

beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

describe.each(['dashboard', 'admin'] as const)('a passkey at the %s console', (name) => {
  const addOwn = async () => {
    const askGroup = name === 'admin' ? askAdmin : ask;
    const { token, email } =
      name === 'admin' ? await makeAdmin({ secondFactor: false }) : tenant.owner;
    return { ...(await addStaffPasskey(askGroup, token)), askGroup, email };
  };

  it('signs in its owner, and the refresh token is in the cookie alone', async () => {
    const { soft, askGroup, email } = await addOwn();
    const browser = openConsole(name);
    const begun = await browser.post('passkey/begin');
    const { session_id: session, options } = begun.body.data;
    const assertion = await soft.sign(options);
    const { status, body } = await browser.post('passkey/finish', {
      ...assertion,
      session_id: session,
    });
    expect([status, body.data.user.email]).toEqual([200, email]);
    const cookie = browser.cookies.get(`agate-${name}`);
    expect(cookie).toMatch(/^x[ad]rt_/);
    expect(JSON.stringify(body)).not.toContain(cookie);
    expect((await askGroup('GET', '/auth/me', body.data.access_token)).status).toBe(200);
    expect((await browser.post('refresh')).status).toBe(200);
  });

  it('signs nobody in when it is unknown, or when its assertion is replayed', async () => {
    const { soft } = await addOwn();
    const browser = openConsole(name);
    const stranger = await makeAuthenticator();
    const first = (await browser.post('passkey/begin')).body.data;
    const foreign = { ...(await stranger.sign(first.options)), session_id: first.session_id };
    expect((await browser.post('passkey/finish', foreign)).status).toBe(401);
    expect(browser.cookies.size).toBe(0);
    const next = (await browser.post('passkey/begin')).body.data;
    const own = { ...(await soft.sign(next.options)), session_id: next.session_id };
    expect((await browser.post('passkey/finish', own)).status).toBe(200);
    const thief = openConsole(name);
    expect((await thief.post('passkey/finish', own)).status).toBe(401);
    expect(thief.cookies.size).toBe(0);
  });
});
