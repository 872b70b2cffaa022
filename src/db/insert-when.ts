// Conditional INSERT (INSERT … SELECT … WHERE): the check and the write are one statement, so there
// is no race between them.
import { getTableColumns, Param, sql, type Column, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';

/** The condition that the previous statement of the batch changed a row. */
export const AFTER_CHANGE = sql`changes() > 0`;

/**
 * Inserts the row only if the condition is true. Omitted columns get their defaults.
 * @param computed columns whose value the database computes
 */
export function insertWhen<T extends SQLiteTable>(
  db: Database,
  table: T,
  row: T['$inferInsert'],
  condition: SQL,
  computed: Readonly<Record<string, SQL>> = {},
) {
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries<Column>(getTableColumns(table)).map(
    ([name, column]) => computed[name] ?? new Param(given[name] ?? column.default ?? null, column),
  );
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`);
}
