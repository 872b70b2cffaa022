import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { readResult } from '../../domain/verification/backend-session.ts';
import { presentResult, presentStatus } from '../../domain/verification/present-result.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { errorResponses } from '../../http/error-responses.ts';
import {
  Result,
  RESULT_EXAMPLE,
  STATUS_EXAMPLE,
  StatusData,
  TokenParam,
} from '../../http/result-contract.ts';

const byTenant = limitVolume('result', (c) => c.get('principal').tenant.id);

const resultRoute = createRoute({
  method: 'get',
  path: '/result/{token}',
  operationId: 'readResult',
  tags: ['Verification'],
  summary: 'Read the authoritative result',
  description: 'Branch on `data.verified`. The parameters of the callback alone prove nothing.',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [requireApiKey('secret'), byTenant] as const,
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'The result as of now.',
      content: jsonOf(Result, RESULT_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const statusRoute = createRoute({
  method: 'get',
  path: '/status/{token}',
  operationId: 'readStatus',
  tags: ['Verification'],
  summary: 'Read the coarse status',
  description:
    'Any key of the tenant, publishable ones too. Not proof of anything: use the result.',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [requireApiKey('any'), byTenant] as const,
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'The status as of now.',
      content: jsonOf(StatusData, STATUS_EXAMPLE),
    },
    ...errorResponses(400, 401, 404, 429, 500),
  },
});

export function registerResult(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(resultRoute, async (c) => {
    const { token } = c.req.valid('param');
    const result = await readResult(c.get('ctx'), c.get('principal'), token);
    return c.json(succeed(c, presentResult(result)), 200);
  });

  surface.openapi(statusRoute, async (c) => {
    const { token } = c.req.valid('param');
    const result = await readResult(c.get('ctx'), c.get('principal'), token);
    return c.json(succeed(c, presentStatus(result)), 200);
  });
}
