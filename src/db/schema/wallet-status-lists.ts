import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Lists of issuers that say which of their credentials are withdrawn (D-150). Each is about all credentials of an issuer, and no row says whose was shown. */
export const walletStatusLists = sqliteTable(
  'wallet_status_lists',
  {
    /** Its address, as credentials name it. */
    uri: text().primaryKey(),
    /** Type of the credentials that name it. */
    doc_type: text().notNull(),
    /** The day on which a credential last named it. */
    named_at_ms: integer().notNull(),
    /** When it is to be fetched. */
    due_at_ms: integer().notNull(),
    /** Why the last attempt failed; null where it succeeded or none was made. */
    failure: text(),
    /** When the list that is kept was fetched; this and the rest are null where none is. */
    fetched_at_ms: integer(),
    valid_until_ms: integer(),
    bits: integer(),
    /** The list as its issuer compressed it, base64url. */
    lst: text(),
  },
  (table) => [index('wallet_status_lists_due').on(table.due_at_ms)],
);
