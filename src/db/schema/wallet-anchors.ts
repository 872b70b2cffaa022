import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Trust anchors for proofs from wallets (D-146): certificates of authorities, or of single signers.
 * Removed ones keep their rows.
 */
export const walletAnchors = sqliteTable(
  'wallet_anchors',
  {
    /** `wan_…`. */
    id: text().primaryKey(),
    /** The name that operators gave it. */
    name: text().notNull(),
    /** Base64 of DER. */
    certificate: text().notNull(),
    /** SHA-256 of the certificate, lower-case hex. */
    sha256: text().notNull(),
    /** The certificate's subject. */
    subject: text().notNull(),
    /** A JSON array of the document types that it is an anchor for. */
    doc_types: text().notNull(),
    not_after_ms: integer().notNull(),
    added_at_ms: integer().notNull(),
    /** The trust list that it is from; null when an operator has listed it individually. */
    list_name: text(),
    /** Until when an anchor of a list is valid without a newer list. */
    list_until_ms: integer(),
    removed_at_ms: integer(),
  },
  (table) => [
    uniqueIndex('wallet_anchors_listed')
      .on(table.sha256)
      .where(sql`removed_at_ms IS NULL`),
  ],
);
