import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { readFullResult, readResult } from '../../domain/verification/backend-session.ts';
import { presentResult, presentStatus } from '../../domain/verification/present-result.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { limitReads } from '../../http/volume-limit.ts';
import { errorResponses } from '../../http/error-responses.ts';
import {
  Result,
  RESULT_EXAMPLE,
  STATUS_EXAMPLE,
  StatusData,
  TokenParam,
} from '../../http/contracts/result.ts';

/** Only this route returns `document_fields`; events, lists and the rest of the API omit them. */
const FullResult = Result.extend({
  document_fields: z
    .object({
      name: z.string().optional().openapi({
        description:
          'Given names and surname in capitals, as in the machine-readable code, which may truncate them.',
      }),
      birth_year: z.int().optional(),
      document_number_hash: z.string().optional().openapi({
        description:
          'HMAC-SHA256 in hex with a key specific to you: the same value for the same document.',
      }),
    })
    .optional()
    .openapi({
      description:
        'Fields named by your setting `document_fields`, for a document that passed for `id_verification`.',
    }),
}).openapi('FullResult');

const resultRoute = createRoute({
  method: 'get',
  path: '/result/{token}',
  operationId: 'readResult',
  tags: ['Verification'],
  summary: 'Read the authoritative result',
  description: 'Branch on `data.verified`. The callback’s parameters alone prove nothing.',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [requireApiKey('secret'), limitReads] as const,
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'Current result.',
      content: jsonOf(FullResult, RESULT_EXAMPLE),
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
    'Accepts any key of the customer, including publishable ones. The status proves nothing: use the result.',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [requireApiKey('any'), limitReads] as const,
  request: { params: TokenParam },
  responses: {
    200: {
      description: 'Current status.',
      content: jsonOf(StatusData, STATUS_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerResult(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(resultRoute, async (c) => {
    const { token } = c.req.valid('param');
    const { result, fields } = await readFullResult(c.get('ctx'), c.get('principal'), token);
    const shown = fields === undefined ? {} : { document_fields: fields };
    return c.json(succeed(c, { ...presentResult(result), ...shown }), 200);
  });

  surface.openapi(statusRoute, async (c) => {
    const { token } = c.req.valid('param');
    const result = await readResult(c.get('ctx'), c.get('principal'), token);
    return c.json(succeed(c, presentStatus(result)), 200);
  });
}
