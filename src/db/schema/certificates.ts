import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Certificates of third parties that operators add to evidence packs (D-164). The row of a
 * withdrawn certificate is kept, without the document.
 */
export const certificates = sqliteTable(
  'certificates',
  {
    /** The certificate's id, `crt_…`. */
    id: text().primaryKey(),
    /** One of the standards that every evidence pack lists; null for any other. */
    standard: text(),
    title: text().notNull(),
    /** The certifying body. */
    issuer: text().notNull(),
    /** The product, service or process that was certified. */
    scope: text().notNull(),
    /** What the certificate states, as entered by the operator. */
    statement: text().notNull(),
    /** The first day of validity in UTC, `YYYY-MM-DD`. */
    valid_from: text().notNull(),
    /** The last day of validity; null when the certificate specifies none. */
    valid_to: text(),
    kind: text({ enum: ['pdf', 'png', 'jpeg'] }).notNull(),
    /** Size of the document. */
    bytes: integer().notNull(),
    /** SHA-256 of the document, lower-case hex. */
    sha256: text().notNull(),
    added_at_ms: integer().notNull(),
    removed_at_ms: integer(),
    /**
     * The document in base64, because D1 returns a BLOB as an array with one number per byte. Null
     * once the certificate is withdrawn.
     */
    document: text(),
  },
  (table) => [
    uniqueIndex('certificates_listed')
      .on(table.sha256)
      .where(sql`removed_at_ms IS NULL`),
  ],
);
