import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/**
 * Credentials of a customer's directory, at most two valid ones (D-160). A revoked one is deleted;
 * the audit log records it.
 */
export const scimTokens = sqliteTable(
  'scim_tokens',
  {
    id: text().primaryKey(),
    tenant_id: text()
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    /** SHA-256 of the whole token, lower-case hex. */
    hash: text().notNull().unique(),
    last_four: text().notNull(),
    /** The role of members who get no other role from a group. */
    default_role: text().notNull(),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    /**
     * The time of the last use, rounded to the hour: a write per use would cost more than the
     * request.
     */
    last_used_at_ms: integer(),
  },
  (table) => [index('scim_tokens_by_tenant').on(table.tenant_id, table.created_at_ms)],
);
