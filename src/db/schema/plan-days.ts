import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Billable items per day and plan, of the customers that have the plan now; maintained by triggers
 * on `daily_counts` and `tenants`.
 */
export const planDays = sqliteTable(
  'plan_days',
  {
    plan_id: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.plan_id, table.day] })],
);
