import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * A customer's figures for one day that have been removed from `outcome_days` and `daily_counts`
 * and are waiting to be moved to the customer's ledger (D-178, D-181). A part never changes. A
 * customer's parts are added up, so a day may have several of them.
 */
export const outcomeParts = sqliteTable(
  'outcome_parts',
  {
    tenant_id: text().notNull(),
    /** A customer's parts are numbered from 1, in order of creation. */
    number: integer().notNull(),
    /** Random: distinguishes parts that have the same number because the database was restored. */
    id: text().notNull(),
    /** The day in UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    /**
     * JSON: successes and failures by kind and item, and the values of daily counts by name, such
     * as `{"country":{"NL":[3,1]},"counts":{"success+created":3,"failed":1}}`.
     */
    outcomes: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.number] })],
);

/**
 * The number of parts created so far for each customer. After the database has been restored from a
 * backup, a ledger may contain parts with higher numbers, which readers ignore.
 */
export const outcomesFrozen = sqliteTable('outcomes_frozen', {
  tenant_id: text().primaryKey(),
  parts: integer().notNull(),
});
