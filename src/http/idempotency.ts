// The Idempotency-Key header, which makes retries safe, for every surface that creates sessions.
import { z } from '@hono/zod-openapi';

export const IdempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Idempotency-Key must be 1 to 255 visible characters.')
    .optional()
    .openapi({
      description:
        'A request with the same key and body within 24 hours receives the same response.',
    }),
});
