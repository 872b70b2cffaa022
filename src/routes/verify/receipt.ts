// Serves deletion receipts. A receipt's URL is a capability: no key is needed to read the receipt
// (D-85).
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { readReceipt } from '../../domain/verification/receipt.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { CompactJws } from '../../http/contracts/receipt.ts';
import { TokenParam } from '../../http/contracts/result.ts';
import { limitVolume } from '../../http/volume-limit.ts';

const byNetwork = limitVolume('authorize', (c) => `receipt:${clientNetwork(c)}`);

const route = createRoute({
  method: 'get',
  path: '/receipts/{token}',
  operationId: 'readReceipt',
  tags: ['Verification'],
  summary: 'Read the deletion receipt',
  description:
    'A statement of what happened to the pictures, as a compact JWS over `Receipt`. The URL is `receipt` of the result; it requires no key.',
  security: [],
  middleware: [byNetwork] as const,
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'The signed statement. Its keys are at `/.well-known/receipt-keys.json`.',
      content: { 'text/plain': { schema: CompactJws } },
    },
    ...errorResponses(400, 404, 409, 429, 500),
  },
});

export function registerReceipt(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { jws } = await readReceipt(c.get('ctx'), c.req.valid('param').token);
    return c.text(jws, 200);
  });
}
