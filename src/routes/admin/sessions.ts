import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { endSession, endEverySession } from '../../domain/staff/logout.ts';
import { listStaffSessions } from '../../domain/staff/sessions.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { signedIn, signedInAndKnown } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { presentAdmin, presentSession } from './present.ts';
import { AdminUser, DONE, Done } from './schemas.ts';

const Session = z
  .object({
    id: z.string(),
    current: z.boolean().openapi({ description: 'The one that asks.' }),
    method: z.enum(['password', 'totp', 'recovery_code', 'passkey']),
    device: z.string().openapi({ example: 'Chrome, Windows' }),
    ip: z.string().optional(),
    created_at: z.string(),
    last_used_at: z.string(),
    expires_at: z.string(),
  })
  .openapi('AdminSession');

const common = {
  tags: ['Admin sign-in'],
  security: [{ bearer: [] }],
  middleware: signedIn,
};

const meRoute = createRoute({
  ...common,
  method: 'get',
  path: '/auth/me',
  operationId: 'adminMe',
  summary: 'Read who is signed in',
  middleware: signedInAndKnown,
  responses: { ...ok('The admin.', AdminUser), ...errorResponses(401, 404, 429, 500) },
});

const logoutRoute = createRoute({
  ...common,
  method: 'post',
  path: '/auth/logout',
  operationId: 'adminLogout',
  summary: 'End this session',
  responses: { ...ok('Done.', Done), ...errorResponses(401, 429, 500) },
});

const logoutAllRoute = createRoute({
  ...common,
  method: 'post',
  path: '/auth/logout-all',
  operationId: 'adminLogoutAll',
  summary: 'End all sessions, this one too',
  responses: { ...ok('Done.', Done), ...errorResponses(401, 429, 500) },
});

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/auth/sessions',
  operationId: 'adminListSessions',
  summary: 'List the active sessions of who is signed in',
  responses: { ...ok('Newest first.', z.array(Session)), ...errorResponses(401, 429, 500) },
});

const endRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/auth/sessions/{id}',
  operationId: 'adminEndSession',
  summary: 'End one of the own sessions',
  request: { params: z.object({ id: z.string() }) },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 404, 429, 500) },
});

export function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(meRoute, (c) => c.json(succeed(c, presentAdmin(c.get('staff').member)), 200));

  surface.openapi(logoutRoute, async (c) => {
    await endSession(c.get('ctx'), c.get('staff').member, c.get('staff').sessionId, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(logoutAllRoute, async (c) => {
    await endEverySession(c.get('ctx'), c.get('staff').member, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(listRoute, async (c) => {
    const { member, sessionId } = c.get('staff');
    const sessions = await listStaffSessions(c.get('ctx'), member.id);
    const rows = sessions.map((session) => presentSession(session, sessionId));
    return c.json(succeed(c, rows), 200);
  });

  surface.openapi(endRoute, async (c) => {
    const { id } = c.req.valid('param');
    const ended = await endSession(c.get('ctx'), c.get('staff').member, id, actorOf(c));
    if (!ended) throw notFound();
    return c.json(succeed(c, DONE), 200);
  });
}
