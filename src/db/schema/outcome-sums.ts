import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * `outcome_days` up to the end of each day: what a period has is the difference of two rows, however long it is. Maintained by
 * triggers on `outcome_days`.
 */
export const outcomeSums = sqliteTable(
  'outcome_sums',
  {
    tenant_id: text().notNull(),
    kind: text().notNull(),
    item: text().notNull(),
    status: text().notNull(),
    /** UTC, `YYYY-MM-DD`: of a day that has the item. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.kind, table.item, table.status, table.day] }),
  ],
);
