// SQL for resealing: reads encrypted columns in slices, and replaces values that have not changed
// since.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { MarkedColumn, SealedColumn } from './sealed-columns.ts';

/** The part of D1 that resealing needs, so that a script can run it as well. */
export type SealedDatabase = Pick<Database, 'all' | 'run'>;

export interface SealedRow {
  id: string | number;
  sealed: string;
}

/**
 * @param after the id of the last row read; absent to start with the first row
 * @returns rows in order of id
 */
const selectSealed = (
  { table, id, column }: SealedColumn,
  after: SealedRow['id'] | undefined,
  limit: number,
): SQL => {
  const [from, key, secret] = [table, id, column].map((name) => sql.identifier(name));
  const beyond = after === undefined ? sql`` : sql`AND ${key} > ${after}`;
  return sql`SELECT ${key} AS id, ${secret} AS sealed FROM ${from}
    WHERE ${secret} IS NOT NULL AND ${secret} <> '' ${beyond} ORDER BY ${key} LIMIT ${limit}`;
};

export const readSealed = (
  db: SealedDatabase,
  column: SealedColumn,
  after: SealedRow['id'] | undefined,
  limit: number,
): Promise<SealedRow[]> => db.all<SealedRow>(selectSealed(column, after, limit));

/** @returns the number of rows sealed by each key */
export const countBySeal = (
  db: SealedDatabase,
  { table, sealedBy }: MarkedColumn,
): Promise<{ by: string; rows: number }[]> => {
  const [from, by] = [table, sealedBy].map((name) => sql.identifier(name));
  return db.all(sql`SELECT ${by} AS "by", count(*) AS "rows" FROM ${from} GROUP BY ${by}`);
};

/** Like readSealed, but reads only the rows sealed with one key. */
export const readSealedBy = (
  db: SealedDatabase,
  { table, id, column, sealedBy }: MarkedColumn,
  key: string,
  after: SealedRow['id'],
  limit: number,
): Promise<SealedRow[]> => {
  const [from, name, secret, by] = [table, id, column, sealedBy].map((one) => sql.identifier(one));
  return db.all<SealedRow>(sql`SELECT ${name} AS id, ${secret} AS sealed FROM ${from}
    WHERE ${by} = ${key} AND ${name} > ${after} ORDER BY ${name} LIMIT ${limit}`);
};

/**
 * Replaces secrets. A secret that has been changed since it was read is kept, because it is already
 * sealed with the current key.
 * @param by the id of the key, for tables that record it
 */
export async function replaceSealed(
  db: SealedDatabase,
  { table, id, column, sealedBy }: SealedColumn,
  rows: readonly (SealedRow & { resealed: string })[],
  by = '',
): Promise<void> {
  const [into, key, secret] = [table, id, column].map((name) => sql.identifier(name));
  const values = JSON.stringify(rows.map((row) => [row.id, row.sealed, row.resealed]));
  const mark = sealedBy === undefined ? sql`` : sql`, ${sql.identifier(sealedBy)} = ${by}`;
  await db.run(sql`UPDATE ${into} SET ${secret} = made.value ->> 2${mark} FROM json_each(${values}) AS made
    WHERE ${into}.${key} = made.value ->> 0 AND ${into}.${secret} = made.value ->> 1`);
}
