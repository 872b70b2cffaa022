// The visitor's deletion receipt: a text file with the statement and, on its last line, the signed
// statement (D-85).
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { readOwnReceipt } from '../../domain/verification/receipt.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { receiptFile, ReceiptFile } from '../../http/contracts/receipt.ts';
import { IdParam, limitBySession, SECURITY, TAGS } from './session-route.ts';

const route = createRoute({
  method: 'get',
  path: '/sessions/{id}/receipt',
  operationId: 'saveReceipt',
  summary: 'Download the deletion receipt',
  tags: TAGS,
  security: SECURITY,
  middleware: [limitBySession] as const,
  request: { params: IdParam },
  responses: {
    200: ReceiptFile,
    ...errorResponses(401, 404, 409, 429, 500),
  },
});

export function registerReceipt(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const proof = requireBrowserProof(c, c.req.param('id'));
    return receiptFile(c, await readOwnReceipt(c.get('ctx'), proof));
  });
}
