// An INSERT that asks first, in the same statement: what is counted or compared there cannot change in between.
import { getTableColumns, Param, sql, type Column, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';

/** The statement before this one in the batch changed a row. */
export const AFTER_CHANGE = sql`changes() > 0`;

/** Inserts the row where the condition holds, else nothing. Columns left out get their defaults. */
export function insertWhen<T extends SQLiteTable>(
  db: Database,
  table: T,
  row: T['$inferInsert'],
  condition: SQL,
) {
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries<Column>(getTableColumns(table)).map(
    ([name, column]) => new Param(given[name] ?? column.default ?? null, column),
  );
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`);
}
