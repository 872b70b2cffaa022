// The permission table and the access-token requirement, tested on every documented route of the
// dashboard API. test/contract/rights.test.ts tests that the table matches the documentation.
import { describe, expect, it } from 'vitest';
import { RIGHTS, ROLES, type Right, type Role } from '../../../src/domain/customers/team/rights.ts';
import { makeAdmin } from '../../support/staff/admins.ts';
import {
  describedRoutes,
  expectUnauthorized,
} from '../../support/installation/described-routes.ts';
import { SIGN_IN_RIGHTS } from '../../support/staff/sign-in-rights.ts';
import { signIn } from '../../support/staff/staff.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';

/**
 * The permission that each route requires: `own` if every member may call it, `open` if it needs no
 * access token.
 */
const NEEDED: Record<string, Right | 'own' | 'open'> = {
  ...SIGN_IN_RIGHTS,
  'POST /auth/register': 'open',
  'POST /auth/verify-email': 'open',
  'POST /auth/resend-verification': 'own',
  'GET /auth/verify-page': 'open',
  'POST /auth/verify-page': 'open',
  'POST /auth/accept-invitation': 'open',
  'GET /auth/invitation-page': 'open',
  'POST /auth/invitation-page': 'open',
  'GET /team': 'team.read',
  'GET /team/{id}': 'team.read',
  'PATCH /team/{id}': 'team.manage',
  'DELETE /team/{id}': 'team.manage',
  'GET /members/{id}/sessions': 'team.manage',
  'POST /members/{id}/force-logout': 'team.manage',
  'GET /team/invitations': 'team.read',
  'POST /team/invitations': 'team.manage',
  'DELETE /team/invitations/{id}': 'team.manage',
  'GET /sso': 'sso.manage',
  'PATCH /sso': 'sso.manage',
  'DELETE /sso': 'sso.manage',
  'POST /sso/domains': 'sso.manage',
  'POST /sso/domains/{domain}/check': 'sso.manage',
  'DELETE /sso/domains/{domain}': 'sso.manage',
  'GET /sso/links': 'sso.manage',
  'DELETE /sso/links/{id}': 'sso.manage',
  'GET /scim-tokens': 'team.manage',
  'POST /scim-tokens': 'team.manage',
  'DELETE /scim-tokens/{id}': 'team.manage',
  'GET /api-keys': 'keys.read',
  'POST /api-keys': 'keys.write',
  'GET /api-keys/{id}': 'keys.read',
  'PATCH /api-keys/{id}': 'keys.write',
  'DELETE /api-keys/{id}': 'keys.write',
  'POST /api-keys/{id}/rotate': 'keys.write',
  'GET /oauth-clients': 'clients.read',
  'POST /oauth-clients': 'clients.write',
  'GET /oauth-clients/{id}': 'clients.read',
  'PATCH /oauth-clients/{id}': 'clients.write',
  'DELETE /oauth-clients/{id}': 'clients.write',
  'POST /oauth-clients/{id}/rotate-secret': 'clients.write',
  'GET /webhooks': 'webhooks.read',
  'POST /webhooks': 'webhooks.write',
  'GET /webhooks/{id}': 'webhooks.read',
  'PATCH /webhooks/{id}': 'webhooks.write',
  'POST /webhooks/{id}/verify': 'webhooks.write',
  'DELETE /webhooks/{id}': 'webhooks.write',
  'POST /webhooks/{id}/rotate-secret': 'webhooks.write',
  'POST /webhooks/{id}/test': 'webhooks.write',
  'GET /webhooks/{id}/deliveries': 'webhooks.read',
  'POST /webhooks/{id}/replay': 'webhooks.write',
  'GET /deliveries/{id}': 'webhooks.read',
  'POST /deliveries/{id}/replay': 'webhooks.write',
  'GET /events': 'webhooks.read',
  'GET /sessions': 'sessions.read',
  'GET /sessions/export': 'sessions.export',
  'GET /sessions/{token}': 'sessions.read',
  'POST /sessions/{token}/retake': 'sessions.write',
  'DELETE /sessions/{token}/data': 'sessions.write',
  'GET /sessions/{token}/receipt': 'sessions.read',
  'POST /test-sessions': 'sessions.try',
  'GET /requests': 'requests.read',
  'GET /reviews': 'reviews.decide',
  'GET /reviews/{id}': 'reviews.decide',
  'GET /reviews/{id}/pictures/{link}': 'reviews.decide',
  'POST /reviews/{id}/decision': 'reviews.decide',
  'GET /faces': 'faces.read',
  'DELETE /faces/{id}': 'faces.erase',
  'GET /blocked-faces': 'blocked_faces.read',
  'GET /blocked-faces/outlook': 'blocked_faces.read',
  'POST /blocked-faces': 'blocked_faces.write',
  'DELETE /blocked-faces/{id}': 'blocked_faces.write',
  'GET /analytics/overview': 'analytics.read',
  'GET /analytics/funnel': 'analytics.read',
  'GET /analytics/fall-through': 'analytics.read',
  'GET /settings': 'settings.read',
  'PATCH /settings': 'settings.write',
  'GET /settings/age-margin': 'analytics.read',
  'GET /settings/face-rates': 'analytics.read',
  'GET /law': 'settings.read',
  'POST /law/seen': 'settings.write',
  'GET /usage': 'usage.read',
  'GET /audit': 'audit.read',
  'GET /compliance/pack': 'analytics.read',
};

