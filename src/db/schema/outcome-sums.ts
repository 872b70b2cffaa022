import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Running totals of `outcome_days` up to the end of each day: the total of any period is the
 * difference between two rows. Maintained by triggers on `outcome_days`.
 */
export const outcomeSums = sqliteTable(
  'outcome_sums',
  {
    tenant_id: text().notNull(),
    kind: text().notNull(),
    item: text().notNull(),
    status: text().notNull(),
    /** UTC, `YYYY-MM-DD`; only days with the item have rows. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.kind, table.item, table.status, table.day] }),
  ],
);
