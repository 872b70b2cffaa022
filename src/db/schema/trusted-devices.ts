import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * A browser that an account's owner trusts: a factor in addition to the face. Only a hash of the
 * cookie's secret is stored.
 */
export const trustedDevices = sqliteTable(
  'trusted_devices',
  {
    /** The id is also in the cookie, and in the list on the account page. */
    id: text().primaryKey(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    secret_hash: text().notNull(),
    /** Browser and system, such as `Chrome, Windows`. */
    device: text().notNull(),
    /** Where the browser was trusted: city and country, or only the country. */
    place: text(),
    trusted_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    /**
     * The check that may sign in here now: the id of its session. A later check replaces it, and a
     * success clears it.
     */
    check_id: text(),
    /** Consecutive checks without a success, and when the last one began. */
    face_tries: integer().notNull().default(0),
    face_tried_at_ms: integer(),
    /** When a face last signed in from this browser. */
    last_used_at_ms: integer(),
  },
  (table) => [
    index('trusted_devices_by_account').on(table.account_id, table.trusted_at_ms),
    index('trusted_devices_by_expiry').on(table.expires_at_ms),
  ],
);
