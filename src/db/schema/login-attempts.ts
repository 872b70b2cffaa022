import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * Login history: successful and failed sign-ins to existing accounts. Unknown addresses are not
 * recorded. A trigger keeps the latest 30 successful sign-ins, the latest 30 failed ones, and the
 * latest successful sign-in for each device and place (D-169).
 */
export const loginAttempts = sqliteTable(
  'login_attempts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    method: text({ enum: ['password', 'passkey', 'face'] }).notNull(),
    outcome: text({ enum: ['success', 'failed', 'locked', 'suspended'] }).notNull(),
    device: text().notNull(),
    place: text(),
    ip: text(),
    at_ms: integer().notNull(),
  },
  (table) => [
    index('login_attempts_by_account').on(table.account_id, table.at_ms),
    index('login_attempts_by_time').on(table.at_ms),
  ],
);
