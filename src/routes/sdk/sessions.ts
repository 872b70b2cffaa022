import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { listSessions } from '../../domain/verification/session-list/list-sessions.ts';
import type { SessionFilter } from '../../domain/verification/session-list/session-filter.ts';
import { cancelAsTenant, readSessionDetail } from '../../domain/verification/backend-session.ts';
import { presentResult } from '../../domain/verification/present-result.ts';
import { eraseSession } from '../../domain/integration/session-copies/erase-session.ts';
import type { Principal } from '../../domain/verification/customer.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { sliceOf, succeedPage } from '../../http/pagination.ts';
import { Result, RESULT_EXAMPLE, TokenParam } from '../../http/contracts/result.ts';
import {
  erasureResponses,
  LISTED_EXAMPLE,
  ListedSession,
  presentListed,
} from '../../http/contracts/session.ts';
import { forBackends, SECURITY } from './key-access.ts';
import { presentDetail } from './present-session.ts';
import { DETAIL_EXAMPLE, SessionDetail, SessionQuery } from './session-schemas.ts';

const common = { tags: ['Sessions'], security: SECURITY, middleware: forBackends };

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sessions',
  operationId: 'listVerifications',
  summary: 'List your sessions',
  description:
    'Lists sessions of the mode of the key, newest first. Dates are creation dates in UTC, both inclusive.',
  request: { query: SessionQuery },
  responses: {
    200: { description: 'One page.', content: jsonOf(z.array(ListedSession), [LISTED_EXAMPLE]) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const readRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sessions/{token}',
  operationId: 'readVerification',
  summary: 'Read a session with its result and funnel',
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'Current state of the session.',
      content: jsonOf(SessionDetail, DETAIL_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const cancelRoute = createRoute({
  ...common,
  method: 'post',
  path: '/sessions/{token}/cancel',
  operationId: 'cancelVerification',
  summary: 'Cancel a running session',
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'The result with status `canceled`.',
      content: jsonOf(Result, RESULT_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 409, 429, 500),
  },
});

const eraseRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/sessions/{token}/data',
  operationId: 'eraseSessionData',
  summary: 'Erase the personal data of a session now',
  description:
    'Possible for ended sessions only. The session stays listed, without personal data; its token becomes invalid.',
  request: { params: TokenParam },
  responses: {
    ...erasureResponses(
      'The session is erased and its token is invalid. List and events are erased automatically once the database is available; repeat the request to check.',
    ),
    ...errorResponses(400, 401, 403, 404, 409, 429, 500),
  },
});

export function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const filter = toFilter(c.get('principal'), query);
    const { rows, total } = await listSessions(c.get('ctx'), filter, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentListed), total, query), 200);
  });

  surface.openapi(readRoute, async (c) => {
    const { token } = c.req.valid('param');
    const detail = await readSessionDetail(c.get('ctx'), c.get('principal'), token);
    return c.json(succeed(c, presentDetail(detail)), 200);
  });

  surface.openapi(cancelRoute, async (c) => {
    const { token } = c.req.valid('param');
    const result = await cancelAsTenant(c.get('ctx'), c.get('principal'), token);
    return c.json(succeed(c, presentResult(result)), 200);
  });

  surface.openapi(eraseRoute, async (c) => {
    const { token } = c.req.valid('param');
    return (await eraseSession(c.get('ctx'), c.get('principal'), token))
      ? c.json(succeed(c, { erased: true as const }), 200)
      : c.json(succeed(c, { erased: false as const }), 202);
  });
}

function toFilter({ tenant, test }: Principal, query: z.infer<typeof SessionQuery>): SessionFilter {
  return {
    tenantId: tenant.id,
    test,
    status: query.status,
    verificationType: query.verification_type,
    externalUserId: query.external_user_id,
    startDate: query.start_date,
    endDate: query.end_date,
  };
}
