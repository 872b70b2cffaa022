// Request and response schemas of the request log, which lists calls made with API keys, for the
// dashboard and for callers with an API key.
import { z } from '@hono/zod-openapi';
import type { ListedLine } from '../../domain/platform/request-log/read-lines.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const LIMIT_RULE = 'limit must be a whole number from 1 to 100.';
const BEFORE_RULE = 'before must be the id of an entry.';

export const DEFAULT_LINES = 25;

/** Query parameters that select lines of the log. */
export const LINES_QUERY = {
  only_errors: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .openapi({ type: 'boolean', default: false }),
  before: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, BEFORE_RULE)
    .transform(Number)
    .optional()
    .openapi({
      type: 'integer',
      description: 'The `id` of the last entry that you have received.',
    }),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, LIMIT_RULE)
    .transform(Number)
    .optional()
    .openapi({ type: 'integer', minimum: 1, maximum: 100, default: DEFAULT_LINES }),
};

export const RequestLine = z
  .object({
    id: z.int(),
    at: z.string(),
    request_id: z.string().openapi({ description: 'The `X-Request-Id` of the response.' }),
    method: z.string().openapi({ example: 'POST' }),
    path: z.string().openapi({
      example: '/verify/v1/result/{token}',
      description: 'Path as in this API description. The values of path parameters are not stored.',
    }),
    status: z.int().openapi({ example: 201 }),
    code: z.string().optional().openapi({ description: 'Error code, if the request failed.' }),
    duration_ms: z.int(),
    test: z.literal(true).optional(),
  })
  .openapi('RequestLine');

/** @param atMs the time of the call */
export const presentRequestLine = (
  line: ListedLine,
  atMs: number,
): z.infer<typeof RequestLine> => ({
  id: line.id,
  at: toTimestamp(atMs),
  request_id: line.request_id,
  method: line.method,
  path: line.route,
  status: line.status,
  ...(line.code !== null && { code: line.code }),
  duration_ms: line.duration_ms,
  ...(line.test && { test: true as const }),
});
