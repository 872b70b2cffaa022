// Request and response schemas for API keys.
import { z } from '@hono/zod-openapi';
import { KEY_STATUSES } from '../../domain/customers/tenants/api-key.ts';

export const ApiKey = z
  .object({
    id: z.string().openapi({ example: 'key_…' }),
    name: z.string(),
    kind: z.enum(['secret', 'publishable']),
    mode: z.enum(['live', 'test']),
    prefix: z.string().openapi({ example: 'sk_live_' }),
    last_four: z.string(),
    status: z.enum(KEY_STATUSES),
    created_at: z.string(),
    last_used_at: z
      .string()
      .optional()
      .openapi({ description: 'Time of a recent use, accurate to an hour. Absent if never used.' }),
    expires_at: z.string().optional().openapi({ description: 'Set when the key was rotated.' }),
    revoked_at: z.string().optional(),
  })
  .openapi('ApiKey');

export const NewApiKey = ApiKey.extend({
  key: z.string().openapi({ description: 'The key itself. It is not shown again.' }),
}).openapi('ApiKeyWithText');

export const RotatedApiKey = NewApiKey.extend({ previous: ApiKey }).openapi('RotatedApiKey');
