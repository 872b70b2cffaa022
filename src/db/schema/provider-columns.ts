import { integer, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/**
 * Single sign-on for a staff group: the columns that the settings of customers and of operators
 * have in common.
 */
export const providerColumns = () => ({
  issuer: text().notNull(),
  client_id: text().notNull(),
  /** The client secret, sealed with KEY_ENCRYPTION_KEY. */
  client_secret: text().notNull(),
  /**
   * The role given to people who sign in without an invitation; null when they are not admitted.
   * The role never includes the right to decide who is admitted.
   */
  default_role: text(),
  /**
   * The claim whose values are mapped to roles by `role_map` (JSON: values with their roles); null
   * when no claim is read.
   */
  role_claim: text(),
  role_map: text().notNull().default('[]'),
  /** JSON array of values of `amr` and `acr` that count as a second factor. */
  factor_values: text().notNull().default('[]'),
  /** Whether members must sign in with the provider; only the break-glass member is exempt. */
  enforce: integer({ mode: 'boolean' }).notNull().default(false),
  break_glass_id: integer().references(() => staff.id, { onDelete: 'set null' }),
  break_glass_used_at_ms: integer(),
  updated_at_ms: integer().notNull(),
});
