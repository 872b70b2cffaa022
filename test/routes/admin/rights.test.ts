// The permission table and the access-token requirement, tested on every documented route of the
// admin API. test/contract/rights.test.ts tests that the table matches the documentation.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import {
  RIGHTS,
  ROLES,
  type OperatorRight,
  type OperatorRole,
} from '../../../src/domain/customers/admins/rights.ts';
import { call } from '../../support/customer/api.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import {
  describedRoutes,
  expectUnauthorized,
} from '../../support/installation/described-routes.ts';
import { SIGN_IN_RIGHTS } from '../../support/staff/sign-in-rights.ts';
import { signIn } from '../../support/staff/staff.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

/**
 * The permission that each route requires. Every operator may call `own` routes, and `open` routes
 * need no sign-in.
 */
const NEEDED: Record<string, OperatorRight | 'own' | 'open'> = {
  ...SIGN_IN_RIGHTS,
  'GET /auth/invitation-page': 'open',
  'POST /auth/invitation-page': 'open',
  'GET /admins': 'admins.manage',
  'POST /admins': 'admins.manage',
  'GET /admins/{id}': 'admins.manage',
  'PATCH /admins/{id}': 'admins.manage',
  'DELETE /admins/{id}': 'admins.manage',
  'GET /admins/{id}/sessions': 'admins.manage',
  'POST /admins/{id}/force-logout': 'admins.manage',
  'GET /sso': 'sso.manage',
  'PATCH /sso': 'sso.manage',
  'DELETE /sso': 'sso.manage',
  'GET /sso/links': 'sso.manage',
  'DELETE /sso/links/{id}': 'sso.manage',
  'GET /accounts': 'accounts.read',
  'GET /accounts/stats': 'accounts.stats',
  'GET /accounts/{id}': 'accounts.read',
  'GET /accounts/{id}/connections': 'accounts.read',
  'GET /accounts/{id}/login-history': 'accounts.read',
  'GET /accounts/{id}/notifications': 'accounts.read',
  'GET /accounts/{id}/passkeys': 'accounts.read',
  'GET /accounts/{id}/sessions': 'accounts.read',
  'PATCH /accounts/{id}/suspend': 'accounts.write',
  'PATCH /accounts/{id}/unsuspend': 'accounts.write',
  'PATCH /accounts/{id}/unlock': 'accounts.write',
  'POST /accounts/{id}/force-logout': 'accounts.write',
  'DELETE /accounts/{id}': 'accounts.delete',
  'GET /analytics/overview': 'analytics.read',
  'GET /analytics/verifications': 'analytics.read',
  'GET /analytics/comparison': 'analytics.read',
  'GET /verified-ages': 'ages.read',
  'POST /verified-ages/revoke': 'ages.revoke',
  'POST /verified-ages/{id}/revoke': 'ages.revoke',
  'GET /audit': 'audit.read',
  'GET /audit/{id}': 'audit.read',
  'GET /oauth-clients': 'clients.read',
  'GET /oauth-clients/{id}': 'clients.read',
  'PATCH /oauth-clients/{id}': 'clients.manage',
  'GET /tenants': 'tenants.read',
  'GET /plans': 'tenants.read',
  'GET /tenants/{id}': 'tenants.read',
  'POST /tenants': 'tenants.write',
  'POST /tenants/{id}/invitation': 'tenants.write',
  'PATCH /tenants/{id}': 'tenants.write',
  'PATCH /tenants/{id}/suspend': 'tenants.write',
  'PATCH /tenants/{id}/unsuspend': 'tenants.write',
  'GET /names': 'tenants.read',
  'GET /tenants/{id}/names': 'tenants.read',
  'POST /tenants/{id}/names': 'tenants.write',
  'DELETE /tenants/{id}/names': 'tenants.write',
  'GET /evidence/certificates': 'evidence.read',
  'GET /evidence/certificates/{id}/document': 'evidence.read',
  'POST /evidence/certificates': 'evidence.manage',
  'DELETE /evidence/certificates/{id}': 'evidence.manage',
  'GET /evidence/incidents': 'evidence.read',
  'POST /evidence/incidents': 'evidence.manage',
  'PATCH /evidence/incidents/{id}': 'evidence.manage',
  'DELETE /evidence/incidents/{id}': 'evidence.manage',
  'GET /wallet/anchors': 'wallets.read',
  'POST /wallet/anchors': 'wallets.manage',
  'DELETE /wallet/anchors/{id}': 'wallets.manage',
  'GET /health': 'health.read',
  'GET /passes': 'health.read',
  'POST /signing-keys/{purpose}/rotate': 'keys.rotate',
};

const described = describedRoutes('/admin/v1');

const guarded = Object.entries(NEEDED).filter(([, right]) => right !== 'open');

