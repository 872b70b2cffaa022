import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { FACE_EVENT_TYPE, SESSION_EVENT_TYPES } from '../../domain/webhooks/event.ts';
import { readFeed } from '../../domain/webhooks/read-feed.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { FaceChallenge } from '../../http/face-contract.ts';
import { Result, RESULT_EXAMPLE } from '../../http/result-contract.ts';
import { forBackends, SECURITY } from './key-access.ts';

const LIMIT_RULE = 'limit must be a whole number from 1 to 100.';

const EventQuery = z.object({
  after: z.string().max(100).optional().openapi({
    description:
      'The `id` of the last event you have. Without it the list starts with the oldest event.',
  }),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, LIMIT_RULE)
    .transform(Number)
    .optional()
    .openapi({ type: 'integer', minimum: 1, maximum: 100, default: 20 }),
});

const COMMON = {
  id: z.string().openapi({ description: '`evt_…`; the same as the header `webhook-id`.' }),
  api_version: z.string(),
  created: z.int().openapi({ description: 'Seconds since the epoch.' }),
};

const Event = z
  .discriminatedUnion('type', [
    z.object({ ...COMMON, type: z.enum(SESSION_EVENT_TYPES), data: Result }),
    z.object({ ...COMMON, type: z.literal(FACE_EVENT_TYPE), data: FaceChallenge }),
  ])
  .openapi('Event');

const EVENT_EXAMPLE: z.infer<typeof Event> = {
  id: 'evt_…',
  type: 'session.success',
  api_version: '2026-08-13',
  created: 1_786_613_441,
  data: RESULT_EXAMPLE,
};

const route = createRoute({
  method: 'get',
  path: '/events',
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'Read the event feed',
  description:
    'The same events as the webhooks, of the mode of the key, in order, kept for 30 days. Repeat with `after` until the list is empty.',
  security: SECURITY,
  middleware: forBackends,
  request: { query: EventQuery },
  responses: {
    200: { description: 'The oldest first.', content: jsonOf(z.array(Event), [EVENT_EXAMPLE]) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const DEFAULT_LIMIT = 20;

export function registerEvents(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { after, limit = DEFAULT_LIMIT } = c.req.valid('query');
    const bodies = await readFeed(c.get('ctx'), c.get('principal'), after, limit);
    const events = bodies.map((body) => JSON.parse(body) as z.infer<typeof Event>);
    return c.json(succeed(c, events), 200);
  });
}
