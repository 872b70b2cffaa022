// The sub-resources of an account. For an unknown account the lists are empty, because spec 4.1
// defines no 404 for them.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  listConnections,
  listLogins,
  listNotifications,
  listPasskeys,
  listSessions,
} from '../../domain/operations/account-directory/directory.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { RowIdParam } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { Connection, Login, Notification, Passkey, Session } from './account-schemas.ts';
import {
  presentAccountPasskey,
  presentAccountSession,
  presentConnection,
  presentLogin,
  presentNotification,
} from './present-account.ts';

const common = {
  method: 'get' as const,
  tags: ['Admin accounts'],
  security: [{ bearer: [] }],
  middleware: allowed('accounts.read'),
};
const paged = { params: RowIdParam, query: z.object(PAGE_QUERY) };
const errors = errorResponses(400, 401, 403, 429, 500);

const connectionsRoute = createRoute({
  ...common,
  path: '/accounts/{id}/connections',
  operationId: 'adminListAccountConnections',
  summary: 'List the sites an account is connected to',
  request: paged,
  responses: { ...ok('Most recently shared first.', z.array(Connection)), ...errors },
});

const loginsRoute = createRoute({
  ...common,
  path: '/accounts/{id}/login-history',
  operationId: 'adminListAccountLogins',
  summary: 'List successful and failed sign-ins of an account',
  request: paged,
  responses: { ...ok('Newest first.', z.array(Login)), ...errors },
});

const notificationsRoute = createRoute({
  ...common,
  path: '/accounts/{id}/notifications',
  operationId: 'adminListAccountNotifications',
  summary: 'List the notifications sent to the account’s owner',
  request: paged,
  responses: { ...ok('Newest first.', z.array(Notification)), ...errors },
});

const passkeysRoute = createRoute({
  ...common,
  path: '/accounts/{id}/passkeys',
  operationId: 'adminListAccountPasskeys',
  summary: 'List the passkeys of an account',
  request: { params: RowIdParam },
  responses: { ...ok('In order of creation.', z.array(Passkey)), ...errors },
});

const sessionsRoute = createRoute({
  ...common,
  path: '/accounts/{id}/sessions',
  operationId: 'adminListAccountSessions',
  summary: 'List the active sessions of an account',
  request: { params: RowIdParam },
  responses: { ...ok('Most recently seen first.', z.array(Session)), ...errors },
});

export function registerAccountBelongings(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(connectionsRoute, async (c) => {
    const query = c.req.valid('query');
    const page = await listConnections(c.get('ctx'), c.req.valid('param').id, sliceOf(query));
    return c.json(succeedPage(c, page.rows.map(presentConnection), page.total, query), 200);
  });

  surface.openapi(loginsRoute, async (c) => {
    const query = c.req.valid('query');
    const page = await listLogins(c.get('ctx'), c.req.valid('param').id, sliceOf(query));
    return c.json(succeedPage(c, page.rows.map(presentLogin), page.total, query), 200);
  });

  surface.openapi(notificationsRoute, async (c) => {
    const query = c.req.valid('query');
    const page = await listNotifications(c.get('ctx'), c.req.valid('param').id, sliceOf(query));
    return c.json(succeedPage(c, page.rows.map(presentNotification), page.total, query), 200);
  });

  surface.openapi(passkeysRoute, async (c) => {
    const rows = await listPasskeys(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, rows.map(presentAccountPasskey)), 200);
  });

  surface.openapi(sessionsRoute, async (c) => {
    const rows = await listSessions(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, rows.map(presentAccountSession)), 200);
  });
}
