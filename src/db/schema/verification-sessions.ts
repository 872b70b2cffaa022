import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The list row of a verification, written by the queue consumer. The truth is the session's object;
 * `version` is its event number, so that late and repeated events change nothing.
 */
export const verificationSessions = sqliteTable(
  'verification_sessions',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    version: integer().notNull(),
    status: text().notNull(),
    reason: text(),
    purpose: text().notNull(),
    verification_mode: text().notNull(),
    verification_type: text(),
    gate: integer(),
    /** Personal data: cleared when the result's retention ends. */
    external_user_id: text(),
    metadata: text(),
    ip_country: text(),
    created_at_ms: integer().notNull(),
    completed_at_ms: integer(),
    expires_at_ms: integer().notNull(),
    erased_at_ms: integer(),
  },
  (table) => [
    index('verification_sessions_by_tenant').on(table.tenant_id, table.test, table.created_at_ms),
  ],
);
