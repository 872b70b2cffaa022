import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Trust lists (ETSI TS 119 612) whose anchors operators have imported (D-150): the latest version
 * of each list.
 */
export const walletTrustLists = sqliteTable('wallet_trust_lists', {
  /** The list's type and territory. */
  name: text().primaryKey(),
  /**
   * SHA-256 of the certificate of the list's signer, lower-case hex; null when an operator
   * confirmed only the file.
   */
  signer_sha256: text(),
  sequence_number: integer().notNull(),
  issued_at_ms: integer().notNull(),
  next_update_ms: integer().notNull(),
  imported_at_ms: integer().notNull(),
  /** SHA-256 of the list's file, lower-case hex. */
  file_sha256: text().notNull(),
});
