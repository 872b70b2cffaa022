// Continues and ends a console session, which is identified by its cookie.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { actorFor } from '../../domain/platform/audit/record.ts';
import { endSession } from '../../domain/customers/staff/logout.ts';
import { readStaffSession, refreshStaffSession } from '../../domain/customers/staff/sessions.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearConsoleCookie, readConsoleCookie } from '../../http/auth/console-cookie.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done } from '../../http/fields.ts';
import type { StaffGroup } from '../staff/group.ts';
import { consoleRoute, handOverToPage, operationOf, signedInOf } from './console-route.ts';

const Nothing = z.strictObject({});

const refreshRoute = (group: StaffGroup) =>
  createRoute({
    ...consoleRoute(group),
    path: `/${group.audience}/refresh`,
    operationId: operationOf(group, 'Refresh'),
    summary: 'Resume the session of the cookie',
    description: 'Rotates the cookie. An invalid cookie is removed.',
    request: { body: bodyOf(Nothing) },
    responses: {
      ...ok('Signed in.', signedInOf(group)),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

const logoutRoute = (group: StaffGroup) =>
  createRoute({
    ...consoleRoute(group),
    path: `/${group.audience}/logout`,
    operationId: operationOf(group, 'Logout'),
    summary: 'End the session of the cookie',
    description: 'Removes the cookie. Succeeds even if the session no longer exists.',
    request: { body: bodyOf(Nothing) },
    responses: { ...ok('Done.', Done), ...errorResponses(400, 403, 413, 429, 500) },
  });

export function registerSession(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  const { audience } = group;
  surface.openapi(refreshRoute(group), async (c) => {
    const token = readConsoleCookie(c, audience) ?? '';
    const tokens = await refreshStaffSession(c.get('ctx'), audience, token).catch(
      (error: unknown) => {
        if (isRefused(error)) clearConsoleCookie(c, audience);
        throw error;
      },
    );
    return c.json(succeed(c, handOverToPage(c, group, tokens)), 200);
  });

  surface.openapi(logoutRoute(group), async (c) => {
    const ctx = c.get('ctx');
    const token = readConsoleCookie(c, audience) ?? '';
    // Refreshing the token identifies the session; the new tokens are invalidated when the session
    // ends.
    const tokens = await refreshStaffSession(ctx, audience, token).catch(orNothing);
    const found = tokens && (await readStaffSession(ctx, audience, tokens.accessToken));
    if (found !== undefined && found !== 'gone')
      await endSession(ctx, found.member, found.sessionId, actorFor(found.member, callerOf(c)));
    clearConsoleCookie(c, audience);
    return c.json(succeed(c, DONE), 200);
  });
}

const isRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'UNAUTHORIZED';

function orNothing(error: unknown): undefined {
  if (!isRefused(error)) throw error;
}
