import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { requireVerifiedEmail } from '../../domain/customers/team-membership/register-customer.ts';
import { KEY_STATUSES } from '../../domain/customers/tenants/api-key.ts';
import {
  createKey,
  listKeys,
  MAX_KEY_OVERLAP_DAYS,
  readKey,
  renameKey,
  revokeKey,
  rotateKey,
} from '../../domain/customers/tenants/manage-keys.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { DONE, Done, givenName } from '../../http/fields.ts';
import { ApiKey, NewApiKey, RotatedApiKey } from './api-key-schemas.ts';
import { presentApiKey, presentNewApiKey } from './present-api-key.ts';
import { choice, IdParam, overlapDays } from './schemas.ts';

const common = { tags: ['Dashboard API keys'], security: [{ bearer: [] }] };
const reading = { ...common, method: 'get' as const, middleware: allowed('keys.read') };
const writing = { ...common, middleware: [...allowed('keys.write'), requireJsonObject] };

const listRoute = createRoute({
  ...reading,
  path: '/api-keys',
  operationId: 'dashboardListApiKeys',
  summary: 'List the API keys, including revoked and expired ones',
  request: {
    query: z.object({
      ...PAGE_QUERY,
      mode: choice('mode', ['live', 'test']).optional(),
      status: choice('status', KEY_STATUSES).optional(),
    }),
  },
  responses: {
    ...ok('Newest first.', z.array(ApiKey)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const createKeyRoute = createRoute({
  ...writing,
  method: 'post',
  path: '/api-keys',
  operationId: 'dashboardCreateApiKey',
  summary: 'Create an API key; it is shown only once',
  description: 'Live keys require a confirmed email address. A customer has at most 50 valid keys.',
  request: {
    body: bodyOf(
      z.strictObject({
        name: givenName('name'),
        kind: choice('kind', ['secret', 'publishable']).default('secret'),
        mode: choice('mode', ['live', 'test']).default('test'),
      }),
    ),
  },
  responses: {
    ...ok('The key, shown only once.', NewApiKey),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const readRoute = createRoute({
  ...reading,
  path: '/api-keys/{id}',
  operationId: 'dashboardReadApiKey',
  summary: 'Read an API key, without the key itself',
  request: { params: IdParam },
  responses: { ...ok('The key.', ApiKey), ...errorResponses(401, 403, 404, 429, 500) },
});

const renameRoute = createRoute({
  ...writing,
  method: 'patch',
  path: '/api-keys/{id}',
  operationId: 'dashboardRenameApiKey',
  summary: 'Rename an API key',
  request: { params: IdParam, body: bodyOf(z.strictObject({ name: givenName('name') })) },
  responses: {
    ...ok('The updated key.', ApiKey),
    ...errorResponses(400, 401, 403, 404, 413, 429, 500),
  },
});

const revokeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/api-keys/{id}',
  operationId: 'dashboardRevokeApiKey',
  summary: 'Revoke an API key: it stops working everywhere within 30 seconds',
  description: 'It stays in the list. Idempotent.',
  middleware: allowed('keys.write'),
  request: { params: IdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const rotateRoute = createRoute({
  ...writing,
  method: 'post',
  path: '/api-keys/{id}/rotate',
  operationId: 'dashboardRotateApiKey',
  summary: 'Rotate an API key: the old one stays valid for 0 to 7 days',
  description: 'A key can be rotated once: after that, rotate its successor.',
  request: {
    params: IdParam,
    body: bodyOf(z.strictObject({ overlap_days: overlapDays(MAX_KEY_OVERLAP_DAYS) })),
  },
  responses: {
    ...ok('The new key, shown only once, and the previous one.', RotatedApiKey),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

export function registerApiKeys(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listKeys(c.get('ctx'), tenantOf(c), query, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentApiKey), total, query), 200);
  });

  dashboard.openapi(createKeyRoute, async (c) => {
    const wish = c.req.valid('json');
    if (wish.mode === 'live') requireVerifiedEmail(c.get('staff').member);
    const { key, text } = await createKey(c.get('ctx'), tenantActorOf(c), wish);
    return c.json(succeed(c, presentNewApiKey(key, text)), 200);
  });

  dashboard.openapi(readRoute, async (c) => {
    const key = await readKey(c.get('ctx'), tenantOf(c), c.req.valid('param').id);
    return c.json(succeed(c, presentApiKey(key)), 200);
  });

  dashboard.openapi(renameRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { name } = c.req.valid('json');
    const key = await renameKey(c.get('ctx'), tenantActorOf(c), id, name);
    return c.json(succeed(c, presentApiKey(key)), 200);
  });

  dashboard.openapi(revokeRoute, async (c) => {
    await revokeKey(c.get('ctx'), tenantActorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });

  dashboard.openapi(rotateRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { overlap_days: days } = c.req.valid('json');
    const { member } = c.get('staff');
    if (!member.emailVerified && (await readKey(c.get('ctx'), tenantOf(c), id)).mode === 'live')
      requireVerifiedEmail(member);
    const { key, text, previous } = await rotateKey(c.get('ctx'), tenantActorOf(c), id, days);
    const data = { ...presentNewApiKey(key, text), previous: presentApiKey(previous) };
    return c.json(succeed(c, data), 200);
  });
}
