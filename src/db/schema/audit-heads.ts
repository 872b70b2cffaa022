import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Signed heads of the audit log's hash chain, at most one a day. Triggers reject every UPDATE and
 * DELETE (0001_triggers.sql).
 */
export const auditHeads = sqliteTable('audit_heads', {
  /** The last entry of the chain. */
  entry_id: integer().primaryKey(),
  signed_at_ms: integer().notNull(),
  /** Compact JWS over position, hash and time; its header identifies the key. */
  jws: text().notNull(),
});
