import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  changeAdmin,
  createAdmin,
  forceAdminLogout,
  listAdmins,
  listSessionsOfAdmin,
  readAdmin,
  removeAdmin,
} from '../../domain/customers/admins/admin.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, givenName, text, RowIdParam } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { ForcedLogout, MemberSession, presentMemberSession } from '../staff/member-sessions.ts';
import { presentAdmin } from './present.ts';
import { AdminUser, Role } from './schemas.ts';
import { newPassword } from '../staff/new-password.ts';

const common = {
  tags: ['Admins'],
  security: [{ bearer: [] }],
  middleware: allowed('admins.manage'),
};
const withBody = { ...common, middleware: [...allowed('admins.manage'), requireJsonObject] };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/admins',
  operationId: 'adminListAdmins',
  summary: 'List the admins',
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    ...ok('Newest first.', z.array(AdminUser)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const createAdminRoute = createRoute({
  ...withBody,
  method: 'post',
  path: '/admins',
  operationId: 'adminCreateAdmin',
  summary: 'Create an admin',
  request: {
    body: bodyOf(
      z.strictObject({
        email: text('email', 320),
        name: givenName('name'),
        role: Role,
        password: newPassword('password').optional().openapi({
          description: 'Absent: the operators’ identity provider lets them in, and nothing else.',
        }),
      }),
    ),
  },
  responses: {
    ...ok('The admin.', AdminUser),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const readRoute = createRoute({
  ...common,
  method: 'get',
  path: '/admins/{id}',
  operationId: 'adminReadAdmin',
  summary: 'Read an admin',
  request: { params: RowIdParam },
  responses: { ...ok('The admin.', AdminUser), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

const changeRoute = createRoute({
  ...withBody,
  method: 'patch',
  path: '/admins/{id}',
  operationId: 'adminChangeAdmin',
  summary: 'Change name or role, deactivate or reactivate an admin',
  description: 'Deactivating ends every session. At least one active superadmin must remain.',
  request: {
    params: RowIdParam,
    body: bodyOf(
      z.strictObject({
        name: givenName('name').optional(),
        role: Role.optional(),
        active: z.boolean({ error: 'active must be true or false.' }).optional(),
      }),
    ),
  },
  responses: {
    ...ok('The admin.', AdminUser),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const removeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/admins/{id}',
  operationId: 'adminRemoveAdmin',
  summary: 'Remove an admin',
  request: { params: RowIdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 409, 429, 500) },
});

const sessionsRoute = createRoute({
  ...common,
  method: 'get',
  path: '/admins/{id}/sessions',
  operationId: 'adminListSessionsOfAdmin',
  summary: 'List the active sessions of an admin',
  request: { params: RowIdParam },
  responses: {
    ...ok('Newest first.', z.array(MemberSession)),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const logoutRoute = createRoute({
  ...withBody,
  method: 'post',
  path: '/admins/{id}/force-logout',
  operationId: 'adminForceLogoutOfAdmin',
  summary: 'End all sessions of an admin, who can sign in again',
  request: { params: RowIdParam, body: bodyOf(ForcedLogout) },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 413, 429, 500) },
});

export function registerAdmins(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listAdmins(c.get('ctx'), sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentAdmin), total, query), 200);
  });

  surface.openapi(createAdminRoute, async (c) => {
    const member = await createAdmin(c.get('ctx'), c.req.valid('json'), actorOf(c));
    return c.json(succeed(c, presentAdmin(member)), 200);
  });

  surface.openapi(readRoute, async (c) => {
    const member = await readAdmin(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, presentAdmin(member)), 200);
  });

  surface.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const member = await changeAdmin(c.get('ctx'), id, c.req.valid('json'), actorOf(c));
    return c.json(succeed(c, presentAdmin(member)), 200);
  });

  surface.openapi(removeRoute, async (c) => {
    await removeAdmin(c.get('ctx'), c.req.valid('param').id, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(sessionsRoute, async (c) => {
    const sessions = await listSessionsOfAdmin(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, sessions.map(presentMemberSession)), 200);
  });

  surface.openapi(logoutRoute, async (c) => {
    const { reason } = c.req.valid('json');
    await forceAdminLogout(c.get('ctx'), c.req.valid('param').id, reason, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });
}
