// SQL for lines that versions before D-170 wrote to D1. Nothing is added to them.
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { deleteMany, repeatInSlices } from '../../../db/delete-in-slices.ts';
import { requestLines } from '../../../db/schema/request-lines.ts';
import type { LedgerOwner } from '../ledgers/volume.ts';
import type { RequestLine, WantedLines } from './line.ts';

/** The number of lines in one slice, which are sent to an object in one call. */
const LINES_TOGETHER = 5_000;

/** @returns lines, latest first; one index serves every filter */
export async function readEarlierLines(
  db: Database,
  { tenantId, test }: LedgerOwner,
  wanted: WantedLines,
): Promise<RequestLine[]> {
  return db
    .select()
    .from(requestLines)
    .where(
      and(
        eq(requestLines.tenant_id, tenantId),
        eq(requestLines.test, test),
        gte(requestLines.id, wanted.from),
        wanted.before === undefined ? undefined : lt(requestLines.id, wanted.before),
        // Worded like the partial index's condition; otherwise SQLite would not use the index.
        wanted.onlyErrors ? sql`${requestLines.status} >= 400` : undefined,
      ),
    )
    .orderBy(desc(requestLines.id))
    .limit(wanted.limit);
}

/**
 * @param from lines before this id are left out; the plus keeps the planner from using the primary
 *   key, which has another order
 * @returns lines of few customers: all of one before any of the next
 */
async function listEarlierLines(db: Database, from: number, limit: number): Promise<RequestLine[]> {
  const { tenant_id: tenantId, test, id } = requestLines;
  return db
    .select()
    .from(requestLines)
    .where(sql`+${id} >= ${from}`)
    .orderBy(asc(tenantId), asc(test), asc(id))
    .limit(limit);
}

async function deleteEarlierLines(db: Database, ids: readonly number[]): Promise<void> {
  await db
    .delete(requestLines)
    .where(inArray(requestLines.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`));
}

/** Deletes lines before an id, as many as a run has time for. */
export async function deleteEarlierLinesBefore(db: Database, id: number): Promise<void> {
  await deleteMany(db, requestLines, lt(requestLines.id, id));
}

/**
 * Takes lines out of D1 in slices until none are left or the run has done its share.
 * @param from lines before this id are left where they are
 * @param move receives the lines of a slice; they are deleted when it has returned
 */
export const takeEarlierLines = (
  db: Database,
  from: number,
  move: (lines: readonly RequestLine[]) => Promise<void>,
): Promise<void> =>
  repeatInSlices(async (limit) => {
    const lines = await listEarlierLines(db, from, limit);
    if (lines.length === 0) return 0;
    await move(lines);
    await deleteEarlierLines(
      db,
      lines.map(({ id }) => id),
    );
    return lines.length;
  }, LINES_TOGETHER);
