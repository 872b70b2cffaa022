import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The number of existing clients by day of registration and kind of client. The pagination of the
 * operators' list uses it to skip days. Maintained by triggers on `oauth_clients`.
 */
export const oauthClientDays = sqliteTable(
  'oauth_client_days',
  {
    /** The day in UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    is_public: integer({ mode: 'boolean' }).notNull(),
    pkce_optional: integer({ mode: 'boolean' }).notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.is_public, table.pkce_optional] })],
);
