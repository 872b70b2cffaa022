import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../support/staff/admins.ts';
import { ask } from '../../support/staff/dashboard.ts';
import { enforce, SsoBrowser, type SsoTenant } from '../../support/staff/single-sign-on.ts';
import { DOOR, SsoWorld, makeDora } from '../../support/staff/sso-world.ts';
import { addStaffPasskey } from '../../support/staff/staff-passkeys.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

let world: SsoWorld;

beforeEach(async () => {
  world = await SsoWorld.begin();
});

afterEach(() => world.end());

describe('the second factor', () => {
  async function withTotp(tenant: SsoTenant) {
    await world.walk(tenant);
    const browser = new SsoBrowser();
    await world.walk(tenant, {}, browser);
    const { access_token: token } = (await browser.refresh()).body.data;
    const setup = await ask('POST', '/auth/2fa/setup', token);
    const { secret } = setup.body.data;
    await ask('POST', '/auth/2fa/verify', token, { code: codeOf(secret, -1) });
    return { secret, token };
  }

  it('is ours, unless the setting names values of the provider', async () => {
    const tenant = await world.setUp();
    const { secret } = await withTotp(tenant);
    const browser = new SsoBrowser();
    expect(await world.walk(tenant, { amr: ['mfa'] }, browser)).toBe(DOOR);
    const { due, challenge_token } = await browser.due();
    expect(due).toBe('code');
    expect((await browser.refresh()).status).toBe(401);
    const code = codeOf(secret);
    expect((await browser.console.post('challenge', { challenge_token, code })).status).toBe(200);
    const { results } = await env.DB.prepare(
      'SELECT method FROM staff_sessions WHERE identity_id IS NOT NULL ORDER BY created_at_ms DESC, rowid DESC LIMIT 1',
    ).all();
    expect(results).toEqual([{ method: 'totp' }]);
  });

  it('is the provider’s, where the setting says so, and meets the customer’s requirement', async () => {
    const tenant = await world.setUp({ factorValues: ['mfa', 'urn:gold'] });
    await env.DB.prepare('UPDATE tenants SET require_second_factor = 1 WHERE id = ?')
      .bind(tenant.id)
      .run();
    const read = async (claims: object) => {
      const browser = new SsoBrowser();
      await world.walk(tenant, { ...claims }, browser);
      const { access_token: token } = (await browser.refresh()).body.data;
      return (await ask('GET', '/analytics/overview', token)).status;
    };
    expect(await read({ amr: ['pwd'] })).toBe(403);
    expect(await read({ amr: ['pwd', 'mfa'] })).toBe(200);
    expect(await read({ acr: 'urn:gold' })).toBe(200);
    expect(await read({ acr: 'urn:silver' })).toBe(403);
  });

  it('is a passkey, where the member has one and the customer requires it', async () => {
    const tenant = await world.setUp();
    const dora = await makeDora(tenant);
    const { soft } = await addStaffPasskey(ask, dora.token);
    await env.DB.prepare('UPDATE tenants SET require_second_factor = 1 WHERE id = ?')
      .bind(tenant.id)
      .run();
    const usePasskey = async (browser: SsoBrowser) => {
      const { session_id, options } = (await browser.console.post('passkey/begin')).body.data;
      const signed = await soft.sign(options);
      return (await browser.console.post('passkey/finish', { ...signed, session_id })).status;
    };
    const first = new SsoBrowser();
    await world.walk(tenant, {}, first);
    expect(await usePasskey(first)).toBe(200);
    await enforce(tenant.id, tenant.owner.id);
    expect(await usePasskey(new SsoBrowser())).toBe(403);
    const browser = new SsoBrowser();
    expect(await world.walk(tenant, {}, browser)).toBe(DOOR);
    expect(await browser.due()).toMatchObject({ due: 'passkey' });
    expect(await usePasskey(browser)).toBe(200);
  });
});

describe('where single sign-on is enforced', () => {
  it('members of the domain have no other way in, and others keep theirs', async () => {
    const tenant = await world.setUp();
    const dora = await makeDora(tenant);
    await enforce(tenant.id);
    const tries = { email: dora.email, password: PASSWORD };
    const blocked = await ask('POST', '/auth/login', undefined, tries);
    expect(blocked.status).toBe(403);
    expect(blocked.body.error?.code).toBe('SSO_REQUIRED');
    const wrong = await ask('POST', '/auth/login', undefined, { ...tries, password: 'wrong' });
    expect(wrong.status).toBe(401);
    const { email } = tenant.owner;
    const other = await ask('POST', '/auth/login', undefined, { email, password: PASSWORD });
    expect(other.status).toBe(200);
    const browser = new SsoBrowser();
    expect(await world.walk(tenant, {}, browser)).toBe(DOOR);
    expect((await browser.console.post('login', tries)).status).toBe(200);
  });

  it('the break-glass owner gets in with a second factor alone, which is audited and mailed', async () => {
    const tenant = await world.setUp();
    const dora = await makeDora(tenant, 'owner');
    await enforce(tenant.id, dora.id);
    const tries = { email: dora.email, password: PASSWORD };
    expect((await ask('POST', '/auth/login', undefined, tries)).status).toBe(403);
    const { soft } = await addStaffPasskey(ask, dora.token);
    const browser = new SsoBrowser();
    const { session_id, options } = (await browser.console.post('passkey/begin')).body.data;
    const done = await browser.console.post('passkey/finish', {
      ...(await soft.sign(options)),
      session_id,
    });
    expect(done.status).toBe(200);
    const { body } = await ask('GET', '/audit', tenant.owner.token);
    expect(body.data[0]).toMatchObject({
      action: 'auth.break_glass',
      after: { method: 'passkey' },
    });
    await vi.waitFor(async () => {
      const { results } = await env.DB.prepare(
        "SELECT recipient FROM mails WHERE template = 'break_glass_used' ORDER BY recipient",
      ).all<{ recipient: string }>();
      expect(results.map(({ recipient }) => recipient).toSorted()).toEqual(
        [dora.email, tenant.owner.email].toSorted(),
      );
    });
    const { body: set } = await ask('GET', '/sso', tenant.owner.token);
    expect(set.data).toMatchObject({ break_glass: `mem_${dora.id}`, break_glass_ready: true });
    expect(set.data.break_glass_used_at).toBeTypeOf('string');
  });

  it('nobody else gets in that way, however many factors they have', async () => {
    const tenant = await world.setUp();
    const dora = await makeDora(tenant, 'owner');
    await enforce(tenant.id, tenant.owner.id);
    const { soft } = await addStaffPasskey(ask, dora.token);
    const browser = new SsoBrowser();
    const { session_id, options } = (await browser.console.post('passkey/begin')).body.data;
    const signed = await soft.sign(options);
    const reply = await browser.console.post('passkey/finish', { ...signed, session_id });
    expect(reply.body.error?.code).toBe('SSO_REQUIRED');
  });

  it('the break-glass owner stays an active owner', async () => {
    const tenant = await world.setUp();
    const dora = await makeDora(tenant, 'owner');
    await enforce(tenant.id, dora.id);
    const { token } = tenant.owner;
    const path = `/team/mem_${dora.id}`;
    expect((await ask('PATCH', path, token, { role: 'analyst' })).status).toBe(409);
    expect((await ask('PATCH', path, token, { active: false })).status).toBe(409);
    expect((await ask('DELETE', path, token)).status).toBe(409);
    expect((await ask('PATCH', path, token, { name: 'Dora' })).status).toBe(200);
  });
});
