import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Issuers' lists of revoked credentials (D-150). Each list covers all credentials of an issuer, and
 * no row reveals which credential was presented.
 */
export const walletStatusLists = sqliteTable(
  'wallet_status_lists',
  {
    /** The list's URI, as it appears in credentials. */
    uri: text().primaryKey(),
    /** The type of the credentials that refer to the list. */
    doc_type: text().notNull(),
    /** The day on which a presented credential last referred to the list. */
    named_at_ms: integer().notNull(),
    /** When the list must next be fetched. */
    due_at_ms: integer().notNull(),
    /** Why the last fetch failed; null after a success or before the first attempt. */
    failure: text(),
    /** When the stored list was fetched; null, like the following columns, if no list is stored. */
    fetched_at_ms: integer(),
    valid_until_ms: integer(),
    bits: integer(),
    /** The list as compressed by its issuer, base64url. */
    lst: text(),
  },
  (table) => [index('wallet_status_lists_due').on(table.due_at_ms)],
);
