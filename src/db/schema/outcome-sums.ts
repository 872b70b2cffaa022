import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Running totals of `outcome_days` for the versions before D-178, which still work with the
 * database. Nothing in this version reads or writes it. Empty, unless the nightly job of such a
 * version ran between migration and deployment.
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

/**
 * The last day that `outcome_sums` contains: an empty string, so that an earlier version adds up
 * `outcome_days` instead.
 */
export const outcomesSummed = sqliteTable('outcomes_summed', {
  /** Always 1, since there is one row. */
  id: integer().primaryKey(),
  /** UTC, `YYYY-MM-DD`; empty before the first day. */
  day: text().notNull(),
});
