import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Certificates that proofs from wallets lead to (D-146): authorities, or signers by themselves. Rows stay when they are removed. */
export const walletAnchors = sqliteTable(
  'wallet_anchors',
  {
    /** `wan_…`. */
    id: text().primaryKey(),
    /** The name that operators gave it. */
    name: text().notNull(),
    /** Base64 of DER. */
    certificate: text().notNull(),
    /** SHA-256 of it, lower-case hex. */
    sha256: text().notNull(),
    /** Its subject. */
    subject: text().notNull(),
    /** A JSON array: of which types of document it is an anchor. */
    doc_types: text().notNull(),
    not_after_ms: integer().notNull(),
    added_at_ms: integer().notNull(),
    /** The trust list that it came with; null where an operator has listed it by itself. */
    list_name: text(),
    /** Until when an anchor of a list counts without a newer list. */
    list_until_ms: integer(),
    removed_at_ms: integer(),
  },
  (table) => [
    uniqueIndex('wallet_anchors_listed')
      .on(table.sha256)
      .where(sql`removed_at_ms IS NULL`),
  ],
);
