// The visitor's deletion receipt: a text file with the statement to read and the same, signed, in its last line (D-85).
import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import { readOwnReceipt } from '../../domain/verification/receipt.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { CompactJws, type Receipt } from '../../http/receipt-contract.ts';
import { IdParam, limitBySession, SECURITY, TAGS } from './session-route.ts';

const route = createRoute({
  method: 'get',
  path: '/sessions/{id}/receipt',
  operationId: 'saveReceipt',
  summary: 'Save the deletion receipt',
  tags: TAGS,
  security: SECURITY,
  middleware: [limitBySession] as const,
  request: { params: IdParam },
  responses: {
    200: {
      description: 'A file: the statement as JSON, and in its last line the compact JWS.',
      content: { 'text/plain': { schema: CompactJws } },
    },
    ...errorResponses(401, 404, 409, 429, 500),
  },
});

export function registerReceipt(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const proof = requireBrowserProof(c, c.req.param('id'));
    const { statement, jws } = await readOwnReceipt(c.get('ctx'), proof);
    const readable = JSON.stringify(statement satisfies z.infer<typeof Receipt>, null, 2);
    return c.text(`${readable}\n\n${jws}\n`, 200, {
      'Content-Disposition': 'attachment; filename="receipt.txt"',
    });
  });
}
