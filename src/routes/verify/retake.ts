import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { retakeSession } from '../../domain/verification/retake-session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { TokenParam } from '../../http/contracts/result.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { IdempotencyHeader } from '../../http/idempotency.ts';
import { RETAKE_EXAMPLE, RetakeData } from './schemas.ts';

const route = createRoute({
  method: 'post',
  path: '/sessions/{token}/retake',
  operationId: 'retakeVerification',
  tags: ['Verification'],
  summary: 'Begin a session that replaces a failed or expired one',
  description:
    'Repeats the request of the first session under your current settings. Three times per chain at most, and not once an age was estimated.',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [
    requireApiKey('secret'),
    limitVolume('init', (c) => c.get('principal').tenant.id),
  ] as const,
  request: { params: TokenParam, headers: IdempotencyHeader },
  responses: {
    200: {
      description: 'The new session exists, and the old one is `retaken`.',
      content: jsonOf(RetakeData, RETAKE_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 409, 422, 429, 500, 503),
  },
});

export function registerRetake(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { token } = c.req.valid('param');
    const idempotencyKey = c.req.valid('header')['idempotency-key'];
    const made = await retakeSession(c.get('ctx'), c.get('principal'), token, idempotencyKey);
    const { token: link, verifyUrl, previous } = made;
    return c.json(succeed(c, { token: link, verify_url: verifyUrl, previous }), 200);
  });
}
