import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  exportSessions,
  MAX_EXPORTED,
} from '../../domain/verification/session-list/export-sessions.ts';
import {
  listSessions,
  type ListedSession as Listed,
} from '../../domain/verification/session-list/list-sessions.ts';
import type { SessionFilter } from '../../domain/verification/session-list/session-filter.ts';
import { readSessionFile } from '../../domain/integration/webhooks/read-session-file.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { streamLines } from '../../http/csv.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { sliceOf, succeedPage } from '../../http/pagination.ts';
import { TokenParam } from '../../http/contracts/result.ts';
import { LISTED_EXAMPLE, ListedSession, presentListed } from '../../http/contracts/session.ts';
import { refuseOtherMethods } from '../../http/surface.ts';
import { CSV_HEAD, presentFile, presentLine } from './present-session.ts';
import { ExportQuery, FILE_EXAMPLE, SessionFile, SessionQuery } from './session-schemas.ts';

const common = {
  method: 'get' as const,
  tags: ['Dashboard sessions'],
  security: [{ bearer: [] }],
};

const listRoute = createRoute({
  ...common,
  path: '/sessions',
  operationId: 'dashboardListSessions',
  summary: 'List sessions',
  description: 'Newest first. Dates are creation dates in UTC, both inclusive.',
  middleware: allowed('sessions.read'),
  request: { query: SessionQuery },
  responses: {
    200: { description: 'One page.', content: jsonOf(z.array(ListedSession), [LISTED_EXAMPLE]) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const exportRoute = createRoute({
  ...common,
  path: '/sessions/export',
  operationId: 'dashboardExportSessions',
  summary: 'Export sessions as CSV',
  description: `Returns a header line and at most ${MAX_EXPORTED} sessions, newest first. Text that a spreadsheet would treat as a formula is prefixed with an apostrophe.`,
  middleware: allowed('sessions.export'),
  request: { query: ExportQuery },
  responses: {
    200: { description: 'The file.', content: { 'text/csv': { schema: z.string() } } },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const readRoute = createRoute({
  ...common,
  path: '/sessions/{token}',
  operationId: 'dashboardReadSession',
  summary: 'Read a session with request, result, timeline and webhook deliveries',
  description:
    'Works in live and test mode. After erasure only the outcome and the timeline remain.',
  middleware: allowed('sessions.read'),
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'Current state of the session.',
      content: jsonOf(SessionFile, FILE_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const filter = toFilter(tenantOf(c), query);
    const { rows, total } = await listSessions(c.get('ctx'), filter, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentListed), total, query), 200);
  });

  // This route must be registered before the route for a single session, which would match "export"
  // as a token.
  surface.openapi(exportRoute, async (c) => {
    const filter = toFilter(tenantOf(c), c.req.valid('query'));
    const batches = await exportSessions(c.get('ctx'), tenantActorOf(c), filter);
    return c.body(streamLines(CSV_HEAD, linesOf(batches)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="sessions.csv"',
    });
  });
  refuseOtherMethods(surface, '/sessions/export');

  surface.openapi(readRoute, async (c) => {
    const file = await readSessionFile(c.get('ctx'), tenantOf(c), c.req.valid('param').token);
    return c.json(succeed(c, presentFile(file)), 200);
  });
}

async function* linesOf(
  batches: AsyncGenerator<Listed[], undefined>,
): AsyncGenerator<string[], undefined> {
  for await (const batch of batches) yield batch.map(presentLine);
}

const toFilter = (tenantId: string, query: z.infer<typeof ExportQuery>): SessionFilter => ({
  tenantId,
  test: query.mode === 'test',
  status: query.status,
  verificationType: query.verification_type,
  externalUserId: query.external_user_id,
  startDate: query.start_date,
  endDate: query.end_date,
});
