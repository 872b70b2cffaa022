import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** A signed-in browser. Only a hash of the cookie's secret is stored. */
export const accountSessions = sqliteTable(
  'account_sessions',
  {
    /** The public id: the `sid` in ID tokens, also used in the list on the account page. */
    id: text().primaryKey(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    secret_hash: text().notNull(),
    created_at_ms: integer().notNull(),
    /** When the person last authenticated: `auth_time`. */
    authenticated_at_ms: integer().notNull(),
    /**
     * When the owner's face was last checked in this session. A customer can require this check
     * before an account answers one of its sessions with the stored age (D-104).
     */
    face_shown_at_ms: integer(),
    /** The authentication methods, as a JSON array of RFC 8176 values. */
    amr: text().notNull(),
    last_seen_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    /** Browser and system, such as `Chrome, Windows`. */
    device: text().notNull(),
    /** City and country according to Cloudflare's geolocation, or only the country. */
    place: text(),
    ip: text(),
    /**
     * The id of this browser's row in `trusted_devices`, set at sign-in or when the browser becomes
     * trusted later. The row may have been deleted since.
     */
    trusted_device_id: text(),
  },
  (table) => [
    index('account_sessions_by_account').on(table.account_id, table.last_seen_at_ms),
    index('account_sessions_by_expiry').on(table.expires_at_ms),
  ],
);
