import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/**
 * The face template of an account's owner, sealed with a key derived for this row. Pictures are
 * never stored.
 */
export const accountFaces = sqliteTable(
  'account_faces',
  {
    /** The row's id, `fta_…`, which is also an input to the derivation of the row's key. */
    id: text().primaryKey(),
    account_id: integer()
      .notNull()
      .unique()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The face descriptor, sealed. */
    sealed: text().notNull(),
    /**
     * Identifies the KEY_ENCRYPTION_KEY that the row's key is derived from (crypto/derived-key.ts).
     */
    sealed_by: text().notNull(),
    /**
     * Hash of the model that computed the descriptor; descriptors from different models are not
     * compared.
     */
    model: text().notNull(),
    /** Version of the privacy notice that the owner agreed to, and the time of consent. */
    consent_notice: text().notNull(),
    consented_at_ms: integer().notNull(),
    enrolled_at_ms: integer().notNull(),
    /**
     * Time of the enrolment, or of the last recognition of the owner; the row is deleted a year
     * later.
     */
    last_used_at_ms: integer().notNull(),
  },
  (table) => [
    index('account_faces_by_use').on(table.last_used_at_ms),
    index('account_faces_by_key').on(table.sealed_by, table.id),
  ],
);
