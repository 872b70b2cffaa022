import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/**
 * Credentials of a tenant's backend (secret) and pages (publishable). The key itself is never
 * stored.
 */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    tenant_id: text()
      .notNull()
      .references(() => tenants.id),
    kind: text({ enum: ['secret', 'publishable'] }).notNull(),
    mode: text({ enum: ['live', 'test'] }).notNull(),
    /** SHA-256 of the whole key, lower-case hex. */
    hash: text().notNull().unique(),
    last_four: text().notNull(),
    /** The name that the customer gave the key. */
    name: text().notNull().default(''),
    created_at_ms: integer().notNull(),
    /**
     * The time of the last use, written at most once an hour: a write per use would cost more than
     * the request.
     */
    last_used_at_ms: integer(),
    expires_at_ms: integer(),
    revoked_at_ms: integer(),
  },
  (table) => [index('api_keys_by_tenant').on(table.tenant_id, table.created_at_ms, table.id)],
);
