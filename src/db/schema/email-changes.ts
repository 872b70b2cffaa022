import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** A pending change of email address, to be confirmed from the old address and the new one. */
export const emailChanges = sqliteTable('email_changes', {
  /** An account has one pending change at a time: a new request replaces the previous one. */
  account_id: integer()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  email_normalized: text().notNull(),
  /** Identifies the request in the emailed links. */
  requested_at_ms: integer().notNull(),
  expires_at_ms: integer().notNull(),
  old_confirmed_at_ms: integer(),
  new_confirmed_at_ms: integer(),
});
