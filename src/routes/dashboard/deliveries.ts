import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  listDeliveries,
  MAX_REPLAYED,
  readDelivery,
  replayDelivery,
  replayFailed,
  testEndpoint,
} from '../../domain/integration/webhooks/deliveries.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { presentDelivery } from './present-webhook.ts';
import { choice, IdParam } from './schemas.ts';
import { Delivery, TestBody } from './webhook-schemas.ts';

const common = { tags: ['Dashboard webhooks'], security: [{ bearer: [] }] };
const reading = { ...common, method: 'get' as const, middleware: allowed('webhooks.read') };
const writing = { ...common, method: 'post' as const, middleware: allowed('webhooks.write') };
const withBody = { ...writing, middleware: [...allowed('webhooks.write'), requireJsonObject] };

const testRoute = createRoute({
  ...withBody,
  path: '/webhooks/{id}/test',
  operationId: 'dashboardTestWebhook',
  summary: 'Send a test event of any type to a webhook endpoint',
  description:
    'Signed and retried like any other event, but not linked to a session and not in the event feed.',
  request: { params: IdParam, body: bodyOf(TestBody) },
  responses: {
    ...ok('The queued deliveries.', z.object({ event_id: z.string(), delivery_id: z.string() })),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const listRoute = createRoute({
  ...reading,
  path: '/webhooks/{id}/deliveries',
  operationId: 'dashboardListDeliveries',
  summary:
    'List the deliveries to a webhook endpoint of the last 30 days, with attempts and responses',
  request: {
    params: IdParam,
    query: z.object({
      ...PAGE_QUERY,
      state: choice('state', ['pending', 'delivered', 'dead']).optional(),
    }),
  },
  responses: {
    ...ok('Newest first.', z.array(Delivery)),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a time such as 2026-08-13T09:30:00Z.` });

const replayRangeRoute = createRoute({
  ...withBody,
  path: '/webhooks/{id}/replay',
  operationId: 'dashboardReplayFailedDeliveries',
  summary: 'Replay the dead deliveries of a period',
  description: `Replays the oldest first, at most ${MAX_REPLAYED} per call: repeat until \`replayed\` is 0.`,
  request: {
    params: IdParam,
    body: bodyOf(
      z
        .strictObject({ from: moment('from'), until: moment('until') })
        .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
          path: ['until'],
          error: 'until must be after from.',
        })
        .openapi('DeliveryRange', {
          description: 'Creation times: `from` inclusive, `until` exclusive.',
        }),
    ),
  },
  responses: {
    ...ok('The number of queued deliveries.', z.object({ replayed: z.int() })),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const readRoute = createRoute({
  ...reading,
  path: '/deliveries/{id}',
  operationId: 'dashboardReadDelivery',
  summary: 'Read a delivery with its attempts',
  request: { params: IdParam },
  responses: { ...ok('The delivery.', Delivery), ...errorResponses(401, 403, 404, 429, 500) },
});

const replayRoute = createRoute({
  ...writing,
  path: '/deliveries/{id}/replay',
  operationId: 'dashboardReplayDelivery',
  summary: 'Replay a delivery in any state',
  description: 'The receiver gets the same `webhook-id`.',
  request: { params: IdParam },
  responses: {
    ...ok('The updated delivery.', Delivery),
    ...errorResponses(401, 403, 404, 409, 429, 500),
  },
});

export function registerDeliveries(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(testRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { type } = c.req.valid('json');
    const sent = await testEndpoint(c.get('ctx'), tenantActorOf(c), id, type);
    return c.json(succeed(c, { event_id: sent.eventId, delivery_id: sent.deliveryId }), 200);
  });

  dashboard.openapi(listRoute, async (c) => {
    const { id } = c.req.valid('param');
    const query = c.req.valid('query');
    const [ctx, tenantId] = [c.get('ctx'), tenantOf(c)];
    const { rows, total } = await listDeliveries(ctx, tenantId, id, sliceOf(query), query.state);
    return c.json(succeedPage(c, rows.map(presentDelivery), total, query), 200);
  });

  dashboard.openapi(replayRangeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { from, until } = c.req.valid('json');
    const range = { fromMs: Date.parse(from), untilMs: Date.parse(until) };
    const replayed = await replayFailed(c.get('ctx'), tenantActorOf(c), id, range);
    return c.json(succeed(c, { replayed }), 200);
  });

  dashboard.openapi(readRoute, async (c) => {
    const found = await readDelivery(c.get('ctx'), tenantOf(c), c.req.valid('param').id);
    return c.json(succeed(c, presentDelivery(found)), 200);
  });

  dashboard.openapi(replayRoute, async (c) => {
    const { id } = c.req.valid('param');
    await replayDelivery(c.get('ctx'), tenantActorOf(c), id);
    const found = await readDelivery(c.get('ctx'), tenantOf(c), id);
    return c.json(succeed(c, presentDelivery(found)), 200);
  });
}
