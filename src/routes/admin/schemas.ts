// Request and response schemas that several routes of the admin group share. The schemas of a
// single resource are next to its routes.
import { z } from '@hono/zod-openapi';
import { ROLES } from '../../domain/customers/admins/rights.ts';

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
