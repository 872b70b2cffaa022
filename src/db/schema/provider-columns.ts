import { integer, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/** How a group of staff signs in with an identity provider: the columns that customers' settings and the operators' have in common. */
export const providerColumns = () => ({
  issuer: text().notNull(),
  client_id: text().notNull(),
  /** Sealed with KEY_ENCRYPTION_KEY. */
  client_secret: text().notNull(),
  /** Of people whom nobody invited; null: they are not let in. Never the role that decides who is in. */
  default_role: text(),
  /** The claim whose values `role_map` (JSON: values with their roles) names; null: none is read. */
  role_claim: text(),
  role_map: text().notNull().default('[]'),
  /** JSON array of values of `amr` and `acr` that count as a second factor. */
  factor_values: text().notNull().default('[]'),
  /** There is no other way in, but for one person. */
  enforce: integer({ mode: 'boolean' }).notNull().default(false),
  break_glass_id: integer().references(() => staff.id, { onDelete: 'set null' }),
  break_glass_used_at_ms: integer(),
  updated_at_ms: integer().notNull(),
});
