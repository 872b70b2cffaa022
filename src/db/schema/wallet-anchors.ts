import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Trust anchors for proofs from wallets (D-146): certificates of authorities, or of individual
 * signers. The rows of removed anchors are kept.
 */
export const walletAnchors = sqliteTable(
  'wallet_anchors',
  {
    /** The anchor's id, `wan_…`. */
    id: text().primaryKey(),
    /** The name that operators gave the anchor. */
    name: text().notNull(),
    /** The certificate as DER in base64. */
    certificate: text().notNull(),
    /** SHA-256 of the certificate, lower-case hex. */
    sha256: text().notNull(),
    /** The certificate's subject. */
    subject: text().notNull(),
    /** A JSON array of the document types that the anchor is trusted for. */
    doc_types: text().notNull(),
    not_after_ms: integer().notNull(),
    added_at_ms: integer().notNull(),
    /** The trust list that contains the anchor; null if an operator added it individually. */
    list_name: text(),
    /** When an anchor from a trust list expires if no newer list is imported. */
    list_until_ms: integer(),
    removed_at_ms: integer(),
  },
  (table) => [
    uniqueIndex('wallet_anchors_listed')
      .on(table.sha256)
      .where(sql`removed_at_ms IS NULL`),
  ],
);
