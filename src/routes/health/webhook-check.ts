// Receives the webhook that a deployment sends to itself as a test
// (domain/integration/webhooks/own-receiver.ts).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  prepareOwnReceiver,
  receiveOwnWebhook,
} from '../../domain/integration/webhooks/own-receiver.ts';
import { ATTEMPT_FAILURES } from '../../domain/integration/webhooks/delivery.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf } from '../../http/contract.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { text } from '../../http/fields.ts';

const common = { method: 'post' as const, tags: ['Health'], security: [] };
const done = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  200: { description, content: { 'application/json': { schema } } },
});
const okSchema = z.object({ status: z.literal('ok') });
const preparedSchema = okSchema.extend({
  delivery: z
    .object({
      attempts: z.int().openapi({ description: 'The number of attempts made.' }),
      status: z.int().optional().openapi({ description: 'The status that answered the last one.' }),
      failure: z
        .enum(ATTEMPT_FAILURES)
        .optional()
        .openapi({ description: 'Why the last one failed.' }),
    })
    .optional()
    .openapi({ description: 'The delivery to the receiver, once there is one.' }),
});

const prepareRoute = createRoute({
  ...common,
  path: '/readyz/webhook',
  operationId: 'prepareWebhookCheck',
  summary: 'Prepare the webhook receiver of a deployment check',
  description:
    'For `npm run deploy`, which first stores the hash of the token in the database. 404 for any other token. A repeat tells what has become of the delivery.',
  middleware: [requireJsonObject],
  request: { body: bodyOf(z.strictObject({ token: text('token', 100) })) },
  responses: {
    ...done('The receiver gets the event of the next test session that ends.', preparedSchema),
    ...errorResponses(400, 404, 413, 429, 500),
  },
});

const receiveRoute = createRoute({
  ...common,
  path: '/readyz/webhook/{token}',
  operationId: 'receiveWebhookCheck',
  summary: 'Receive the webhook of a deployment check',
  description:
    'Accepts one correctly signed webhook. 404 after that, and for a token that was not prepared.',
  request: { params: z.object({ token: z.string() }) },
  responses: {
    ...done('The webhook is correct.', okSchema),
    ...errorResponses(400, 404, 429, 500),
  },
});

export function registerWebhookCheck(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(prepareRoute, async (c) => {
    const { token } = c.req.valid('json');
    return c.json(
      { status: 'ok' as const, ...(await prepareOwnReceiver(c.get('ctx'), token)) },
      200,
    );
  });

  surface.openapi(receiveRoute, async (c) => {
    await receiveOwnWebhook(c.get('ctx'), c.req.valid('param').token, {
      header: (name) => c.req.header(name),
      body: () => c.req.text(),
    });
    return c.json({ status: 'ok' as const }, 200);
  });
}
