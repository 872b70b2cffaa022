import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The number of sessions by day of creation, current status and type, with test sessions counted
 * separately. The pagination of session lists uses it to skip days. Maintained by triggers on
 * `verification_sessions`; the nightly recount corrects drift.
 */
export const sessionDays = sqliteTable(
  'session_days',
  {
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** The day in UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    status: text().notNull(),
    /** The sessions' type; empty if they have none yet. */
    verification_type: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenant_id, table.test, table.day, table.status, table.verification_type],
    }),
    index('session_days_by_day').on(table.day),
  ],
);
