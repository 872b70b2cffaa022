// Deletes many rows in slices, because a statement may run for at most 30 seconds on D1, and a
// scheduled run has other work to do.
import { sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';

const ROWS_PER_SLICE = 500;
const SLICES_PER_RUN = 10;
/**
 * The maximum number of rows that one statement deletes. No rows of other tables may refer to the
 * deleted rows, because the referring rows would be deleted as well.
 */
const MAX_AT_ONCE = ROWS_PER_SLICE * SLICES_PER_RUN;

/**
 * Repeats a deletion until no rows are left or the run has done its share; the next run continues
 * with the rest.
 * @param deleteSlice deletes at most `limit` rows, and returns how many it deleted
 */
export async function repeatInSlices(
  deleteSlice: (limit: number) => Promise<number>,
  rowsPerSlice = ROWS_PER_SLICE,
): Promise<void> {
  for (let slice = 0; slice < SLICES_PER_RUN; slice += 1)
    if ((await deleteSlice(rowsPerSlice)) < rowsPerSlice) return;
}

/** @param due a condition that uses an index */
export async function deleteInSlices(
  db: Database,
  table: SQLiteTable,
  due: SQL | undefined,
): Promise<void> {
  await repeatInSlices((limit) => deleteSome(db, table, due, limit));
}

/**
 * Deletes a run's share in one statement; suitable for small rows with few indexes. The next run
 * continues with the rest.
 * @param due a condition that uses an index
 */
export async function deleteAtOnce(
  db: Database,
  table: SQLiteTable,
  due: SQL | undefined,
): Promise<void> {
  await deleteSome(db, table, due, MAX_AT_ONCE);
}

/**
 * Deletes up to ten times as many rows per run as deleteInSlices, for a table that grows with every
 * API call.
 * @param due a condition that uses an index
 */
export async function deleteMany(
  db: Database,
  table: SQLiteTable,
  due: SQL | undefined,
): Promise<void> {
  await repeatInSlices((limit) => deleteSome(db, table, due, limit), MAX_AT_ONCE);
}

async function deleteSome(
  db: Database,
  table: SQLiteTable,
  due: SQL | undefined,
  limit: number,
): Promise<number> {
  const { meta } = await db.run(
    sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${due} LIMIT ${limit})`,
  );
  return meta.changes;
}
