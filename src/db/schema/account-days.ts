import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The number of accounts created on a day that are currently in the state that the row describes;
 * maintained by triggers on `accounts`.
 */
export const accountDays = sqliteTable(
  'account_days',
  {
    /** The day in UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    status: text({ enum: ['active', 'suspended', 'locked', 'pending_deletion'] }).notNull(),
    /** Whether the email address is confirmed. */
    verified: integer({ mode: 'boolean' }).notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.status, table.verified] })],
);
