// Every change by a customer's staff is recorded in that customer's audit log. All documented
// routes except GET are tested: a new route fails here until it is audited or listed as an
// exception with a reason.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { app } from '../../../src/app.ts';
import { codeOf } from '../../support/staff/admins.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { PASSWORD } from '../../support/staff/staff.ts';
import { addStaffPasskey } from '../../support/staff/staff-passkeys.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { newInbox, receiverUrl } from '../../support/customer/inbox.ts';
import { CLIENT_SECRET, CLIENTS } from '../../support/staff/company/clients.ts';
import { askCompanyForRecords } from '../../support/staff/company/resolver.ts';
import { makeMember } from '../../support/staff/members.ts';
import { BODIES, everythingOf, THINGS } from '../../support/staff/dashboard-things.ts';
import { linksTo } from '../../support/account/mails.ts';

const NEW_PASSWORD = 'walnut-harbour-mist-92';
const INVITED_EMAIL = 'dora@cellar.example';

/** The inputs of a call by the owner; if `token` is null, nobody is signed in. */
interface Prepared {
  id?: string;
  body?: object;
  token?: string | null;
  /** The token of a passkey ceremony, `xwa_…`. */
  session?: string;
}
type Prepare = (tenant: DashboardTenant) => Promise<Prepared> | Prepared;

const existing =
  (path: string, route: string): Prepare =>
  async (tenant) => {
    const id = await THINGS[path]!(tenant);
    const body = BODIES[route];
    return { id, ...(body && { body }) };
  };

async function turnOnTwoFactor({ token }: { token: string }): Promise<string> {
  const { secret } = (await ask('POST', '/auth/2fa/setup', token)).body.data;
  await ask('POST', '/auth/2fa/verify', token, { code: codeOf(secret, -1) });
  return secret;
}

/** Adds a passkey for the owner. */
async function addPasskey({ owner }: DashboardTenant) {
  const { soft, reply } = await addStaffPasskey(ask, owner.token);
  return { soft, id: String(reply.body.data.id) };
}

const INVITATION = { email: INVITED_EMAIL, role: 'developer' };
const ENDPOINT = { url: 'https://shop.example/hook', events: ['session.success'] };
const CLIENT = {
  name: 'Shop',
  redirect_uris: ['https://shop.example/callback'],
  scopes: ['openid'],
};

