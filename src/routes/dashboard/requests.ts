import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { timeOfId } from '../../domain/platform/request-log/line.ts';
import { readLines } from '../../domain/platform/request-log/read-lines.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import {
  DEFAULT_LINES,
  LINES_QUERY,
  presentRequestLine,
  RequestLine,
} from '../../http/contracts/request-line.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/requests',
  operationId: 'dashboardListRequests',
  tags: ['Dashboard requests'],
  security: [{ bearer: [] }],
  summary: 'List calls made with API keys',
  description:
    'Lists calls of the last days (7, unless the operator keeps more, fewer or none), with a delay of a second or two. Contains no bodies, parameters or IP addresses. Calls with an invalid key belong to no customer and are not listed. For the next page, repeat with `before`.',
  middleware: allowed('requests.read'),
  request: {
    query: z.object({
      mode: z.enum(['live', 'test']).default('live'),
      ...LINES_QUERY,
    }),
  },
  responses: {
    ...ok('Newest first.', z.array(RequestLine)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

export function registerRequests(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const { mode, only_errors: onlyErrors = false, before, limit } = c.req.valid('query');
    const owner = { tenantId: tenantOf(c), test: mode === 'test' };
    const lines = await readLines(c.get('ctx'), owner, {
      onlyErrors,
      before,
      limit: limit ?? DEFAULT_LINES,
    });
    return c.json(
      succeed(
        c,
        lines.map((line) => presentRequestLine(line, timeOfId(line.id))),
      ),
      200,
    );
  });
}
