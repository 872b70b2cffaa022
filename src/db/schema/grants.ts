import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accountAtClient } from './owner-columns.ts';

/**
 * Index of Grant objects by account and client, used to suspend, disconnect and delete them. The
 * object is the source of truth; the row is written before the object issues its first code.
 */
export const grants = sqliteTable(
  'grants',
  {
    /** Durable Object id, 64 hex digits. */
    id: text().primaryKey(),
    ...accountAtClient(),
    /** The sign-in session that the grant came from, for back-channel logout. */
    session_id: text().notNull(),
    scope: text().notNull(),
    created_at_ms: integer().notNull(),
    /** When all of the grant's tokens have expired. */
    expires_at_ms: integer().notNull(),
    revoked_at_ms: integer(),
    /**
     * JSON array of the client's age thresholds at the time of the person's consent; null for all.
     */
    age_thresholds: text(),
    /** When the grant's object was notified of the revocation. */
    ended_at_ms: integer(),
  },
  (table) => [
    index('grants_by_account').on(table.account_id, table.client_id),
    index('grants_by_client').on(table.client_id),
    index('grants_by_session').on(table.session_id),
    index('grants_by_expiry').on(table.expires_at_ms),
    // This index stays small, because it contains only grants that have been revoked but whose
    // objects have not been notified yet.
    index('grants_to_end')
      .on(table.revoked_at_ms)
      .where(sql`revoked_at_ms IS NOT NULL AND ended_at_ms IS NULL`),
  ],
);