/** The audited action of each route, and how to perform it. */
const AUDITED: Record<string, [string, Prepare]> = {
  'POST /auth/register': [
    'tenant.create',
    () => ({
      token: null,
      body: { company: 'Cellar', name: 'Dora', email: INVITED_EMAIL, password: NEW_PASSWORD },
    }),
  ],
  'POST /auth/verify-email': [
    'auth.email_verify',
    async ({ owner }) => {
      await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL').run();
      await ask('POST', '/auth/resend-verification', owner.token);
      const [token] = await linksTo(owner.email, 1);
      return { token: null, body: { token, password: PASSWORD } };
    },
  ],
  'POST /auth/accept-invitation': [
    'team.join',
    async ({ owner }) => {
      await ask('POST', '/team/invitations', owner.token, INVITATION);
      const [token] = await linksTo(INVITED_EMAIL, 1);
      return { token: null, body: { token, password: NEW_PASSWORD } };
    },
  ],
  'POST /auth/login': [
    'auth.login',
    ({ owner }) => ({ token: null, body: { email: owner.email, password: PASSWORD } }),
  ],
  'POST /auth/2fa/challenge': [
    'auth.login',
    async ({ owner }) => {
      const secret = await turnOnTwoFactor(owner);
      const credentials = { email: owner.email, password: PASSWORD };
      const { data } = (await ask('POST', '/auth/login', undefined, credentials)).body;
      return {
        token: null,
        body: { challenge_token: data.challenge_token, code: codeOf(secret) },
      };
    },
  ],
  'POST /auth/reset-password': [
    'auth.password_reset',
    async ({ owner }) => {
      await ask('POST', '/auth/forgot-password', undefined, { email: owner.email });
      const [token] = await linksTo(owner.email, 1);
      return { token: null, body: { token, password: NEW_PASSWORD } };
    },
  ],
  'POST /auth/change-password': [
    'auth.password_change',
    () => ({ body: { current_password: PASSWORD, new_password: NEW_PASSWORD } }),
  ],
  'POST /auth/2fa/verify': [
    'auth.2fa_enable',
    async ({ owner }) => {
      const { secret } = (await ask('POST', '/auth/2fa/setup', owner.token)).body.data;
      return { body: { code: codeOf(secret) } };
    },
  ],
  'POST /auth/2fa/disable': [
    'auth.2fa_disable',
    async ({ owner }) => {
      await turnOnTwoFactor(owner);
      return { body: { password: PASSWORD } };
    },
  ],
  'POST /auth/2fa/recovery-codes': [
    'auth.recovery_codes_renew',
    async ({ owner }) => {
      await turnOnTwoFactor(owner);
      return { body: { password: PASSWORD } };
    },
  ],
  'POST /auth/passkey/authenticate/finish': [
    'auth.login',
    async (tenant) => {
      const { soft } = await addPasskey(tenant);
      const { data } = (await ask('POST', '/auth/passkey/authenticate/begin')).body;
      return { token: null, session: data.session_id, body: await soft.sign(data.options) };
    },
  ],
  'POST /auth/passkey/register/finish': [
    'auth.passkey_add',
    async ({ owner }) => {
      const { data } = (await ask('POST', '/auth/passkey/register/begin', owner.token)).body;
      const soft = await makeAuthenticator();
      return { session: data.session_id, body: await soft.register(data.options) };
    },
  ],
  'PATCH /auth/passkeys/{id}': [
    'auth.passkey_rename',
    async (tenant) => ({ id: (await addPasskey(tenant)).id, body: { name: 'Desk' } }),
  ],
  'DELETE /auth/passkeys/{id}': [
    'auth.passkey_remove',
    async (tenant) => ({ id: (await addPasskey(tenant)).id }),
  ],
  'POST /auth/logout': ['auth.logout', () => ({})],
  'POST /auth/logout-all': ['auth.logout_all', () => ({})],
  'DELETE /auth/sessions/{id}': ['auth.logout', existing('/auth/sessions', '')],
  'PATCH /team/{id}': ['team.update', existing('/team', 'PATCH /team/{id}')],
  'DELETE /team/{id}': ['team.remove', existing('/team', '')],
  'POST /members/{id}/force-logout': [
    'team.force_logout',
    existing('/members', 'POST /members/{id}/force-logout'),
  ],
  'POST /team/invitations': ['team.invite', () => ({ body: INVITATION })],
  'DELETE /team/invitations/{id}': ['team.revoke_invitation', existing('/team/invitations', '')],
  'PATCH /sso': [
    'sso.set',
    () => ({
      body: { issuer: inject('company'), client_id: CLIENTS[0], client_secret: CLIENT_SECRET },
    }),
  ],
  'DELETE /sso': [
    'sso.remove',
    async (tenant) => {
      await THINGS['/sso/links']!(tenant);
      return {};
    },
  ],
  'POST /sso/domains': ['sso_domain.add', () => ({ body: { domain: 'cellar.example' } })],
  'POST /sso/domains/{domain}/check': ['sso_domain.prove', existing('/sso/domains', '')],
  'DELETE /sso/domains/{domain}': ['sso_domain.remove', existing('/sso/domains', '')],
  'DELETE /sso/links/{id}': ['team.sso_unlink', existing('/sso/links', '')],
  'POST /scim-tokens': ['scim_token.create', () => ({ body: {} })],
  'DELETE /scim-tokens/{id}': ['scim_token.revoke', existing('/scim-tokens', '')],
  'POST /api-keys': ['api_key.create', () => ({ body: { name: 'Shop' } })],
  'PATCH /api-keys/{id}': ['api_key.update', existing('/api-keys', 'PATCH /api-keys/{id}')],
  'DELETE /api-keys/{id}': ['api_key.revoke', existing('/api-keys', '')],
  'POST /api-keys/{id}/rotate': [
    'api_key.rotate',
    existing('/api-keys', 'POST /api-keys/{id}/rotate'),
  ],
  'POST /oauth-clients': ['oauth_client.create', () => ({ body: CLIENT })],
  'PATCH /oauth-clients/{id}': [
    'oauth_client.update',
    existing('/oauth-clients', 'PATCH /oauth-clients/{id}'),
  ],
  'DELETE /oauth-clients/{id}': ['oauth_client.delete', existing('/oauth-clients', '')],
  'POST /oauth-clients/{id}/rotate-secret': [
    'oauth_client.rotate_secret',
    existing('/oauth-clients', 'POST /oauth-clients/{id}/rotate-secret'),
  ],
  'POST /webhooks': ['webhook.create', () => ({ body: ENDPOINT })],
  'PATCH /webhooks/{id}': ['webhook.update', existing('/webhooks', 'PATCH /webhooks/{id}')],
  'DELETE /faces/{id}': ['face.erase', existing('/faces', 'DELETE /faces/{id}')],
  'POST /blocked-faces': [
    'blacklist.add',
    async (tenant) => {
      await env.DB.prepare('UPDATE tenants SET keep_faces_days = 7').run();
      const consent = { notice: NOTICE.version, faces: { kept_days: 7 } };
      const visit = await EdgeVisit.begin({}, { customer: tenant, consent });
      await visit.pass();
      return { body: { session_token: visit.token, reason: 'Resold accounts' } };
    },
  ],
  'DELETE /blocked-faces/{id}': ['blacklist.remove', existing('/blocked-faces', '')],
  'DELETE /webhooks/{id}': ['webhook.delete', existing('/webhooks', '')],
  'POST /webhooks/{id}/verify': [
    'webhook.verify',
    async ({ owner }) => {
      const body = { ...ENDPOINT, url: receiverUrl(newInbox(), 'ok') };
      return { id: (await ask('POST', '/webhooks', owner.token, body)).body.data.id };
    },
  ],
  'POST /webhooks/{id}/rotate-secret': ['webhook.rotate_secret', existing('/webhooks', '')],
  'POST /webhooks/{id}/test': ['webhook.test', existing('/webhooks', 'POST /webhooks/{id}/test')],
  'POST /webhooks/{id}/replay': [
    'webhook.replay_failed',
    async (tenant) => {
      const [row] = await queryLedger<{ id: string }>(
        { tenantId: tenant.id },
        "UPDATE deliveries SET state = 'dead' WHERE id = ? RETURNING endpoint_id AS id",
        await THINGS['/deliveries']!(tenant),
      );
      return { id: row!.id, body: BODIES['POST /webhooks/{id}/replay']! };
    },
  ],
  'POST /deliveries/{id}/replay': ['delivery.replay', existing('/deliveries', '')],
  'POST /reviews/{id}/decision': [
    'review.decide',
    existing('/reviews', 'POST /reviews/{id}/decision'),
  ],
  'POST /sessions/{token}/retake': ['session.retake', existing('/sessions', '')],
  'DELETE /sessions/{token}/data': ['session.erase', existing('/sessions', '')],
  'POST /test-sessions': ['session.try', () => ({ body: {} })],
  'POST /law/seen': [
    'law.seen',
    async ({ owner }) => {
      const { changes } = (await ask('GET', '/law?context=chat', owner.token)).body.data;
      return { body: { context: 'chat', version: changes.version } };
    },
  ],
  'PATCH /settings': ['settings.update', () => ({ body: { name: 'Cellar & Sons' } })],
};

