import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { timeOfId } from '../../domain/platform/request-log/line.ts';
import { readLines } from '../../domain/platform/request-log/read-lines.ts';
import type { AppEnv } from '../../http/app-env.ts';
import {
  DEFAULT_LINES,
  LINES_QUERY,
  presentRequestLine,
  RequestLine,
} from '../../http/contracts/request-line.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { forBackends, SECURITY } from './key-access.ts';

const LINE_EXAMPLE: z.infer<typeof RequestLine> = {
  id: 7_318_169_000_000_123,
  at: '2026-08-13T09:30:00Z',
  request_id: 'req_…',
  method: 'POST',
  path: '/verify/v1/init',
  status: 400,
  code: 'INVALID_CALLBACK_URL',
  duration_ms: 12,
};

const route = createRoute({
  method: 'get',
  path: '/requests',
  operationId: 'listRequests',
  tags: ['Requests'],
  summary: 'List calls made with your API keys',
  description:
    'Lists calls with any key of the same mode, of the last days (7, unless the operator keeps more, fewer or none), with a delay of a second or two. Contains no bodies, parameters or IP addresses. For the next page, repeat with `before`.',
  security: SECURITY,
  middleware: forBackends,
  request: { query: z.object(LINES_QUERY) },
  responses: {
    200: { description: 'Newest first.', content: jsonOf(z.array(RequestLine), [LINE_EXAMPLE]) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

export function registerRequests(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { only_errors: onlyErrors = false, before, limit = DEFAULT_LINES } = c.req.valid('query');
    const { tenant, test } = c.get('principal');
    const owner = { tenantId: tenant.id, test };
    const lines = await readLines(c.get('ctx'), owner, { onlyErrors, before, limit });
    const rows = lines.map((line) => presentRequestLine(line, timeOfId(line.id)));
    return c.json(succeed(c, rows), 200);
  });
}
