import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Running totals of `outcome_days`, kept for versions before D-178, which can still run on this
 * database. This version neither reads nor writes the table. The table is empty unless the nightly
 * job of an earlier version ran between migration and deployment.
 */
export const outcomeSums = sqliteTable(
  'outcome_sums',
  {
    tenant_id: text().notNull(),
    kind: text().notNull(),
    item: text().notNull(),
    status: text().notNull(),
    /** The day in UTC, `YYYY-MM-DD`; only days on which the item occurred have rows. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.kind, table.item, table.status, table.day] }),
  ],
);

/**
 * The last day that `outcome_sums` includes. Migration 0030 set it to an empty string, so that
 * earlier versions add up `outcome_days` instead.
 */
export const outcomesSummed = sqliteTable('outcomes_summed', {
  /** The row's id, always 1, since there is only one row. */
  id: integer().primaryKey(),
  /** The day in UTC, `YYYY-MM-DD`; empty if no day is included. */
  day: text().notNull(),
});
