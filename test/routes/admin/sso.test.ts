// The operators' single sign-on: its settings, and the links between operators and their provider
// (D-162). The sign-in itself is tested in test/routes/console.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { TOP_ROLES } from '../../../src/domain/customers/single-sign-on/sso-setting.ts';
import {
  GIVEN_ROLES,
  mayDo,
  RIGHTS,
  type OperatorRight,
} from '../../../src/domain/customers/admins/rights.ts';
import { openClientSecret } from '../../../src/domain/customers/single-sign-on/client-secret.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, enableTwoFactor, givePasskey, makeAdmin } from '../../support/staff/admins.ts';
import { CLIENT_SECRET, CLIENTS } from '../../support/staff/company/clients.ts';
import { ask as askDashboard, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { PASSWORD, signIn, type TestStaff } from '../../support/staff/staff.ts';

let root: TestStaff;
let wish: Record<string, unknown>;

beforeEach(async () => {
  root = await makeAdmin();
  wish = {
    issuer: inject('company'),
    client_id: CLIENTS[0],
    client_secret: CLIENT_SECRET,
    domains: ['ops.example'],
  };
});

const own = (method: string, path: string, body?: unknown) => ask(method, path, root.token, body);

describe('GET /admin/v1/sso', () => {
  it('says what to register with the provider before anything is configured', async () => {
    const { status, body } = await own('GET', '/sso');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      issuer: null,
      client_id: null,
      has_client_secret: false,
      default_role: null,
      role_claim: null,
      role_map: [],
      factor_values: [],
      enforce: false,
      break_glass: null,
      break_glass_ready: false,
      domains: [],
      redirect_uri: 'http://localhost:8787/console/v1/admin/sso/callback',
      backchannel_logout_uri: 'http://localhost:8787/console/v1/admin/sso/backchannel-logout',
    });
  });
});

describe('the roles that the provider may give', () => {
  it('include no right that the people who set it up lack, and no role that may set it up', () => {
    const setters = RIGHTS['sso.manage'];
    const rightsOf = (role: string) =>
      (Object.keys(RIGHTS) as OperatorRight[]).filter((right) => mayDo(role, right));
    for (const setter of setters)
      for (const given of GIVEN_ROLES)
        expect(rightsOf(setter)).toEqual(expect.arrayContaining(rightsOf(given)));
    for (const role of setters) expect(GIVEN_ROLES).not.toContain(role);
    expect(GIVEN_ROLES).not.toContain(TOP_ROLES.admin);
  });
});

describe('PATCH /admin/v1/sso', () => {
  it('checks the issuer with the provider, encrypts the secret and audits the rest', async () => {
    const { status, body } = await own('PATCH', '/sso', {
      ...wish,
      domains: [' OPS.example', 'ops.example', 'bücher.example'],
      default_role: 'analyst',
      role_claim: 'groups',
      role_map: [{ value: 'desk', role: 'support' }],
      factor_values: ['mfa', 'mfa'],
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      issuer: inject('company'),
      has_client_secret: true,
      domains: ['ops.example', 'xn--bcher-kva.example'],
      default_role: 'analyst',
      role_map: [{ value: 'desk', role: 'support' }],
      factor_values: ['mfa'],
    });
    const sealed = (await env.DB.prepare('SELECT client_secret FROM operator_sso').first(
      'client_secret',
    )) as string;
    expect(JSON.stringify(body)).not.toContain(CLIENT_SECRET);
    expect(
      await withContext(({ config }) => openClientSecret(config, { audience: 'admin' }, sealed)),
    ).toBe(CLIENT_SECRET);
    const trail = await own('GET', '/audit');
    expect(trail.body.data[0]).toMatchObject({
      action: 'sso.set',
      target_type: 'sso',
      target_id: 'operators',
      after: { client_secret: 'replaced', domains: 'ops.example xn--bcher-kva.example' },
    });
  });

  it('changes only the given fields', async () => {
    await own('PATCH', '/sso', { ...wish, default_role: 'support' });
    const { body } = await own('PATCH', '/sso', { default_role: null });
    expect(body.data).toMatchObject({ default_role: null, client_id: CLIENTS[0] });
    const trail = await own('GET', '/audit');
    expect(trail.body.data[0]).toMatchObject({
      action: 'sso.update',
      before: { default_role: 'support' },
      after: { default_role: null },
    });
  });

  it.each([
    ['no secret at the first setup', { client_secret: undefined }, 'client_secret'],
    ['an issuer in a private network', { issuer: 'https://10.1.2.3' }, 'issuer'],
    ['no domain', { domains: undefined }, 'domains'],
    ['an empty list of domains', { domains: [] }, 'domains'],
    ['an invalid domain', { domains: ['ops.example', 'localhost'] }, 'domains'],
    ['a superadmin by default', { default_role: 'superadmin' }, 'default_role'],
    ['a customer’s role', { default_role: 'developer' }, 'default_role'],
    [
      'a superadmin by claim',
      { role_claim: 'groups', role_map: [{ value: 'a', role: 'superadmin' }] },
      'role_map.0.role',
    ],
    ['enforcement without a break-glass operator', { enforce: true }, 'break_glass'],
    ['an unknown member', { issuers: [] }, 'issuers'],
  ])('refuses %s, and changes nothing', async (_what, more, field) => {
    const { status, body } = await own('PATCH', '/sso', { ...wish, ...more });
    expect(status).toBe(400);
    expect(body.error?.details?.map((one) => one.field)).toEqual([field]);
    expect((await own('GET', '/sso')).body.data.issuer).toBeNull();
  });

  it('requires the secret again when client_id changes', async () => {
    await own('PATCH', '/sso', wish);
    const { status, body } = await own('PATCH', '/sso', { client_id: CLIENTS[1] });
    expect(status).toBe(400);
    expect(body.error?.details?.[0]?.field).toBe('client_secret');
  });

  it('needs a sign-in within the last five minutes', async () => {
    await env.DB.prepare('UPDATE staff_sessions SET created_at_ms = created_at_ms - 301000').run();
    expect((await own('PATCH', '/sso', wish)).body.error?.code).toBe('FRESH_SIGN_IN_REQUIRED');
    expect((await own('DELETE', '/sso')).body.error?.code).toBe('FRESH_SIGN_IN_REQUIRED');
  });

  it('is enforced only with a break-glass superadmin who can sign in without the provider, and ends the other sessions', async () => {
    await own('PATCH', '/sso', wish);
    const support = await makeAdmin({ role: 'support' });
    const bare = await makeAdmin({ secondFactor: false });
    const breakGlass = await makeAdmin({ secondFactor: false });
    const customer = await makeAdmin({ audience: 'dashboard' });
    await enableTwoFactor(bare.token);
    await env.DB.prepare('UPDATE staff SET password_hash = NULL WHERE id = ?').bind(bare.id).run();
    // The ids belong to an operator who is not a superadmin, an operator with an authenticator app
    // but no password, an operator without a second factor, and a customer's member. The last id
    // belongs to nobody.
    for (const id of [support.id, bare.id, breakGlass.id, customer.id, 999_999]) {
      const reply = await own('PATCH', '/sso', { enforce: true, break_glass: id });
      expect(reply.body.error?.details?.[0]?.field).toBe('break_glass');
    }
    await givePasskey(breakGlass.id);
    const { token: breakGlassToken } = await signIn(breakGlass.id, 'passkey');
    const enforcement = { enforce: true, break_glass: breakGlass.id };
    const { status, body } = await own('PATCH', '/sso', enforcement);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...enforcement, break_glass_ready: true });
    expect((await ask('GET', '/auth/me', support.token)).status).toBe(401);
    for (const token of [root.token, breakGlassToken])
      expect((await ask('GET', '/auth/me', token)).status).toBe(200);
  });
});

