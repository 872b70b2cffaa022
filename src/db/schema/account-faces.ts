import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** The face of an account's owner: what it is recognised by, sealed by a key of its own. Never a picture. */
export const accountFaces = sqliteTable(
  'account_faces',
  {
    /** `fta_…`; names the key too. */
    id: text().primaryKey(),
    account_id: integer()
      .notNull()
      .unique()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Of one descriptor. */
    sealed: text().notNull(),
    /** Which KEY_ENCRYPTION_KEY the row's key is derived from (crypto/derived-key.ts). */
    sealed_by: text().notNull(),
    /** Hash of what made the descriptor: it is compared with no other's. */
    model: text().notNull(),
    /** Version of the privacy notice that the owner agreed to, and when. */
    consent_notice: text().notNull(),
    consented_at_ms: integer().notNull(),
    enrolled_at_ms: integer().notNull(),
    /** Of the enrolment, or the last time that the owner was recognised; a year after it the row goes. */
    last_used_at_ms: integer().notNull(),
  },
  (table) => [
    index('account_faces_by_use').on(table.last_used_at_ms),
    index('account_faces_by_key').on(table.sealed_by, table.id),
  ],
);
