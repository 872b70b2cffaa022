import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { settleAsTenant } from '../../domain/verification/backend-session.ts';
import { presentResult } from '../../domain/verification/present-result.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { requireJsonObject } from '../../http/body.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { limitReads } from '../../http/volume-limit.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { Result, RESULT_EXAMPLE, TokenParam } from '../../http/contracts/result.ts';
import { SandboxOutcomeBody } from './schemas.ts';

const route = createRoute({
  method: 'post',
  path: '/sandbox/{token}/outcome',
  operationId: 'settleSandbox',
  tags: ['Sandbox'],
  summary: 'Settle a test session without a browser',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [requireApiKey('secret'), limitReads, requireJsonObject] as const,
  request: {
    params: TokenParam,
    body: { required: true, content: { 'application/json': { schema: SandboxOutcomeBody } } },
  },
  responses: {
    200: {
      description: 'The settled result.',
      content: jsonOf(Result, RESULT_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

export function registerSandbox(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { token } = c.req.valid('param');
    const { status, reason } = c.req.valid('json');
    const result = await settleAsTenant(c.get('ctx'), c.get('principal'), token, status, reason);
    return c.json(succeed(c, presentResult(result)), 200);
  });
}
