import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { countedPerDay } from './audit-counts.ts';

/**
 * Like `audit_counts`, but for the entries in a customer's own log; maintained by a trigger on
 * `audit_entries`.
 */
export const tenantAuditCounts = sqliteTable(
  'tenant_audit_counts',
  {
    tenant_id: text().notNull(),
    /**
     * EVERYBODY in totals over all members; 0 for operators and the service, and when nobody was
     * signed in.
     */
    member_id: integer().notNull(),
    ...countedPerDay(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenant_id, table.member_id, table.action, table.target_type, table.day],
    }),
  ],
);
