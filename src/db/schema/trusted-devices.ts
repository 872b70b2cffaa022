import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * A browser that an account's owner trusts; it serves as a factor in addition to the face. Only a
 * hash of the cookie's secret is stored.
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
     * The session id of the only face check that can currently sign the owner in from this browser.
     * Starting another check replaces the id, and a successful sign-in clears it.
     */
    check_id: text(),
    /** The number of consecutive face checks without a success, and when the last one began. */
    face_tries: integer().notNull().default(0),
    face_tried_at_ms: integer(),
    /** The time of the last face sign-in from this browser. */
    last_used_at_ms: integer(),
  },
  (table) => [
    index('trusted_devices_by_account').on(table.account_id, table.trusted_at_ms),
    index('trusted_devices_by_expiry').on(table.expires_at_ms),
  ],
);