/** Routes that need no separate audit entry, and why. */
const UNAUDITED: Record<string, string> = {
  'POST /auth/refresh': 'a session that was told goes on',
  'POST /auth/resend-verification': 'a mail to the member; using its link is told',
  'POST /auth/forgot-password': 'a mail to the member; using its link is told',
  'POST /auth/2fa/setup': 'nothing is in force before auth/2fa/verify, which is told',
  'POST /auth/passkey/authenticate/begin': 'nobody is signed in before its finish, which is told',
  'POST /auth/passkey/register/begin': 'there is no passkey before its finish, which is told',
  'POST /auth/verify-page': 'does what auth/verify-email does',
  'POST /auth/reset-page': 'does what auth/reset-password does',
  'POST /auth/invitation-page': 'does what auth/accept-invitation does',
};

const PREFIX = '/dashboard/v1';
const changing = app.openAPIRegistry.definitions.flatMap((definition) =>
  definition.type === 'route' &&
  definition.route.path.startsWith(PREFIX) &&
  definition.route.method !== 'get'
    ? [
        `${definition.route.method.toUpperCase()} ${definition.route.path.slice(PREFIX.length).replace(/\/$/, '')}`,
      ]
    : [],
);

function send(route: string, { id = '', body, session }: Prepared, token: string | undefined) {
  const [method = '', path = ''] = route.split(' ');
  const headers = session === undefined ? {} : { 'X-Session-ID': session };
  return ask(method, path.replace(/\{\w+\}/, id), token, body, headers);
}

