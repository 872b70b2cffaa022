import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * How many sessions of a customer that wants to know it (`tenants.fall_through`) were left where, by language and class of
 * device (D-124). Written with the row of a session's end; no row names a session.
 */
export const fallThroughMonths = sqliteTable(
  'fall_through_months',
  {
    tenant_id: text().notNull(),
    /** Of the end, in UTC, `YYYY-MM`. */
    month: text().notNull(),
    left_at: text().notNull(),
    language: text().notNull(),
    device: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenant_id, table.month, table.left_at, table.language, table.device],
    }),
    index('fall_through_months_by_month').on(table.month),
  ],
);
