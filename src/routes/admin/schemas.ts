// Wire shapes that several routes of the admin group share. Those of one resource are beside it.
import { z } from '@hono/zod-openapi';
import { ROLES } from '../../domain/admins/rights.ts';

/** A row id: a positive integer (else 400). */
export const IdParam = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'id must be a positive integer.')
    .transform(Number)
    .openapi({ type: 'integer', minimum: 1, example: 7 }),
});

export const Role = z.enum(ROLES, { error: `role must be one of: ${ROLES.join(', ')}.` });

export const AdminUser = z
  .object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    role: z.string().openapi({ example: 'support' }),
    active: z.boolean(),
    two_factor_enabled: z.boolean(),
    created_at: z.string(),
    last_login_at: z.string().optional(),
  })
  .openapi('AdminUser');
