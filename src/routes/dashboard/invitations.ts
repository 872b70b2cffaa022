import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Invitation } from '../../domain/customers/team-membership/invitation.ts';
import {
  acceptInvitation,
  inviteToTeam,
  listInvitations,
  revokeInvitation,
} from '../../domain/customers/team-membership/invitations.ts';
import { ROLES } from '../../domain/customers/team/rights.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, byAddress, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, givenName, text } from '../../http/fields.ts';
import { chooseLanguage } from '../../http/pages/languages.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { refuseOtherMethods } from '../../http/surface.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { handOver } from '../staff/present.ts';
import { choice, IdParam } from './schemas.ts';
import { DASHBOARD } from './staff-group.ts';
import { newPassword } from '../staff/new-password.ts';

const InvitationData = z
  .object({
    id: z.string().openapi({ example: 'inv_…' }),
    email: z.string(),
    role: z.string(),
    name: z.string().optional(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .openapi('Invitation');

const common = { tags: ['Dashboard team'], security: [{ bearer: [] }] };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/team/invitations',
  operationId: 'dashboardListInvitations',
  summary: 'List the invitations that can still be accepted',
  middleware: allowed('team.read'),
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    ...ok('Newest first.', z.array(InvitationData)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const inviteRoute = createRoute({
  ...common,
  method: 'post',
  path: '/team/invitations',
  operationId: 'dashboardInvite',
  summary: 'Invite a person by email',
  description:
    'The link in the email works once, for 7 days; a new invitation for the same address replaces it. Your own email address must be confirmed.',
  middleware: [...allowed('team.manage'), requireJsonObject],
  request: {
    body: bodyOf(
      z.strictObject({
        email: text('email', 320),
        role: choice('role', ROLES),
        name: givenName('name')
          .optional()
          .openapi({ description: 'Display name of the person, unless they choose another one.' }),
      }),
    ),
  },
  responses: {
    ...ok('The message is queued.', InvitationData),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const revokeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/team/invitations/{id}',
  operationId: 'dashboardRevokeInvitation',
  summary: 'Revoke an invitation',
  middleware: allowed('team.manage'),
  request: { params: IdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const acceptRoute = createRoute({
  method: 'post',
  path: '/auth/accept-invitation',
  operationId: 'dashboardAcceptInvitation',
  tags: [DASHBOARD.tag],
  security: [],
  summary: 'Join a team with the emailed link',
  middleware: [byAddress, requireJsonObject],
  request: {
    body: bodyOf(
      z.strictObject({
        token: text('token', 200),
        name: givenName('name').optional(),
        password: newPassword('password'),
      }),
    ),
  },
  responses: {
    ...ok('The new member is signed in.', DASHBOARD.Tokens),
    ...errorResponses(400, 413, 429, 500),
  },
});

function presentInvitation({ id, email, role, name, createdAtMs, expiresAtMs }: Invitation) {
  return {
    id,
    email,
    role,
    ...(name !== undefined && { name }),
    created_at: toTimestamp(createdAtMs),
    expires_at: toTimestamp(expiresAtMs),
  };
}

export function registerInvitations(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listInvitations(c.get('ctx'), tenantOf(c), sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentInvitation), total, query), 200);
  });

  dashboard.openapi(inviteRoute, async (c) => {
    const { member } = c.get('staff');
    const { language } = chooseLanguage(c, []);
    const wish = c.req.valid('json');
    const made = await inviteToTeam(c.get('ctx'), tenantActorOf(c), member, wish, language);
    return c.json(succeed(c, presentInvitation(made)), 200);
  });
  refuseOtherMethods(dashboard, '/team/invitations');

  dashboard.openapi(revokeRoute, async (c) => {
    await revokeInvitation(c.get('ctx'), tenantActorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });

  dashboard.openapi(acceptRoute, async (c) => {
    const tokens = await acceptInvitation(c.get('ctx'), c.req.valid('json'), callerOf(c));
    return c.json(succeed(c, handOver(c, DASHBOARD, tokens)), 200);
  });
}