describe('DELETE /admin/v1/sso', () => {
  it('lets everybody sign in as before', async () => {
    const other = await makeAdmin({ secondFactor: false });
    await own('PATCH', '/sso', wish);
    await own('PATCH', '/sso', { enforce: true, break_glass: root.id });
    const typed = { email: other.email, password: PASSWORD };
    expect((await ask('POST', '/auth/login', undefined, typed)).status).toBe(403);
    expect((await own('DELETE', '/sso')).status).toBe(200);
    expect((await own('DELETE', '/sso')).status).toBe(404);
    expect((await own('GET', '/sso')).body.data.issuer).toBeNull();
    expect((await ask('POST', '/auth/login', undefined, typed)).status).toBe(200);
    const trail = await own('GET', '/audit');
    expect(trail.body.data.map(({ action }: { action: string }) => action)).toContain('sso.remove');
  });
});

describe('links', () => {
  /**
   * Links a member of staff to the provider, and marks the member's sessions as started through
   * that link.
   */
  const link = (id: number, staffId: number) =>
    env.DB.batch([
      env.DB.prepare(
        `INSERT INTO staff_identities (id, staff_id, tenant_id, issuer, subject, linked_at_ms, last_used_at_ms)
         SELECT ?, id, tenant_id, ?, ?, 0, 0 FROM staff WHERE id = ?`,
      ).bind(id, inject('company'), `sub-${id}`, staffId),
      env.DB.prepare('UPDATE staff_sessions SET identity_id = ? WHERE staff_id = ?').bind(
        id,
        staffId,
      ),
    ]);

  it('are listed, and removed together with the sessions that they began', async () => {
    await own('PATCH', '/sso', wish);
    const ada = await makeAdmin({ role: 'support' });
    await link(5, ada.id);
    const listed = await own('GET', '/sso/links');
    expect(listed.body.data).toMatchObject([{ id: ada.id, email: ada.email }]);
    expect((await ask('GET', '/auth/me', ada.token)).status).toBe(200);
    expect((await own('DELETE', `/sso/links/${ada.id}`)).status).toBe(200);
    expect((await ask('GET', '/auth/me', ada.token)).status).toBe(401);
    expect((await own('DELETE', `/sso/links/${ada.id}`)).status).toBe(404);
    const trail = await own('GET', '/audit');
    expect(trail.body.data[0]).toMatchObject({
      action: 'admin.sso_unlink',
      target_type: 'admin',
      target_id: String(ada.id),
    });
  });

  it('are those of operators: a customer’s link to the same provider is neither listed nor removed', async () => {
    await own('PATCH', '/sso', wish);
    const { owner } = await makeDashboardTenant();
    await link(5, owner.id);
    const listed = await own('GET', '/sso/links');
    expect(listed.body).toMatchObject({ data: [], meta: { pagination: { total: 0 } } });
    expect((await own('DELETE', `/sso/links/${owner.id}`)).status).toBe(404);
    const kept = await env.DB.prepare('SELECT staff_id FROM staff_identities').all();
    expect(kept.results).toEqual([{ staff_id: owner.id }]);
    expect((await askDashboard('GET', '/auth/me', owner.token)).status).toBe(200);
    const trail = await own('GET', '/audit');
    expect(trail.body.data.map(({ action }: { action: string }) => action)).toEqual(['sso.set']);
  });
});
