import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Counts per day and customer for analytics, without test sessions. Triggers maintain them in the transaction in which
 * the queue consumer writes a row; a nightly recount corrects drift.
 */
export const dailyCounts = sqliteTable(
  'daily_counts',
  {
    /** Empty: the whole platform. */
    tenant_id: text().notNull(),
    /**
     * `created`, a final status, `carried`, `contested`, `overturned` or `funnel.<event>`; of the platform alone also `tenants`,
     * `risk.<band>` and `corrected`, the counts that a recount of that night found wrong.
     */
    name: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.name, table.day] }),
    index('daily_counts_of_day').on(table.day),
    index('daily_counts_by_day').on(table.name, table.day, table.tenant_id, table.value),
  ],
);
