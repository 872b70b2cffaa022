import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * An SQL expression for the end of a lockout; 0 for none. It contains no commas, because
 * drizzle-kit splits expressions at commas.
 */
export const LOCKED_UNTIL_MS = sql`(CASE WHEN locked_until_ms IS NULL THEN 0 ELSE locked_until_ms END)`;

/**
 * A person who signs in. Legal name and birth date are not stored; verified_ages contains the age
 * facts that sites receive.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `xid_…`: the subject that all clients see. */
    subject: text().notNull().unique(),
    /** The address as entered; absent for an account that was created with only a passkey. */
    email: text(),
    /** The address in lower case, normalised; uniqueness and limits are based on this form. */
    email_normalized: text().unique(),
    email_verified_at_ms: integer(),
    display_name: text(),
    /** Parameters, salt and key in one string (crypto/password.ts). */
    password_hash: text(),
    password_changed_at_ms: integer(),
    status: text({ enum: ['active', 'suspended', 'locked', 'pending_deletion'] })
      .notNull()
      .default('active'),
    /** Failed sign-ins since the window began (D-62). */
    failed_logins: integer().notNull().default(0),
    failed_since_ms: integer(),
    locked_until_ms: integer(),
    /** When a deletion that the owner requested becomes final. */
    delete_at_ms: integer(),
    /** The language of the account's emails and pages, out of those that the pages support. */
    locale: text().notNull().default('en'),
    created_at_ms: integer().notNull(),
  },
  (table) => [
    index('accounts_by_creation').on(table.created_at_ms),
    index('accounts_by_status').on(table.status, table.created_at_ms),
    // The lists in /admin have an index for every combination of filters.
    index('accounts_by_verified').on(sql`(email_verified_at_ms IS NOT NULL)`, table.created_at_ms),
    index('accounts_by_status_verified').on(
      table.status,
      sql`(email_verified_at_ms IS NOT NULL)`,
      table.created_at_ms,
    ),
    // This index finds expired lockouts, which are cleared before a list is read.
    index('accounts_locked')
      .on(table.status, LOCKED_UNTIL_MS)
      .where(sql`status = 'locked'`),
    index('accounts_by_name').on(sql`lower(display_name)`),
    index('accounts_to_delete')
      .on(table.delete_at_ms)
      .where(sql`delete_at_ms IS NOT NULL`),
  ],
);
