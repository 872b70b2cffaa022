import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { keptJwks } from '../../domain/platform/signing-keys/key-ring.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { Receipt } from '../../http/contracts/receipt.ts';
import { Jwks } from './jwks.ts';

const route = createRoute({
  method: 'get',
  path: '/receipt-keys.json',
  operationId: 'readReceiptKeys',
  tags: ['Discovery'],
  summary: 'Read the keys that verify deletion receipts and evidence packs',
  description:
    'Raw RFC 7517, no envelope. The keys sign only receipts and evidence packs, with separate types, and each key is published for 765 days after its last signature.',
  security: [],
  responses: {
    200: {
      description: 'The key set.',
      content: { 'application/json': { schema: Jwks } },
    },
    ...errorResponses(429, 500),
  },
});

export function registerReceiptKeys(surface: OpenAPIHono<AppEnv>): void {
  // The schema is registered explicitly, because no response has this body: receipts are sent in
  // signed form.
  surface.openAPIRegistry.register('Receipt', Receipt);
  surface.openapi(route, async (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    return c.json({ keys: await keptJwks(c.get('ctx'), 'receipt') }, 200);
  });
}
