import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Number of billable items per day and customer whose counts have moved from `daily_counts` to the
 * customer's ledger (D-181). Usage and `plan_days` are sums over both tables, so they do not change
 * when counts move.
 */
export const billedDays = sqliteTable(
  'billed_days',
  {
    tenant_id: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.day] })],
);
