import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';
import { tenants } from './tenants.ts';

/** How a customer's staff signs in with its own identity provider; without a row it does not. */
export const tenantSso = sqliteTable(
  'tenant_sso',
  {
    tenant_id: text()
      .primaryKey()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    client_id: text().notNull(),
    /** Sealed with KEY_ENCRYPTION_KEY. */
    client_secret: text().notNull(),
    /** The role of people who were not invited; null when they are not admitted. Never `owner`. */
    default_role: text(),
    /** The claim whose values `role_map` maps to roles (JSON); null when none is read. */
    role_claim: text(),
    role_map: text().notNull().default('[]'),
    /** JSON array of values of `amr` and `acr` that count as a second factor. */
    factor_values: text().notNull().default('[]'),
    /** Whether members of its domains may only sign in this way, except one owner. */
    enforce: integer({ mode: 'boolean' }).notNull().default(false),
    break_glass_id: integer().references(() => staff.id, { onDelete: 'set null' }),
    break_glass_used_at_ms: integer(),
    updated_at_ms: integer().notNull(),
  },
  // For looking up a member who is removed.
  (table) => [index('tenant_sso_by_break_glass').on(table.break_glass_id)],
);