const tokenOf = ({ owner }: DashboardTenant, { token }: Prepared): string | undefined =>
  token === null ? undefined : (token ?? owner.token);

async function entriesOf(tenantId: string, action: string) {
  const { results } = await env.DB.prepare(
    'SELECT audience, staff_id FROM audit_entries WHERE tenant_id = ? AND action = ?',
  )
    .bind(tenantId, action)
    .all();
  return results;
}

let tenant: DashboardTenant;
beforeEach(async () => {
  askCompanyForRecords();
  tenant = await makeDashboardTenant();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a change by staff', () => {
  it('is listed in this test for every route', () => {
    expect(changing.toSorted()).toEqual(
      [...Object.keys(AUDITED), ...Object.keys(UNAUDITED)].toSorted(),
    );
  });

  it.each(Object.entries(AUDITED))('is audited: %s', async (route, [action, prepare]) => {
    const prepared = await prepare(tenant);
    const before = await entriesOf(tenant.id, action);
    const { status, body } = await send(route, prepared, tokenOf(tenant, prepared));
    expect([Math.floor(status / 100), body.error]).toEqual([2, undefined]);
    const owned = action === 'tenant.create' ? body.data.user.tenant_id : tenant.id;
    await expect
      .poll(() => entriesOf(owned, action), { timeout: 10_000 })
      .toHaveLength(before.length + 1);
    // Joining and following an emailed link need no sign-in, so the entry need not name the owner.
    // The entry for a sign-in must still name the owner.
    const bySomebody = prepared.token === undefined || action === 'auth.login';
    const entry = (await entriesOf(owned, action)).at(-1);
    expect(entry?.['audience']).toBe('dashboard');
    expect(bySomebody ? entry?.['staff_id'] : tenant.owner.id).toBe(tenant.owner.id);
  });

  it('is in the audit log of their own customer only', async () => {
    const other = await makeDashboardTenant();
    await ask('PATCH', '/settings', tenant.owner.token, { name: 'Cellar & Sons' });
    expect(await entriesOf(other.id, 'settings.update')).toEqual([]);
  });
});

describe('a change that fails', () => {
  const guarded = Object.entries(AUDITED).filter(([route]) => !route.includes(' /auth/'));

  it.each(guarded)('is not audited: %s without the right', async (route, [, prepare]) => {
    const prepared = await prepare(tenant);
    // Reviewers can only decide reviews.
    const role = route.includes(' /reviews/') ? 'analyst' : 'reviewer';
    const { token } = await makeMember(tenant.id, role);
    const before = await everythingOf(tenant);
    expect((await send(route, prepared, token)).status).toBe(403);
    expect(await everythingOf(tenant)).toBe(before);
  });

  it.each(guarded.filter(([route]) => !route.endsWith('/test')))(
    'is not made when it cannot be audited: %s',
    async (route, [, prepare]) => {
      const prepared = await prepare(tenant);
      const before = await everythingOf(tenant);
      await env.DB.prepare(
        "CREATE TRIGGER broken BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'broken'); END",
      ).run();
      expect((await send(route, prepared, tenant.owner.token)).status).toBe(500);
      expect(await everythingOf(tenant)).toBe(before);
    },
  );
});
