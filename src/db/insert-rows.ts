// Inserts many rows in one statement: D1 limits the number of statements, and allows a hundred
// parameters in each.
import { getTableColumns, sql, type Column, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Condition, Database } from './client.ts';

/**
 * Decides whether a row is inserted.
 * @param valueOf returns the row's value for the named column
 */
export type RowCondition = (valueOf: (column: string) => SQL) => Condition;

/**
 * Inserts the rows that do not exist yet, in the given order. Omitted columns get their defaults.
 * @param onlyIf one condition for all rows, or a condition for each row
 */
export function insertNewRows<T extends SQLiteTable>(
  db: Database,
  table: T,
  rows: readonly T['$inferInsert'][],
  onlyIf: Condition | RowCondition = sql`true`,
) {
  const columns = Object.entries<Column>(getTableColumns(table));
  const values = rows.map((row: Readonly<Record<string, unknown>>) =>
    columns.map(([name, column]) => toDriver(column, row[name] ?? column.default)),
  );
  const fields = columns.map((_column, at) => sql.raw(`value ->> ${at}`));
  const valueOf = (column: string): SQL =>
    fields[columns.findIndex(([name]) => name === column)] ?? sql`NULL`;
  const condition = typeof onlyIf === 'function' ? onlyIf(valueOf) : onlyIf;
  return db
    .insert(table)
    .select(
      sql`SELECT ${sql.join(fields, sql`, `)} FROM json_each(${JSON.stringify(values)}) WHERE ${condition}`,
    )
    .onConflictDoNothing();
}

const toDriver = (column: Column, value: unknown): unknown =>
  value === undefined || value === null ? null : column.mapToDriverValue(value);
