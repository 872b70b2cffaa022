import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Issuers' lists of revoked credentials (D-150). Each covers all credentials of an issuer, and no
 * row reveals which one was shown.
 */
export const walletStatusLists = sqliteTable(
  'wallet_status_lists',
  {
    /** Its address, as in credentials. */
    uri: text().primaryKey(),
    /** Type of the credentials that refer to it. */
    doc_type: text().notNull(),
    /** The day on which a shown credential last referred to it. */
    named_at_ms: integer().notNull(),
    /** When it must be fetched. */
    due_at_ms: integer().notNull(),
    /** Why the last attempt failed; null after a success or without an attempt. */
    failure: text(),
    /** When the stored list was fetched; null, like the following columns, when none is stored. */
    fetched_at_ms: integer(),
    valid_until_ms: integer(),
    bits: integer(),
    /** The list in its issuer's compression, base64url. */
    lst: text(),
  },
  (table) => [index('wallet_status_lists_due').on(table.due_at_ms)],
);
