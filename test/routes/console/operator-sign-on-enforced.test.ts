// The second factor of operators who sign in with their identity provider, and which operators may
// still sign in without the provider when single sign-on is enforced (D-162).
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { ask, codeOf, enableTwoFactor, makeAdmin } from '../../support/staff/admins.ts';
import {
  ARRIVED,
  DOOR,
  enforceForOperators,
  makeAda,
  openOperatorConsole,
  readHealth,
  usePasskey,
  useOperatorWorld,
} from '../../support/staff/operator-sign-on.ts';
import { SsoBrowser } from '../../support/staff/single-sign-on.ts';
import * as members from '../../support/staff/sso-world.ts';
import { addStaffPasskey } from '../../support/staff/staff-passkeys.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

const world = useOperatorWorld();
const { setUp, walk } = world;

describe('the second factor', () => {
  it('is this service’s own code, unless the setting names values of the provider', async () => {
    await setUp();
    const browser = openOperatorConsole();
    await walk({}, browser);
    const { access_token: token } = (await browser.refresh()).body.data;
    const { secret } = await enableTwoFactor(token);
    // The session that set up the second factor counts as having used it.
    expect(await readHealth(browser)).toBe(200);
    const again = openOperatorConsole();
    expect(await walk({ amr: ['mfa'], acr: 'mfa' }, again)).toBe(DOOR);
    const { due, challenge_token } = await again.due();
    expect(due).toBe('code');
    expect((await again.refresh()).status).toBe(401);
    const code = codeOf(secret);
    expect((await again.console.post('challenge', { challenge_token, code })).status).toBe(200);
    expect(await readHealth(again)).toBe(200);
  });

  it('is asked of a person who has an app and no password, and the same sign-in links them', async () => {
    await setUp();
    const browser = openOperatorConsole();
    await walk({}, browser);
    const { secret } = await enableTwoFactor((await browser.refresh()).body.data.access_token);
    await env.DB.prepare('DELETE FROM staff_identities').run();
    const again = openOperatorConsole();
    await walk({ sub: 'sub-2' }, again);
    const { challenge_token } = await again.due();
    const answer = { challenge_token, code: codeOf(secret) };
    expect((await again.console.post('challenge', answer)).status).toBe(200);
    const { results } = await env.DB.prepare(
      `SELECT subject, method FROM staff_sessions
       INNER JOIN staff_identities ON staff_identities.id = staff_sessions.identity_id`,
    ).all();
    expect(results).toEqual([{ subject: 'sub-2', method: 'totp' }]);
  });

  it('is a passkey, where the operator has one, even when nobody requires it', async () => {
    await setUp();
    const ada = await makeAda();
    const { soft } = await addStaffPasskey(ask, ada.token);
    const first = openOperatorConsole();
    await walk({}, first);
    expect((await usePasskey(first, soft)).status).toBe(200);
    const browser = openOperatorConsole();
    expect(await walk({}, browser)).toBe(DOOR);
    expect(await browser.due()).toMatchObject({ due: 'passkey' });
    expect((await usePasskey(browser, soft)).status).toBe(200);
    expect(await readHealth(browser)).toBe(200);
  });

  it('is the provider’s only for the values that the setting names', async () => {
    await setUp({ factorValues: ['mfa', 'urn:gold'] });
    for (const [claims, status] of [
      [{ amr: ['pwd'] }, 403],
      [{ amr: ['pwd', 'mfa'] }, 200],
      [{ acr: 'urn:gold' }, 200],
      [{ acr: 'urn:silver' }, 403],
    ] as const) {
      const browser = openOperatorConsole();
      expect(await walk(claims, browser)).toBe(ARRIVED);
      expect(await readHealth(browser)).toBe(status);
    }
  });
});

describe('where single sign-on is enforced', () => {
  it('no operator has another way in, whatever their address and however many factors they show', async () => {
    await setUp();
    const ada = await makeAda();
    const other = await makeAdmin({ email: 'eve@elsewhere.example', secondFactor: false });
    const { soft } = await addStaffPasskey(ask, other.token);
    const breakGlass = await makeAdmin();
    await enforceForOperators(breakGlass.id);
    for (const { email } of [ada, other]) {
      const reply = await ask('POST', '/auth/login', undefined, { email, password: PASSWORD });
      expect(reply.body.error?.code).toBe('SSO_REQUIRED');
    }
    const passkey = await usePasskey(openOperatorConsole(), soft);
    expect(passkey.body.error?.code).toBe('SSO_REQUIRED');
    const wrong = { email: ada.email, password: 'wrong' };
    expect((await ask('POST', '/auth/login', undefined, wrong)).status).toBe(401);
    const browser = openOperatorConsole();
    expect(await walk({}, browser)).toBe(DOOR);
    const shown = { email: ada.email, password: PASSWORD };
    expect((await browser.console.post('login', shown)).status).toBe(200);
  });

  it('the break-glass superadmin gets in with a second factor alone, which is audited and mailed', async () => {
    await setUp();
    const breakGlass = await makeAdmin({ secondFactor: false });
    const colleague = await makeAdmin();
    await enforceForOperators(breakGlass.id);
    const typed = { email: breakGlass.email, password: PASSWORD };
    expect((await ask('POST', '/auth/login', undefined, typed)).status).toBe(403);
    const { secret } = await enableTwoFactor(breakGlass.token);
    world.provider.outage = 'silent';
    const { body } = await ask('POST', '/auth/login', undefined, typed);
    const { challenge_token } = body.data;
    const answer = { challenge_token, code: codeOf(secret) };
    const done = await ask('POST', '/auth/2fa/challenge', undefined, answer);
    expect(done.status).toBe(200);
    const trail = await ask('GET', '/audit', colleague.token);
    expect(trail.body.data[0]).toMatchObject({
      action: 'auth.break_glass',
      after: { method: 'totp' },
    });
    await vi.waitFor(async () => {
      const { results } = await env.DB.prepare(
        "SELECT recipient FROM mails WHERE template = 'operator_break_glass_used' ORDER BY recipient",
      ).all<{ recipient: string }>();
      expect(results.map(({ recipient }) => recipient)).toEqual(
        [breakGlass.email, colleague.email].toSorted(),
      );
    });
  });

  it('the break-glass superadmin stays an active superadmin', async () => {
    await setUp();
    const breakGlass = await makeAdmin();
    const { token } = await makeAdmin();
    await enforceForOperators(breakGlass.id);
    const path = `/admins/${breakGlass.id}`;
    expect((await ask('PATCH', path, token, { role: 'analyst' })).status).toBe(409);
    expect((await ask('PATCH', path, token, { active: false })).status).toBe(409);
    expect((await ask('DELETE', path, token)).status).toBe(409);
    expect((await ask('PATCH', path, token, { name: 'Ada' })).status).toBe(200);
  });

  it('members of customers are not affected', async () => {
    const tenant = await world.customers.setUp();
    const dora = await members.makeDora(tenant);
    await setUp();
    await enforceForOperators();
    const browser = new SsoBrowser();
    const typed = { email: dora.email, password: PASSWORD };
    expect((await browser.console.post('login', typed)).status).toBe(200);
  });
});
