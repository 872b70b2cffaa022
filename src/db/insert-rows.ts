// Many rows in one statement: D1 counts statements, and takes a hundred parameters in each.
import { getTableColumns, sql, type Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Condition, Database } from './client.ts';

/**
 * Inserts the rows that are not there yet, in their order. Omitted columns get their defaults.
 * @param onlyIf a condition for all of them
 */
export function insertNewRows<T extends SQLiteTable>(
  db: Database,
  table: T,
  rows: readonly T['$inferInsert'][],
  onlyIf: Condition = sql`true`,
) {
  const columns = Object.entries<Column>(getTableColumns(table));
  const values = rows.map((row: Readonly<Record<string, unknown>>) =>
    columns.map(([name, column]) => toDriver(column, row[name] ?? column.default)),
  );
  const fields = columns.map((_column, at) => sql.raw(`value ->> ${at}`));
  return db
    .insert(table)
    .select(
      sql`SELECT ${sql.join(fields, sql`, `)} FROM json_each(${JSON.stringify(values)}) WHERE ${onlyIf}`,
    )
    .onConflictDoNothing();
}

const toDriver = (column: Column, value: unknown): unknown =>
  value === undefined || value === null ? null : column.mapToDriverValue(value);
