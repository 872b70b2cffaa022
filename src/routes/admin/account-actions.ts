import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  changeAccountStatus,
  deleteAccount,
  endAllSessions,
} from '../../domain/operations/account-directory/actions.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { allowJsonObject } from '../../http/body.ts';
import { ok, optionalBodyOf } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, reasonText, RowIdParam } from '../../http/fields.ts';
import { Account } from './account-schemas.ts';
import { presentAccount } from './present-account.ts';

const Why = z.strictObject({
  reason: reasonText(
    'Reason for the audit log, which outlives the account. Must not contain personal data.',
  ).optional(),
});

const common = {
  tags: ['Admin accounts'],
  security: [{ bearer: [] }],
  middleware: [...allowed('accounts.write'), allowJsonObject],
  request: { params: RowIdParam, body: optionalBodyOf(Why) },
};
const statusChange = {
  ...common,
  method: 'patch' as const,
  responses: {
    ...ok('The updated account.', Account),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
};

const suspendRoute = createRoute({
  ...statusChange,
  path: '/accounts/{id}/suspend',
  operationId: 'adminSuspendAccount',
  summary: 'Suspend an account: all its sessions and grants end at once',
  description: 'Repeating the call changes nothing.',
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
  summary: 'End all sessions and grants of an account and keep its status',
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 413, 429, 500) },
});

const deleteRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/accounts/{id}',
  operationId: 'adminDeleteAccount',
  summary: 'Delete an account and all its data permanently',
  middleware: [...allowed('accounts.delete'), allowJsonObject],
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 413, 429, 500) },
});

export function registerAccountActions(surface: OpenAPIHono<AppEnv>): void {
  const routes = [
    ['suspend', suspendRoute],
    ['unsuspend', unsuspendRoute],
    ['unlock', unlockRoute],
  ] as const;
  for (const [operation, route] of routes)
    surface.openapi(route, async (c) => {
      const wish = { ...c.req.valid('param'), ...c.req.valid('json') };
      const account = await changeAccountStatus(c.get('ctx'), operation, wish, actorOf(c));
      return c.json(succeed(c, presentAccount(account)), 200);
    });

  surface.openapi(logoutRoute, async (c) => {
    const wish = { ...c.req.valid('param'), ...c.req.valid('json') };
    await endAllSessions(c.get('ctx'), wish, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(deleteRoute, async (c) => {
    const wish = { ...c.req.valid('param'), ...c.req.valid('json') };
    await deleteAccount(c.get('ctx'), wish, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });
}
