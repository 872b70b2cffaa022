import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * Notifications for the owner of an account: new device, password changed, site connected. A
 * trigger keeps the latest 50 (D-169).
 */
export const notifications = sqliteTable(
  'notifications',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    /** JSON object with the values for the notification's text. */
    details: text().notNull(),
    created_at_ms: integer().notNull(),
    read_at_ms: integer(),
  },
  (table) => [index('notifications_by_account').on(table.account_id, table.created_at_ms)],
);
