import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import {
  changeAccountStatus,
  deleteAccount,
  endAllSessions,
} from '../../domain/account-directory/actions.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done } from '../../http/fields.ts';
import { Account } from './account-schemas.ts';
import { presentAccount } from './present-account.ts';
import { IdParam } from './schemas.ts';

const common = {
  tags: ['Admin accounts'],
  security: [{ bearer: [] }],
  middleware: allowed('accounts.write'),
  request: { params: IdParam },
};
const statusChange = {
  ...common,
  method: 'patch' as const,
  responses: {
    ...ok('The account as it is now.', Account),
    ...errorResponses(400, 401, 403, 404, 409, 429, 500),
  },
};

const suspendRoute = createRoute({
  ...statusChange,
  path: '/accounts/{id}/suspend',
  operationId: 'adminSuspendAccount',
  summary: 'Suspend an account: all its sessions and grants end at once',
  description: 'A second time changes nothing.',
});

const unsuspendRoute = createRoute({
  ...statusChange,
  path: '/accounts/{id}/unsuspend',
  operationId: 'adminUnsuspendAccount',
  summary: 'Make a suspended account active again',
});

const unlockRoute = createRoute({
  ...statusChange,
  path: '/accounts/{id}/unlock',
  operationId: 'adminUnlockAccount',
  summary: 'End a lockout and forget the failed sign-ins',
});

const logoutRoute = createRoute({
  ...common,
  method: 'post',
  path: '/accounts/{id}/force-logout',
  operationId: 'adminForceLogout',
  summary: 'End all sessions and grants of an account; its status stays',
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 429, 500) },
});

const deleteRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/accounts/{id}',
  operationId: 'adminDeleteAccount',
  summary: 'Remove an account and everything of it, for good',
  middleware: allowed('accounts.delete'),
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

export function registerAccountActions(surface: OpenAPIHono<AppEnv>): void {
  const routes = [
    ['suspend', suspendRoute],
    ['unsuspend', unsuspendRoute],
    ['unlock', unlockRoute],
  ] as const;
  for (const [operation, route] of routes)
    surface.openapi(route, async (c) => {
      const { id } = c.req.valid('param');
      const account = await changeAccountStatus(c.get('ctx'), operation, id, actorOf(c));
      return c.json(succeed(c, presentAccount(account)), 200);
    });

  surface.openapi(logoutRoute, async (c) => {
    await endAllSessions(c.get('ctx'), c.req.valid('param').id, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(deleteRoute, async (c) => {
    await deleteAccount(c.get('ctx'), c.req.valid('param').id, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });
}
