import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Outcomes of a customer and a day that have left `outcome_days` and are on their way to the
 * customer's ledger (D-178). A part never changes. A customer's parts are added up, so a day may
 * have several of them.
 */
export const outcomeParts = sqliteTable(
  'outcome_parts',
  {
    tenant_id: text().notNull(),
    /** A customer's parts are numbered from 1, in the order in which they were made. */
    number: integer().notNull(),
    /** Random: distinguishes parts of the same number after the database was restored. */
    id: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    /** JSON: successes and failures by kind and item, such as `{"country":{"NL":[3,1]}}`. */
    outcomes: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.number] })],
);

/**
 * The number of parts that each customer's outcomes have made so far. A restored database knows by
 * it which parts in a ledger it has not made yet.
 */
export const outcomesFrozen = sqliteTable('outcomes_frozen', {
  tenant_id: text().primaryKey(),
  parts: integer().notNull(),
});
