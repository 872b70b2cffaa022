// SQL for ledger work that is still outstanding after a change in D1.
import { inArray, lt, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { insertNewRows, type RowCondition } from '../../../db/insert-rows.ts';
import { AFTER_CHANGE } from '../../../db/insert-when.ts';
import { ledgerWork } from '../../../db/schema/index.ts';

export type WorkRow = typeof ledgerWork.$inferSelect;

/** @param onlyIf one condition for all rows, or a condition that is evaluated for each row */
export const insertWork = (
  db: Database,
  rows: readonly WorkRow[],
  onlyIf?: Condition | RowCondition,
): Statement => insertNewRows(db, ledgerWork, rows, onlyIf);

/** Inserts the rows if the previous statement affected a row. */
export const insertWorkOfChange = (db: Database, rows: readonly WorkRow[]): Statement =>
  insertNewRows(db, ledgerWork, rows, AFTER_CHANGE);

/** @returns the rows with these ids that were inserted and whose work has not been done yet */
export const findWork = async (db: Database, ids: readonly string[]): Promise<WorkRow[]> =>
  db
    .select()
    .from(ledgerWork)
    .where(inArray(ledgerWork.id, [...ids]))
    .orderBy(ledgerWork.created_at_ms);

/** @returns up to `limit` rows created before `beforeMs`, in random order */
export const listPendingWork = async (
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<WorkRow[]> =>
  db
    .select()
    .from(ledgerWork)
    .where(lt(ledgerWork.created_at_ms, beforeMs))
    .orderBy(sql`random()`)
    .limit(limit);

export async function deleteWork(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(ledgerWork).where(inArray(ledgerWork.id, [...ids]));
}

export async function deleteWorkBefore(db: Database, beforeMs: number): Promise<void> {
  await db.delete(ledgerWork).where(lt(ledgerWork.created_at_ms, beforeMs));
}
