import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { timeOfId, type RequestLine } from '../../domain/platform/request-log/line.ts';
import { readLines } from '../../domain/platform/request-log/read-lines.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const LIMIT_RULE = 'limit must be a whole number from 1 to 100.';
const BEFORE_RULE = 'before must be the id of a line.';

const Line = z
  .object({
    id: z.int(),
    at: z.string(),
    request_id: z.string().openapi({ description: 'The `X-Request-Id` of the answer.' }),
    method: z.string().openapi({ example: 'POST' }),
    path: z.string().openapi({
      example: '/verify/v1/result/{token}',
      description:
        'As the description writes it: what was in the places of parameters is not kept.',
    }),
    status: z.int().openapi({ example: 201 }),
    code: z.string().optional().openapi({ description: 'Of an error.' }),
    duration_ms: z.int(),
    test: z.literal(true).optional(),
  })
  .openapi('RequestLine');

const listRoute = createRoute({
  method: 'get',
  path: '/requests',
  operationId: 'dashboardListRequests',
  tags: ['Dashboard requests'],
  security: [{ bearer: [] }],
  summary: 'List what was called with API keys',
  description:
    'Of the last days (7, unless the operator keeps more, fewer or none), a second or two behind. No bodies, no parameters, no addresses. Calls with a key that is not valid belong to nobody and are not here. For the next page repeat with `before`.',
  middleware: allowed('requests.read'),
  request: {
    query: z.object({
      mode: z.enum(['live', 'test']).default('live'),
      only_errors: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional()
        .openapi({ type: 'boolean', default: false }),
      before: z
        .string()
        .regex(/^[1-9]\d{0,15}$/, BEFORE_RULE)
        .transform(Number)
        .optional()
        .openapi({ type: 'integer', description: 'The `id` of the last line you have.' }),
      limit: z
        .string()
        .regex(/^([1-9]\d?|100)$/, LIMIT_RULE)
        .transform(Number)
        .optional()
        .openapi({ type: 'integer', minimum: 1, maximum: 100, default: 25 }),
    }),
  },
  responses: { ...ok('Latest first.', z.array(Line)), ...errorResponses(400, 401, 403, 429, 500) },
});

const DEFAULT_LIMIT = 25;

const presentLine = (line: RequestLine): z.infer<typeof Line> => ({
  id: line.id,
  at: toTimestamp(timeOfId(line.id)),
  request_id: line.request_id,
  method: line.method,
  path: line.route,
  status: line.status,
  ...(line.code !== null && { code: line.code }),
  duration_ms: line.duration_ms,
  ...(line.test && { test: true as const }),
});

export function registerRequests(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const { mode, only_errors: onlyErrors = false, before, limit } = c.req.valid('query');
    const lines = await readLines(c.get('ctx'), tenantOf(c), {
      test: mode === 'test',
      onlyErrors,
      before,
      limit: limit ?? DEFAULT_LIMIT,
    });
    return c.json(succeed(c, lines.map(presentLine)), 200);
  });
}
