import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The number of sessions abandoned at each step, by language and class of device, for customers
 * that have enabled these counts (`tenants.fall_through`, D-124). Updated when the list row of an
 * ended session is written; no row identifies a session.
 */
export const fallThroughMonths = sqliteTable(
  'fall_through_months',
  {
    tenant_id: text().notNull(),
    /** The month in which the sessions ended, in UTC, `YYYY-MM`. */
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
