import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { resendEvent } from '../../domain/integration/webhooks/resend-event.ts';
import { readFeed } from '../../domain/integration/webhooks/read-feed.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import {
  DEFAULT_EVENTS,
  Event,
  EVENT_EXAMPLE,
  eventLimit,
  readEvent,
} from '../../http/contracts/event.ts';
import { forBackends, SECURITY } from './key-access.ts';

const EventQuery = z.object({
  after: z.string().max(100).optional().openapi({
    description:
      'The `id` of the last event that you have received. Without it, the list starts with the oldest event; omit it if it is refused because no event of the last 30 days has this ID.',
  }),
  limit: eventLimit,
});

const route = createRoute({
  method: 'get',
  path: '/events',
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'Read the event feed',
  description:
    'Lists the events that webhooks receive, for the mode of the key, in order, kept for 30 days. Repeat with `after` until the list is empty.',
  security: SECURITY,
  middleware: forBackends,
  request: { query: EventQuery },
  responses: {
    200: { description: 'Oldest first.', content: jsonOf(z.array(Event), [EVENT_EXAMPLE]) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const Resent = z
  .object({
    event_id: z.string(),
    deliveries: z.array(z.object({ id: z.string(), endpoint_id: z.string() })).openapi({
      description: 'Empty if the event was never sent to an endpoint that is enabled or paused.',
    }),
  })
  .openapi('ResentEvent');

const resendRoute = createRoute({
  method: 'post',
  path: '/events/{id}/resend',
  operationId: 'resendEvent',
  tags: ['Events'],
  summary: 'Resend an event to its endpoints',
  description:
    'Sent with the same `webhook-id`, signed and retried like any other delivery. Shares the rate limit of test events.',
  security: SECURITY,
  middleware: forBackends,
  request: {
    params: z.object({ id: z.string().max(100).openapi({ example: 'evt_…' }) }),
  },
  responses: {
    200: {
      description: 'The queued deliveries.',
      content: jsonOf(Resent, {
        event_id: 'evt_…',
        deliveries: [{ id: 'dlv_…', endpoint_id: 'we_…' }],
      }),
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerEvents(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { after, limit = DEFAULT_EVENTS } = c.req.valid('query');
    const bodies = await readFeed(c.get('ctx'), c.get('principal'), after, limit);
    const events = bodies.map(readEvent);
    return c.json(succeed(c, events), 200);
  });

  surface.openapi(resendRoute, async (c) => {
    const { id } = c.req.valid('param');
    const sent = await resendEvent(c.get('ctx'), c.get('principal'), id);
    const deliveries = sent.map((one) => ({ id: one.id, endpoint_id: one.endpointId }));
    return c.json(succeed(c, { event_id: id, deliveries }), 200);
  });
}
