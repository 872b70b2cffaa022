// Routes for monitors: whether the service is running, and whether its dependencies work (D-67).
// They return plain JSON, without the envelope.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { readReadiness } from '../../domain/operations/health/readiness.ts';
import { errorResponses } from '../../http/error-responses.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { renderError } from '../../http/envelope.ts';
import { Readiness } from '../../http/contracts/health.ts';
import { rejectInvalid } from '../../http/validation.ts';
import { registerLedgers } from './ledgers.ts';
import { registerWebhookCheck } from './webhook-check.ts';

const common = { method: 'get' as const, tags: ['Health'], security: [] };

const liveRoute = createRoute({
  ...common,
  path: '/healthz',
  operationId: 'readLiveness',
  summary: 'Check whether the service runs',
  description: 'Checks nothing else: no database, no object, no queue.',
  responses: {
    200: {
      description: 'The service runs.',
      content: { 'application/json': { schema: z.object({ status: z.literal('ok') }) } },
    },
    ...errorResponses(429, 500),
  },
});

const readyRoute = createRoute({
  ...common,
  path: '/readyz',
  operationId: 'readReadiness',
  summary: 'Check whether everything that the service needs works',
  description:
    'The response is up to five seconds old. `degraded`: the service works, and an operator should look at `GET /admin/v1/health`.',
  responses: {
    200: {
      description: 'Nothing is down.',
      content: { 'application/json': { schema: Readiness } },
    },
    ...errorResponses(429, 500),
    503: {
      description: 'At least one component is down.',
      content: { 'application/json': { schema: Readiness } },
    },
  },
});

// A router without middleware: it is mounted at the root, where middleware would apply to every
// page as well.
export const health = new OpenAPIHono<AppEnv>({ defaultHook: rejectInvalid() });
health.onError(renderError);

health.openapi(liveRoute, (c) => {
  c.header('Cache-Control', 'no-store');
  return c.json({ status: 'ok' as const }, 200);
});

health.openapi(readyRoute, async (c) => {
  const { status, checks } = await readReadiness(c.get('ctx'));
  c.header('Cache-Control', 'no-store');
  return c.json({ status, checks }, status === 'down' ? 503 : 200);
});

registerLedgers(health);
registerWebhookCheck(health);
