import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { ROLES } from '../../domain/customers/team/rights.ts';
import {
  changeTeamMember,
  forceMemberLogout,
  listSessionsOfMember,
  listTeam,
  readTeamMember,
  removeTeamMember,
} from '../../domain/customers/team/team.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, givenName } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { ForcedLogout, MemberSession, presentMemberSession } from '../staff/member-sessions.ts';
import { choice, IdParam } from './schemas.ts';
import { DashboardUser, presentMember } from './staff-group.ts';

const common = { tags: ['Dashboard team'], security: [{ bearer: [] }] };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/team',
  operationId: 'dashboardListTeam',
  summary: 'List the members',
  middleware: allowed('team.read'),
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    ...ok('Newest first.', z.array(DashboardUser)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const readRoute = createRoute({
  ...common,
  method: 'get',
  path: '/team/{id}',
  operationId: 'dashboardReadMember',
  summary: 'Read a member',
  middleware: allowed('team.read'),
  request: { params: IdParam },
  responses: { ...ok('The member.', DashboardUser), ...errorResponses(401, 403, 404, 429, 500) },
});

const changeRoute = createRoute({
  ...common,
  method: 'patch',
  path: '/team/{id}',
  operationId: 'dashboardChangeMember',
  summary: 'Change name or role, deactivate or reactivate a member',
  description:
    'Takes effect immediately; deactivating ends every session. The last active owner cannot be changed.',
  middleware: [...allowed('team.manage'), requireJsonObject],
  request: {
    params: IdParam,
    body: bodyOf(
      z.strictObject({
        name: givenName('name').optional(),
        role: choice('role', ROLES).optional(),
        active: z.boolean({ error: 'active must be true or false.' }).optional(),
      }),
    ),
  },
  responses: {
    ...ok('The member.', DashboardUser),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const removeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/team/{id}',
  operationId: 'dashboardRemoveMember',
  summary: 'Remove a member',
  description: 'Ends every session. The last active owner cannot be removed.',
  middleware: allowed('team.manage'),
  request: { params: IdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 409, 429, 500) },
});

const sessionsRoute = createRoute({
  ...common,
  method: 'get',
  path: '/members/{id}/sessions',
  operationId: 'dashboardListSessionsOfMember',
  summary: 'List the active sessions of a member',
  middleware: allowed('team.manage'),
  request: { params: IdParam },
  responses: {
    ...ok('Newest first.', z.array(MemberSession)),
    ...errorResponses(401, 403, 404, 429, 500),
  },
});

const logoutRoute = createRoute({
  ...common,
  method: 'post',
  path: '/members/{id}/force-logout',
  operationId: 'dashboardForceLogoutOfMember',
  summary: 'End all sessions of a member, who can sign in again',
  middleware: [...allowed('team.manage'), requireJsonObject],
  request: { params: IdParam, body: bodyOf(ForcedLogout) },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 413, 429, 500) },
});

export function registerTeam(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listTeam(c.get('ctx'), tenantOf(c), sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentMember), total, query), 200);
  });

  dashboard.openapi(readRoute, async (c) => {
    const member = await readTeamMember(c.get('ctx'), tenantOf(c), c.req.valid('param').id);
    return c.json(succeed(c, presentMember(member)), 200);
  });

  dashboard.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const changes = c.req.valid('json');
    const member = await changeTeamMember(c.get('ctx'), tenantActorOf(c), id, changes);
    return c.json(succeed(c, presentMember(member)), 200);
  });

  dashboard.openapi(removeRoute, async (c) => {
    await removeTeamMember(c.get('ctx'), tenantActorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });

  dashboard.openapi(sessionsRoute, async (c) => {
    const { id } = c.req.valid('param');
    const sessions = await listSessionsOfMember(c.get('ctx'), tenantOf(c), id);
    return c.json(succeed(c, sessions.map(presentMemberSession)), 200);
  });

  dashboard.openapi(logoutRoute, async (c) => {
    const { id } = c.req.valid('param');
    await forceMemberLogout(c.get('ctx'), tenantActorOf(c), id, c.req.valid('json').reason);
    return c.json(succeed(c, DONE), 200);
  });
}
