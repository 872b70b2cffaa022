import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { EVENT_TYPES } from '../../domain/integration/webhooks/event-types.ts';
import {
  sendTestEvent,
  sendTestEventToAll,
} from '../../domain/integration/webhooks/send-test-event.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf } from '../../http/contract.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { forBackends, SECURITY } from './key-access.ts';

const TestBody = z
  .strictObject({
    type: z
      .enum(EVENT_TYPES, { error: `type must be one of: ${EVENT_TYPES.join(', ')}.` })
      .default('session.success'),
    endpoint_id: z.string().max(100).optional().openapi({
      description:
        'Endpoint to send to. Default: all endpoints of the mode that subscribe to the type.',
    }),
  })
  .openapi('WebhookTest');

const SentTest = z
  .object({
    event_id: z.string(),
    deliveries: z.array(z.object({ id: z.string(), endpoint_id: z.string() })),
  })
  .openapi('SentWebhookTest');

const route = createRoute({
  method: 'post',
  path: '/webhooks/test',
  operationId: 'sendTestEvent',
  tags: ['Events'],
  summary: 'Send a test event to your endpoints',
  description:
    'Signed and retried like any other event, but not linked to a session and not in the event feed.',
  security: SECURITY,
  middleware: [...forBackends, requireJsonObject],
  request: { body: bodyOf(TestBody) },
  responses: {
    200: {
      description: 'The queued deliveries.',
      content: jsonOf(SentTest, {
        event_id: 'evt_…',
        deliveries: [{ id: 'dlv_…', endpoint_id: 'we_…' }],
      }),
    },
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

export function registerWebhooks(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { type, endpoint_id: endpointId } = c.req.valid('json');
    const ctx = c.get('ctx');
    const { tenant, test } = c.get('principal');
    const { eventId, deliveries } =
      endpointId === undefined
        ? await sendTestEventToAll(ctx, tenant.id, test, type)
        : await sendTestEvent(ctx, tenant.id, endpointId, type);
    const sent = deliveries.map((one) => ({ id: one.id, endpoint_id: one.endpointId }));
    return c.json(succeed(c, { event_id: eventId, deliveries: sent }), 200);
  });
}