/**
 * Calls a route with an unused id. An allowed call may return any status other than 401, 403 and
 * 500.
 */
function send(route: string, token: string | undefined) {
  const [method = '', path = ''] = route.split(' ');
  const body = ['POST', 'PATCH'].includes(method) ? {} : undefined;
  return ask(method, path.replace('{id}', '999999'), token, body);
}

describe('the table of rights', () => {
  it('names every route of the group, and no other', () => {
    expect(new Set(described)).toEqual(new Set(Object.keys(NEEDED)));
  });

  it('gives a superadmin everything, and every role something', () => {
    for (const roles of Object.values(RIGHTS)) expect(roles).toContain('superadmin');
    for (const role of ROLES)
      expect(Object.values(RIGHTS).some((roles) => roles.includes(role))).toBe(true);
  });

  it.each(ROLES)('lets %s do what its column says, route by route', async (role: OperatorRole) => {
    const admin = await makeAdmin({ role });
    for (const [route, right] of guarded) {
      // Signs in for each call, because some routes end the calling session.
      const { token } = await signIn(admin.id, 'passkey');
      const { status } = await send(route, token);
      const may = right === 'own' || RIGHTS[right as OperatorRight].includes(role);
      expect([route, status === 403]).toEqual([route, !may]);
      expect([route, status]).not.toEqual([route, 500]);
    }
  });
});

describe('an access token', () => {
  it('is required: 401 with a challenge', async () => {
    await expectUnauthorized(guarded, send);
  });

  it('cannot be replaced by another kind of credential', async () => {
    const { secret } = await makeTenant();
    const member = await makeAdmin({ audience: 'dashboard' });
    const admin = await makeAdmin();
    const [head, body, signature = ''] = admin.token.split('.');
    const strangers = {
      'an API key': secret,
      'a token of a customer’s staff': member.token,
      'a refresh token': admin.refreshToken,
      'a token with another signature': `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      'a token without a signature': `${btoa('{"alg":"none","typ":"admin+jwt"}')}.${body}.`,
    };
    for (const [name, token] of Object.entries(strangers))
      expect([name, (await ask('GET', '/accounts', token)).status]).toEqual([name, 401]);
  });

  it('of an operator is valid for the admin API only', async () => {
    const { token, refreshToken } = await makeAdmin();
    const tries = [
      ['POST', '/verify/v1/init'],
      ['GET', `/verify/v1/result/xtk_${'A'.repeat(86)}`],
      ['GET', '/oauth/userinfo'],
      ['POST', '/oauth/userinfo'],
    ] as const;
    for (const [method, path] of tries)
      for (const credential of [token, refreshToken]) {
        const headers = { Authorization: `Bearer ${credential}`, 'X-API-Key': credential };
        const { status } = await call(path, { method, headers }).catch(() => ({ status: 401 }));
        expect([path, [401, 404].includes(status)]).toEqual([path, true]);
      }
  });

  it('is signed with keys that are not published', async () => {
    await makeAdmin();
    const published = await call('/.well-known/jwks.json');
    const { keys } = published.body as unknown as { keys: { kid: string }[] };
    const { results } = await env.DB.prepare(
      "SELECT kid FROM signing_keys WHERE purpose <> 'oidc'",
    ).all<{ kid: string }>();
    const secret = new Set(results.map(({ kid }) => kid));
    expect(keys.filter(({ kid }) => secret.has(kid))).toEqual([]);
  });
});

describe('an internal error', () => {
  it('is 500 in the envelope on every route, with one fixed sentence (spec 7.2)', async () => {
    const { token } = await makeAdmin();
    await env.DB.prepare('ALTER TABLE staff RENAME TO gone').run();
    const bodies: Record<string, object> = {
      'POST /auth/login': { email: 'a@b.example', password: 'x' },
      'POST /auth/2fa/challenge': {},
    };
    for (const route of Object.keys(NEEDED).filter((name) => !NEEDED_WITHOUT_D1.includes(name))) {
      const [method = '', path = ''] = route.split(' ');
      const body = bodies[route] ?? (['POST', 'PATCH'].includes(method) ? {} : undefined);
      const { status, body: answer } = await ask(method, path.replace('{id}', '1'), token, body);
      expect([route, status, answer.error?.code]).toEqual([route, 500, 'INTERNAL_ERROR']);
      expect(answer.error?.message).not.toMatch(/staff|SQL/);
    }
  });
});

/** Routes that never reach the database when the credential is empty or unknown. */
const NEEDED_WITHOUT_D1 = [
  'POST /auth/2fa/challenge',
  'POST /auth/refresh',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
  'GET /auth/reset-page',
  'POST /auth/reset-page',
  'GET /auth/invitation-page',
  'POST /auth/invitation-page',
  'POST /auth/passkey/authenticate/begin',
  'POST /auth/passkey/authenticate/finish',
];
