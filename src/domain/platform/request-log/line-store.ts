// SQL for request lines.
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { deleteMany } from '../../../db/delete-in-slices.ts';
import { insertNewRows } from '../../../db/insert-rows.ts';
import { requestLines } from '../../../db/schema/request-lines.ts';
import type { RequestLine } from './line.ts';

/** Inserts all lines in one statement. */
export async function insertLines(db: Database, lines: readonly RequestLine[]): Promise<void> {
  await insertNewRows(db, requestLines, lines);
}

interface Wanted {
  tenantId: string;
  test: boolean;
  onlyErrors: boolean;
  /** A range of ids: from `from` (inclusive) to `before` (exclusive). */
  from: number;
  before: number | undefined;
  limit: number;
}

/** @returns lines, latest first; one index serves every filter */
export async function selectLines(db: Database, wanted: Wanted): Promise<RequestLine[]> {
  return db
    .select()
    .from(requestLines)
    .where(
      and(
        eq(requestLines.tenant_id, wanted.tenantId),
        eq(requestLines.test, wanted.test),
        gte(requestLines.id, wanted.from),
        wanted.before === undefined ? undefined : lt(requestLines.id, wanted.before),
        // Worded like the partial index's condition; otherwise SQLite would not use the index.
        wanted.onlyErrors ? sql`${requestLines.status} >= 400` : undefined,
      ),
    )
    .orderBy(desc(requestLines.id))
    .limit(wanted.limit);
}

/** Deletes lines before an id, as many as a run has time for. */
export async function deleteLinesBefore(db: Database, id: number): Promise<void> {
  await deleteMany(db, requestLines, lt(requestLines.id, id));
}
