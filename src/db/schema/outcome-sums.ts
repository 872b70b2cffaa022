import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Running totals of `outcome_days` up to the end of each day that is summed: the total of a period
 * is the difference between two rows. A nightly job sums the days that are over, and triggers on
 * `outcome_days` correct the totals afterwards.
 */
export const outcomeSums = sqliteTable(
  'outcome_sums',
  {
    tenant_id: text().notNull(),
    kind: text().notNull(),
    item: text().notNull(),
    status: text().notNull(),
    /** UTC, `YYYY-MM-DD`; only days on which the item occurred have rows. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.kind, table.item, table.status, table.day] }),
  ],
);

/** The last day that `outcome_sums` contains; later days are added up when they are read. */
export const outcomesSummed = sqliteTable('outcomes_summed', {
  /** Always 1, since there is one row. */
  id: integer().primaryKey(),
  /** UTC, `YYYY-MM-DD`; empty before the first day. */
  day: text().notNull(),
});
