// Members of a customer's staff sign in with their device's screen lock. The ceremonies themselves
// are tested with operators, whose routes are the same (routes/admin/passkeys).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask as askAdmin, codeOf, makeAdmin } from '../../support/staff/admins.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { linksTo } from '../../support/account/mails.ts';
import { makeMember } from '../../support/staff/members.ts';
import { addStaffPasskey, signInWithPasskey } from '../../support/staff/staff-passkeys.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

describe('a member with a passkey', () => {
  it('signs in with it alone, even if codes of an app are enabled (spec 4.3)', async () => {
    const { owner } = tenant;
    const { secret } = (await ask('POST', '/auth/2fa/setup', owner.token)).body.data;
    await ask('POST', '/auth/2fa/verify', owner.token, { code: codeOf(secret, -1) });
    const { soft, reply } = await addStaffPasskey(ask, owner.token, undefined, 'Laptop');
    expect(reply.body.data).toMatchObject({ name: 'Laptop', backed_up: false });
    const { status, body } = await signInWithPasskey(ask, soft);
    expect([status, body.data.user.email]).toEqual([200, owner.email]);
    expect((await ask('GET', '/settings', body.data.access_token)).status).toBe(200);
  });

  it('counts as having a second factor where the customer requires one (D-63)', async () => {
    const { owner } = tenant;
    await addStaffPasskey(ask, owner.token);
    const wish = { require_second_factor: true };
    expect((await ask('PATCH', '/settings', owner.token, wish)).status).toBe(200);
    const colleague = await makeMember(tenant.id, 'developer');
    const refused = await ask('GET', '/api-keys', colleague.token);
    expect(refused.body.error?.code).toBe('SECOND_FACTOR_REQUIRED');
    const { soft } = await addStaffPasskey(ask, colleague.token);
    expect((await ask('GET', '/api-keys', colleague.token)).status).toBe(200);
    const { body } = await signInWithPasskey(ask, soft);
    expect((await ask('GET', '/api-keys', body.data.access_token)).status).toBe(200);
  });

  it('is notified by mail, and the customer’s audit log has an entry', async () => {
    const { owner } = tenant;
    await addStaffPasskey(ask, owner.token);
    const { results } = await env.DB.prepare('SELECT recipient, template FROM mails').all();
    expect(results).toEqual([{ recipient: owner.email, template: 'second_factor_changed' }]);
    const { body } = await ask('GET', '/audit', owner.token);
    expect(body.data.map(({ action }: { action: string }) => action)).toContain('auth.passkey_add');
  });

  it('cannot sign in to the operators’ console, nor to a suspended customer (D-116)', async () => {
    const [member, operator] = [
      await addStaffPasskey(ask, tenant.owner.token),
      await addStaffPasskey(askAdmin, (await makeAdmin({ secondFactor: false })).token),
    ];
    expect((await signInWithPasskey(askAdmin, member.soft)).status).toBe(401);
    expect((await signInWithPasskey(ask, operator.soft)).status).toBe(401);
    await env.DB.prepare('UPDATE tenants SET suspended_at_ms = 1 WHERE id = ?')
      .bind(tenant.id)
      .run();
    const { status, body } = await signInWithPasskey(ask, member.soft);
    expect([status, body.error?.code]).toEqual([403, 'TENANT_SUSPENDED']);
  });

  it('loses it when the password is reset by mail, and when removed from the team', async () => {
    const { owner } = tenant;
    const colleague = await makeMember(tenant.id, 'developer');
    const [own, other] = [
      await addStaffPasskey(ask, owner.token),
      await addStaffPasskey(ask, colleague.token),
    ];
    const { body } = await ask('GET', '/auth/me', colleague.token);
    expect((await ask('DELETE', `/team/${body.data.id}`, owner.token)).status).toBe(200);
    expect((await signInWithPasskey(ask, other.soft)).status).toBe(401);
    await ask('POST', '/auth/forgot-password', undefined, { email: owner.email });
    const token = (await linksTo(owner.email, 1)).at(-1);
    const wish = { token, password: 'walnut-harbour-mist-92' };
    expect((await ask('POST', '/auth/reset-password', undefined, wish)).status).toBe(200);
    expect((await signInWithPasskey(ask, own.soft)).status).toBe(401);
  });

  it('renames and removes it, and no passkey of others', async () => {
    const [{ owner }, other] = [tenant, (await makeDashboardTenant()).owner];
    const { soft, reply } = await addStaffPasskey(ask, owner.token);
    const path = `/auth/passkeys/${reply.body.data.id}`;
    expect((await ask('PATCH', path, other.token, { name: 'Mine' })).status).toBe(404);
    expect((await ask('DELETE', path, other.token)).status).toBe(404);
    expect((await ask('PATCH', path, owner.token, { name: 'Desk' })).body.data.name).toBe('Desk');
    expect((await ask('DELETE', path, owner.token)).status).toBe(200);
    expect((await ask('GET', '/auth/passkeys', owner.token)).body.data).toEqual([]);
    expect((await signInWithPasskey(ask, soft)).status).toBe(401);
  });
});
