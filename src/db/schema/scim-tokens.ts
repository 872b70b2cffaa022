import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/**
 * Credentials of a customer's directory. At most two are valid at a time (D-160). A revoked
 * credential is deleted; the audit log records the revocation.
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
    /** The role of members who receive no other role from a group. */
    default_role: text().notNull(),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    /**
     * The time of the last use, written at most once an hour: a write per use would cost more than
     * the request.
     */
    last_used_at_ms: integer(),
  },
  (table) => [index('scim_tokens_by_tenant').on(table.tenant_id, table.created_at_ms)],
);