const described = describedRoutes('/dashboard/v1');
const guarded = Object.entries(NEEDED).filter(([, right]) => right !== 'open');

/**
 * Calls a route with an unused id: an allowed call returns 200, 201, 400, 404 or 409, and never 401
 * or 403.
 */
function send(route: string, token: string | undefined) {
  const [method = '', path = ''] = route.split(' ');
  // The CSV export is not JSON, so this test only checks its error response.
  const query = path === '/sessions/export' ? '?status=none' : '';
  const body = ['POST', 'PATCH'].includes(method) ? {} : undefined;
  return ask(method, path.replace(/\{\w+\}/, '999999') + query, token, body);
}

describe('the table of rights', () => {
  it('names every route of the group, and no other', () => {
    expect(new Set(described)).toEqual(new Set(Object.keys(NEEDED)));
  });

  it('gives owners everything, others less, and every right to at least one role', () => {
    const rightsOf = (role: Role) => Object.values(RIGHTS).filter((roles) => roles.includes(role));
    expect(rightsOf('owner')).toHaveLength(Object.keys(RIGHTS).length);
    for (const role of ROLES.filter((one) => one !== 'owner')) {
      expect(rightsOf(role).length).toBeGreaterThan(0);
      expect(rightsOf(role).length).toBeLessThan(Object.keys(RIGHTS).length);
    }
    expect(Object.values(NEEDED)).toEqual(expect.arrayContaining(Object.keys(RIGHTS)));
  });

  it('gives reading roles no right to write or manage', () => {
    const harmful = Object.entries(RIGHTS).filter(([right]) => /\.(write|manage)$/.test(right));
    expect(harmful.length).toBeGreaterThan(4);
    for (const [right, roles] of harmful)
      expect([right, roles.filter((role) => /analyst|reviewer/.test(role))]).toEqual([right, []]);
  });

  it.each(ROLES)('lets %s do what its column says, route by route', async (role: Role) => {
    const tenant = await makeDashboardTenant();
    const member = await makeMember(tenant.id, role);
    for (const [route, right] of guarded) {
      // Signs in for each call, because some routes end the calling session.
      const { token } = await signIn(member.id);
      const { status } = await send(route, token);
      const may = right === 'own' || RIGHTS[right as Right].includes(role);
      expect([route, status === 403]).toEqual([route, !may]);
      expect([route, [401, 500].includes(status)]).toEqual([route, false]);
    }
  });
});

describe('an access token', () => {
  it('is required: 401 with a challenge', async () => {
    await expectUnauthorized(guarded, send);
  });

  it('cannot be another kind of credential, nor belong to staff without a customer', async () => {
    const { secret, owner } = await makeDashboardTenant();
    const operator = await makeAdmin();
    const nobodys = await makeAdmin({ audience: 'dashboard' });
    const [head, body, signature = ''] = owner.token.split('.');
    const strangers = {
      'an API key': secret,
      'an operator’s token': operator.token,
      'a refresh token': owner.refreshToken,
      'staff of no customer': nobodys.token,
      'a token with another signature': `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      'a token without a signature': `${btoa('{"alg":"none","typ":"dashboard+jwt"}')}.${body}.`,
    };
    for (const [name, token] of Object.entries(strangers))
      for (const path of ['/settings', '/team', '/api-keys']) {
        const { status } = await ask('GET', path, token);
        expect([name, path, status === 200]).toEqual([name, path, false]);
      }
  });
});
