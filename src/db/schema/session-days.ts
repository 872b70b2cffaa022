import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * How many sessions were created on a day and are in this state now, test sessions too: what the pages of lists are
 * found by. Kept by triggers on `verification_sessions`; the nightly recount finds drift.
 */
export const sessionDays = sqliteTable(
  'session_days',
  {
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    status: text().notNull(),
    /** Empty while there is none. */
    verification_type: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenant_id, table.test, table.day, table.status, table.verification_type],
    }),
  ],
);
