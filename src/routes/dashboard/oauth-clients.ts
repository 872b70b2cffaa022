import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { deleteClient } from '../../domain/customers/client-administration/delete-client.ts';
import {
  changeClient,
  listClients,
  readClient,
  registerClient,
} from '../../domain/customers/client-administration/register-client.ts';
import {
  MAX_OVERLAP_DAYS,
  rotateClientSecret,
} from '../../domain/customers/client-administration/rotate-secret.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { DONE, Done } from '../../http/fields.ts';
import {
  ClientChangesBody,
  NewClientBody,
  OAuthClient,
  OAuthClientWithSecret,
  toChanges,
  toRegistration,
} from './oauth-client-schemas.ts';
import { presentClientWithSecret, presentOAuthClient } from './present-oauth-client.ts';
import { choice, IdParam, overlapDays } from './schemas.ts';

const common = { tags: ['Dashboard OAuth clients'], security: [{ bearer: [] }] };
const reading = { ...common, method: 'get' as const, middleware: allowed('clients.read') };
const writing = { ...common, middleware: [...allowed('clients.write'), requireJsonObject] };

const listRoute = createRoute({
  ...reading,
  path: '/oauth-clients',
  operationId: 'dashboardListOAuthClients',
  summary: 'List the OAuth clients',
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    ...ok('Newest first.', z.array(OAuthClient)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const createClientRoute = createRoute({
  ...writing,
  method: 'post',
  path: '/oauth-clients',
  operationId: 'dashboardCreateOAuthClient',
  summary: 'Register an OAuth client; its secret is shown only once',
  description: 'A customer has at most 50.',
  request: { body: bodyOf(NewClientBody) },
  responses: {
    ...ok('The client with its secret, shown only once.', OAuthClientWithSecret),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const readRoute = createRoute({
  ...reading,
  path: '/oauth-clients/{id}',
  operationId: 'dashboardReadOAuthClient',
  summary: 'Read an OAuth client',
  request: { params: IdParam },
  responses: { ...ok('The client.', OAuthClient), ...errorResponses(401, 403, 404, 429, 500) },
});

const changeRoute = createRoute({
  ...writing,
  method: 'patch',
  path: '/oauth-clients/{id}',
  operationId: 'dashboardChangeOAuthClient',
  summary: 'Change the given fields of an OAuth client; null removes a value',
  description: 'Takes effect everywhere within 30 seconds.',
  request: { params: IdParam, body: bodyOf(ClientChangesBody) },
  responses: {
    ...ok('The updated client.', OAuthClient),
    ...errorResponses(400, 401, 403, 404, 413, 429, 500),
  },
});

const deleteRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/oauth-clients/{id}',
  operationId: 'dashboardDeleteOAuthClient',
  summary: 'Delete an OAuth client and revoke its grants',
  middleware: allowed('clients.write'),
  request: { params: IdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const rotateRoute = createRoute({
  ...writing,
  method: 'post',
  path: '/oauth-clients/{id}/rotate-secret',
  operationId: 'dashboardRotateOAuthClientSecret',
  summary: 'Rotate the client secret; the old one stays valid for 0 to 7 days',
  description:
    'While two secrets are valid, specify which one to drop: `overlap_days` 0 revokes both, `keep` `older` replaces the newest and keeps the older one until it expires.',
  request: {
    params: IdParam,
    body: bodyOf(
      z.strictObject({
        overlap_days: overlapDays(MAX_OVERLAP_DAYS),
        keep: choice('keep', ['older']).optional(),
      }),
    ),
  },
  responses: {
    ...ok('The client with its new secret, shown only once.', OAuthClientWithSecret),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

export function registerOAuthClients(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listClients(c.get('ctx'), tenantOf(c), sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentOAuthClient), total, query), 200);
  });

  dashboard.openapi(createClientRoute, async (c) => {
    const wish = toRegistration(c.req.valid('json'));
    const { own, secret } = await registerClient(c.get('ctx'), tenantActorOf(c), wish);
    return c.json(succeed(c, presentClientWithSecret(own, secret)), 200);
  });

  dashboard.openapi(readRoute, async (c) => {
    const own = await readClient(c.get('ctx'), tenantOf(c), c.req.valid('param').id);
    return c.json(succeed(c, presentOAuthClient(own)), 200);
  });

  dashboard.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const changes = toChanges(c.req.valid('json'));
    const own = await changeClient(c.get('ctx'), tenantActorOf(c), id, changes);
    return c.json(succeed(c, presentOAuthClient(own)), 200);
  });

  dashboard.openapi(deleteRoute, async (c) => {
    await deleteClient(c.get('ctx'), tenantActorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });

  dashboard.openapi(rotateRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { overlap_days: days, keep } = c.req.valid('json');
    const wish = { overlapDays: days, keepsOlder: keep === 'older' };
    const { own, secret } = await rotateClientSecret(c.get('ctx'), tenantActorOf(c), id, wish);
    return c.json(succeed(c, presentClientWithSecret(own, secret)), 200);
  });
}
