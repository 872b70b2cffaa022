import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How many of a customer's audit entries have moved to its ledger, which numbers them from 1. */
export const auditMoved = sqliteTable('audit_moved', {
  tenant_id: text().primaryKey(),
  entries: integer().notNull(),
});

/**
 * Digests of the audit entries that have moved to ledgers, so that the hash chain can be checked
 * without the entries. Triggers reject every UPDATE and DELETE, and let an entry be deleted only if
 * it has a row here (0033_moved-audit.sql).
 */
export const auditDigests = sqliteTable('audit_digests', {
  entry_id: integer().primaryKey(),
  /** SHA-256 of the entry, hex. Empty for an entry that was linked before D-183. */
  digest: text().notNull(),
});
