import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Certificates by others that operators add to evidence packs (D-164). Rows stay when they are withdrawn, without their document. */
export const certificates = sqliteTable(
  'certificates',
  {
    /** `crt_…`. */
    id: text().primaryKey(),
    /** One of those that every pack names; null: another. */
    standard: text(),
    title: text().notNull(),
    /** Who certified. */
    issuer: text().notNull(),
    /** What was certified. */
    scope: text().notNull(),
    /** What it says. */
    statement: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    valid_from: text().notNull(),
    /** The last day; null: it names none. */
    valid_to: text(),
    kind: text({ enum: ['pdf', 'png', 'jpeg'] }).notNull(),
    /** Length of the document. */
    bytes: integer().notNull(),
    /** SHA-256 of the document, lower-case hex. */
    sha256: text().notNull(),
    added_at_ms: integer().notNull(),
    removed_at_ms: integer(),
    /** The document, base64: D1 gives the bytes of a BLOB as one number each. Null once it was withdrawn. */
    document: text(),
  },
  (table) => [
    uniqueIndex('certificates_listed')
      .on(table.sha256)
      .where(sql`removed_at_ms IS NULL`),
  ],
);
