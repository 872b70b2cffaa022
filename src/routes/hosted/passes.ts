// Age passes of a check (D-152): a check grants ten of them, and each pass can complete one more
// check.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { answerByPass } from '../../domain/verification/answer-by-pass.ts';
import { givePasses } from '../../domain/verification/give-passes.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import {
  answerStep,
  IdParam,
  limitBySession,
  SECURITY,
  sessionPost,
  PROOF_TAGS,
} from './session-route.ts';

const BINARY = 'application/octet-stream';
const bytes = z.string().openapi({ format: 'binary' });

const give = createRoute({
  method: 'post',
  path: '/sessions/{id}/passes',
  operationId: 'takePasses',
  summary: 'Issue ten age passes',
  description:
    'Takes ten concatenated token requests (RFC 9578 6.1) of 259 bytes each, for the key of the view’s bracket and class. Works once; the same body within a minute receives the same response.',
  tags: PROOF_TAGS,
  security: SECURITY,
  middleware: [requireSameOrigin, limitBySession] as const,
  request: {
    params: IdParam,
    body: { required: true as const, content: { [BINARY]: { schema: bytes } } },
  },
  responses: {
    200: {
      description: 'Ten blind signatures of 256 bytes each, in the same order.',
      content: { [BINARY]: { schema: bytes } },
    },
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const show = sessionPost(
  '/pass',
  'showPass',
  'Answer with an age pass',
  z
    .object({ token: z.string().max(1_000).openapi({ description: 'Base64url.' }) })
    .openapi('ShownPass'),
);

export function registerPasses(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(give, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const body = new Uint8Array(await c.req.arrayBuffer());
    const signed = await givePasses(c.get('ctx'), proof, body);
    return c.body(signed, 200, { 'Content-Type': BINARY });
  });

  surface.openapi(show, (c) => {
    const { token } = c.req.valid('json');
    return answerStep(c, (ctx, proof) => answerByPass(ctx, proof, token));
  });
}
