import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Number of billable items per day and plan, for all customers that currently have the plan;
 * maintained by triggers on `daily_counts`, `billed_days` and `tenants`.
 */
export const planDays = sqliteTable(
  'plan_days',
  {
    plan_id: text().notNull(),
    /** The day in UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.plan_id, table.day] })],
);
