import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

const OF_TENANT = sql`tenant_id <> ''`;
/** The operators' log. Its indexes have no rows for what customers' staff do. */
const OF_OPERATORS = sql`audience = 'admin'`;

/**
 * The audit log. Triggers reject every UPDATE, and every DELETE of an entry that has not moved to a
 * ledger (0033_moved-audit.sql), so there are no foreign keys to rows that may be deleted: ids are
 * plain values.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at_ms: integer().notNull(),
    /**
     * The member who acted; null for actions of the service itself and for failed sign-ins with an
     * unknown address.
     */
    staff_id: integer(),
    audience: text({ enum: ['admin', 'dashboard', 'scim', 'system'] }).notNull(),
    /** The customer whose log contains the entry; empty for the operator's log. */
    tenant_id: text().notNull().default(''),
    /** The action, such as `account.suspend`. */
    action: text().notNull(),
    target_type: text().notNull(),
    target_id: text().notNull(),
    ip: text(),
    user_agent: text(),
    /** JSON objects of the changed fields, without secrets. */
    before: text(),
    after: text(),
  },
  (table) => [
    // SQLite takes the first of several partial indexes that fit, so the migration creates those
    // with more columns first.
    index('audit_by_staff_target')
      .on(table.staff_id, table.target_type, table.at_ms)
      .where(OF_OPERATORS),
    index('audit_by_staff_action')
      .on(table.staff_id, table.action, table.at_ms)
      .where(OF_OPERATORS),
    index('audit_of_target')
      .on(table.target_type, table.target_id, table.at_ms)
      .where(OF_OPERATORS),
    index('audit_by_target').on(table.target_type, table.at_ms).where(OF_OPERATORS),
    index('audit_by_action').on(table.action, table.at_ms).where(OF_OPERATORS),
    index('audit_by_staff').on(table.staff_id, table.at_ms).where(OF_OPERATORS),
    index('audit_by_time').on(table.at_ms).where(OF_OPERATORS),
    index('audit_by_tenant').on(table.tenant_id, table.at_ms),
    // Indexes of a customer's own log: one for each filter and for each pair of filters, except the
    // pair of action and target type, because an action implies its target type.
    index('audit_by_tenant_staff')
      .on(table.tenant_id, table.staff_id, table.at_ms)
      .where(OF_TENANT),
    index('audit_by_tenant_action').on(table.tenant_id, table.action, table.at_ms).where(OF_TENANT),
    index('audit_by_tenant_target')
      .on(table.tenant_id, table.target_type, table.at_ms)
      .where(OF_TENANT),
    index('audit_by_tenant_staff_action')
      .on(table.tenant_id, table.staff_id, table.action, table.at_ms)
      .where(OF_TENANT),
    index('audit_by_tenant_staff_target')
      .on(table.tenant_id, table.staff_id, table.target_type, table.at_ms)
      .where(OF_TENANT),
  ],
);

/** The hash chain over the entries, in id order. Like the entries, it is append-only. */
export const auditLinks = sqliteTable('audit_links', {
  entry_id: integer().primaryKey(),
  /** SHA-256 of the entry and the previous hash, hex. */
  hash: text().notNull(),
});
