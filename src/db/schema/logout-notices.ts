import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Notices that tell sites that a browser has been signed out, written in the transaction that ends
 * the browser's session. The queue consumer sends and deletes them.
 */
export const logoutNotices = sqliteTable(
  'logout_notices',
  {
    /** An id that all notices of one sign-out share. */
    cause: text().notNull(),
    client_id: text().notNull(),
    subject: text().notNull(),
    session_id: text().notNull(),
    created_at_ms: integer().notNull(),
    /**
     * A notice that still exists at this time has lost its queue message, and a sweep queues a new
     * one. Each attempt sets a later time.
     */
    overdue_at_ms: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.cause, table.client_id, table.session_id] }),
    index('logout_notices_by_creation').on(table.created_at_ms),
    index('logout_notices_overdue').on(table.overdue_at_ms),
  ],
);
