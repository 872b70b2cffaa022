// SQL for lines of the request log that versions before D-170 wrote to D1. No new lines are added,
// and existing ones are deleted once they are older than REQUEST_LOG_DAYS.
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { deleteMany } from '../../../db/delete-in-slices.ts';
import { requestLines } from '../../../db/schema/request-lines.ts';
import type { LedgerOwner } from '../ledgers/volume.ts';
import type { RequestLine, WantedLines } from './line.ts';

/** @returns lines, newest first; every combination of filters uses an index */
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
        // This condition must match the partial index's condition word for word; otherwise SQLite
        // would not use the index.
        wanted.onlyErrors ? sql`${requestLines.status} >= 400` : undefined,
      ),
    )
    .orderBy(desc(requestLines.id))
    .limit(wanted.limit);
}

/** Deletes the lines with ids below `id`, or as many of them as one run has time for. */
export async function deleteEarlierLinesBefore(db: Database, id: number): Promise<void> {
  await deleteMany(db, requestLines, lt(requestLines.id, id));
}
