import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';
import { tenants } from './tenants.ts';

/** How the staff of a customer signs in with its own identity provider; without a row it does not. */
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
    /** Of people whom nobody invited; null: they are not let in. Never `owner`. */
    default_role: text(),
    /** The claim whose values `role_map` (JSON: values with their roles) names; null: none is read. */
    role_claim: text(),
    role_map: text().notNull().default('[]'),
    /** JSON array of values of `amr` and `acr` that count as a second factor. */
    factor_values: text().notNull().default('[]'),
    /** Members of its domains sign in this way only, but for one owner. */
    enforce: integer({ mode: 'boolean' }).notNull().default(false),
    break_glass_id: integer().references(() => staff.id, { onDelete: 'set null' }),
    break_glass_used_at_ms: integer(),
    updated_at_ms: integer().notNull(),
  },
  // A member who goes is looked up here.
  (table) => [index('tenant_sso_by_break_glass').on(table.break_glass_id)],
);
