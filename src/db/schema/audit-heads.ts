import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Signed heads of the audit log's hash chain, at most one a day. Triggers reject every UPDATE and
 * DELETE (0001_triggers.sql).
 */
export const auditHeads = sqliteTable('audit_heads', {
  /** The last entry of the chain when the head was signed. */
  entry_id: integer().primaryKey(),
  signed_at_ms: integer().notNull(),
  /**
   * Compact JWS over the entry's id, its hash in the chain, the time and the hash of the age pass
   * key directory, if there is one; the JWS header identifies the signing key.
   */
  jws: text().notNull(),
});
