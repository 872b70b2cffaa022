import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  registerEndpoint,
  rotateSecret,
  updateEndpoint,
} from '../../domain/integration/webhooks/manage-endpoints.ts';
import { verifyEndpoint } from '../../domain/integration/webhooks/verify-endpoint.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { DONE, Done } from '../../http/fields.ts';
import { presentWebhook, presentWebhookWithSecret } from './present-webhook.ts';
import { IdParam } from './schemas.ts';
import {
  NewWebhookBody,
  Webhook,
  WebhookChangesBody,
  WebhookWithSecret,
} from './webhook-schemas.ts';

const common = { tags: ['Dashboard webhooks'], security: [{ bearer: [] }] };
const reading = { ...common, method: 'get' as const, middleware: allowed('webhooks.read') };
const writing = { ...common, middleware: allowed('webhooks.write') };
const withBody = { ...common, middleware: [...allowed('webhooks.write'), requireJsonObject] };

const listRoute = createRoute({
  ...reading,
  path: '/webhooks',
  operationId: 'dashboardListWebhooks',
  summary: 'List the webhook endpoints',
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    ...ok('Oldest first.', z.array(Webhook)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const createWebhookRoute = createRoute({
  ...withBody,
  method: 'post',
  path: '/webhooks',
  operationId: 'dashboardCreateWebhook',
  summary: 'Register a webhook endpoint; its secret is shown only once',
  description:
    'The endpoint is `pending` and receives no events until it is verified. A customer has at most 20.',
  request: { body: bodyOf(NewWebhookBody) },
  responses: {
    ...ok('The endpoint with its secret, shown only once.', WebhookWithSecret),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const readRoute = createRoute({
  ...reading,
  path: '/webhooks/{id}',
  operationId: 'dashboardReadWebhook',
  summary: 'Read a webhook endpoint',
  request: { params: IdParam },
  responses: { ...ok('The endpoint.', Webhook), ...errorResponses(401, 403, 404, 429, 500) },
});

const changeRoute = createRoute({
  ...withBody,
  method: 'patch',
  path: '/webhooks/{id}',
  operationId: 'dashboardChangeWebhook',
  summary: 'Change the given fields of a webhook endpoint, pause or re-enable it',
  description:
    'A new URL of a verified endpoint must answer a challenge before anything changes (409 `ENDPOINT_NOT_VERIFIED`); pending deliveries then go there.',
  request: { params: IdParam, body: bodyOf(WebhookChangesBody) },
  responses: {
    ...ok('The updated endpoint.', Webhook),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const deleteRoute = createRoute({
  ...writing,
  method: 'delete',
  path: '/webhooks/{id}',
  operationId: 'dashboardDeleteWebhook',
  summary: 'Delete a webhook endpoint with all its deliveries',
  request: { params: IdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const verifyRoute = createRoute({
  ...writing,
  method: 'post',
  path: '/webhooks/{id}/verify',
  operationId: 'dashboardVerifyWebhook',
  summary: 'Send a pending endpoint its challenge',
  description:
    'Sends a signed POST of `{ "type": "endpoint.challenge", "challenge": "…" }`, to which the receiver must respond with 2xx and the challenge as body. Otherwise 409 `ENDPOINT_NOT_VERIFIED`; repeat the call when the receiver is ready.',
  request: { params: IdParam },
  responses: {
    ...ok('The endpoint is verified and receives events from now on.', Webhook),
    ...errorResponses(401, 403, 404, 409, 429, 500),
  },
});

const rotateRoute = createRoute({
  ...writing,
  method: 'post',
  path: '/webhooks/{id}/rotate-secret',
  operationId: 'dashboardRotateWebhookSecret',
  summary: 'Rotate the secret; the old one also signs for 24 hours',
  description: '409 during a rotation: your receiver may still be using the older secret.',
  request: { params: IdParam },
  responses: {
    ...ok('The endpoint with its new secret, shown only once.', WebhookWithSecret),
    ...errorResponses(401, 403, 404, 409, 429, 500),
  },
});

export function registerWebhooks(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const all = await listEndpoints(c.get('ctx'), tenantOf(c));
    const { offset, limit } = sliceOf(query);
    const rows = all.slice(offset, offset + limit).map(presentWebhook);
    return c.json(succeedPage(c, rows, all.length, query), 200);
  });

  dashboard.openapi(createWebhookRoute, async (c) => {
    const { events: eventTypes, ...wish } = c.req.valid('json');
    const asked = { ...wish, eventTypes };
    const { endpoint, secret } = await registerEndpoint(c.get('ctx'), tenantActorOf(c), asked);
    return c.json(succeed(c, presentWebhookWithSecret(endpoint, secret)), 200);
  });

  dashboard.openapi(readRoute, async (c) => {
    const endpoint = await readEndpoint(c.get('ctx'), tenantOf(c), c.req.valid('param').id);
    return c.json(succeed(c, presentWebhook(endpoint)), 200);
  });

  dashboard.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { events: eventTypes, ...changes } = c.req.valid('json');
    const asked = { ...changes, eventTypes };
    const endpoint = await updateEndpoint(c.get('ctx'), tenantActorOf(c), id, asked);
    return c.json(succeed(c, presentWebhook(endpoint)), 200);
  });

  dashboard.openapi(deleteRoute, async (c) => {
    await deleteEndpoint(c.get('ctx'), tenantActorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });

  dashboard.openapi(verifyRoute, async (c) => {
    const { id } = c.req.valid('param');
    const endpoint = await verifyEndpoint(c.get('ctx'), tenantActorOf(c), id);
    return c.json(succeed(c, presentWebhook(endpoint)), 200);
  });

  dashboard.openapi(rotateRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { endpoint, secret } = await rotateSecret(c.get('ctx'), tenantActorOf(c), id);
    return c.json(succeed(c, presentWebhookWithSecret(endpoint, secret)), 200);
  });
}
