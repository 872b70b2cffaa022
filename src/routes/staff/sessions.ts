import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { endSession, endEverySession } from '../../domain/customers/staff/logout.ts';
import { listStaffSessions } from '../../domain/customers/staff/sessions.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done } from '../../http/fields.ts';
import { signedInRoute, type StaffGroup } from './group.ts';
import { presentSession } from './present.ts';

export const METHODS = z.enum(['password', 'totp', 'recovery_code', 'passkey', 'sso', 'sso_mfa']);

const Session = z
  .object({
    id: z.string(),
    current: z.boolean().openapi({ description: 'Whether this is the current session.' }),
    method: METHODS,
    device: z.string().openapi({ example: 'Chrome, Windows' }),
    ip: z.string().optional(),
    created_at: z.string(),
    last_used_at: z.string(),
    expires_at: z.string(),
  })
  .openapi('StaffSession');

const meRoute = (group: StaffGroup) =>
  createRoute({
    ...signedInRoute(group),
    method: 'get',
    path: '/auth/me',
    operationId: `${group.audience}Me`,
    summary: 'Read the signed-in member of staff',
    middleware: group.signedInAndKnown,
    responses: { ...ok('The member of staff.', group.User), ...errorResponses(401, 404, 429, 500) },
  });

const logoutRoute = (group: StaffGroup) =>
  createRoute({
    ...signedInRoute(group),
    method: 'post',
    path: '/auth/logout',
    operationId: `${group.audience}Logout`,
    summary: 'End this session',
    responses: { ...ok('Done.', Done), ...errorResponses(401, 429, 500) },
  });

const logoutAllRoute = (group: StaffGroup) =>
  createRoute({
    ...signedInRoute(group),
    method: 'post',
    path: '/auth/logout-all',
    operationId: `${group.audience}LogoutAll`,
    summary: 'End all sessions, including this one',
    responses: { ...ok('Done.', Done), ...errorResponses(401, 429, 500) },
  });

const listRoute = (group: StaffGroup) =>
  createRoute({
    ...signedInRoute(group),
    method: 'get',
    path: '/auth/sessions',
    operationId: `${group.audience}ListOwnSessions`,
    summary: 'List your own active sessions',
    responses: { ...ok('Newest first.', z.array(Session)), ...errorResponses(401, 429, 500) },
  });

const endRoute = (group: StaffGroup) =>
  createRoute({
    ...signedInRoute(group),
    method: 'delete',
    path: '/auth/sessions/{id}',
    operationId: `${group.audience}EndOwnSession`,
    summary: 'End one of your own sessions',
    request: { params: z.object({ id: z.string() }) },
    responses: { ...ok('Done.', Done), ...errorResponses(401, 404, 429, 500) },
  });

export function registerOwnSessions(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(meRoute(group), (c) =>
    c.json(succeed(c, group.present(c.get('staff').member)), 200),
  );

  surface.openapi(logoutRoute(group), async (c) => {
    await endSession(c.get('ctx'), c.get('staff').member, c.get('staff').sessionId, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(logoutAllRoute(group), async (c) => {
    await endEverySession(c.get('ctx'), c.get('staff').member, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(listRoute(group), async (c) => {
    const { member, sessionId } = c.get('staff');
    const sessions = await listStaffSessions(c.get('ctx'), member.id);
    const rows = sessions.map((session) => presentSession(session, sessionId));
    return c.json(succeed(c, rows), 200);
  });

  surface.openapi(endRoute(group), async (c) => {
    const { id } = c.req.valid('param');
    const ended = await endSession(c.get('ctx'), c.get('staff').member, id, actorOf(c));
    if (!ended) throw notFound();
    return c.json(succeed(c, DONE), 200);
  });
}
