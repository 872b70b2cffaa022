import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { readNewestEvents } from '../../domain/integration/webhooks/read-feed.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DEFAULT_EVENTS, Event, eventLimit, readEvent } from '../../http/contracts/event.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/events',
  operationId: 'dashboardListEvents',
  tags: ['Dashboard webhooks'],
  security: [{ bearer: [] }],
  summary: 'List events',
  description:
    'Lists the events that `GET /api/v1/events` returns and endpoints receive, kept for 30 days. For the next page, repeat with `before`.',
  middleware: allowed('webhooks.read'),
  request: {
    query: z.object({
      mode: z.enum(['live', 'test']).default('live'),
      before: z
        .string()
        .max(100)
        .optional()
        .openapi({ description: 'The `id` of the last event that you have received.' }),
      limit: eventLimit,
    }),
  },
  responses: { ...ok('Newest first.', z.array(Event)), ...errorResponses(400, 401, 403, 429, 500) },
});

export function registerEvents(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const { mode, before, limit = DEFAULT_EVENTS } = c.req.valid('query');
    const where = { tenantId: tenantOf(c), test: mode === 'test' };
    const bodies = await readNewestEvents(c.get('ctx'), where, before, limit);
    return c.json(succeed(c, bodies.map(readEvent)), 200);
  });
}
