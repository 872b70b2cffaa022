// SQL for old rows in the list of sessions: finds sessions that have not been erased yet, and
// deletes the rows of those that were erased long ago. Counts are kept.
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { repeatInSlices } from '../../db/delete-in-slices.ts';
import { verificationSessions } from '../../db/schema/index.ts';
import { DAY_MS } from '../../time/durations.ts';
import { FIRST_PARTY_TENANT_ID } from './rules/age/account-age.ts';
import { LISTED_AFTER_RESULT_DAYS } from './rules/session/listed-days.ts';
import { deleteUnfolded } from './unfolded-store.ts';

/**
 * How many days the service's own sessions stay in the list; this is also the default for
 * customers.
 */
const FIRST_PARTY_DAYS = 180;

/**
 * Selects the rows (as `s`) that are older than their customer's history period, customer by
 * customer, so that SQLite uses the index of the lists.
 */
const selectOld = (nowMs: number): SQL => sql`
  SELECT s.id FROM (
    SELECT id, MAX(history_days, retention_days + ${LISTED_AFTER_RESULT_DAYS}) AS days FROM tenants
    UNION ALL SELECT ${FIRST_PARTY_TENANT_ID}, ${FIRST_PARTY_DAYS}) AS t
  CROSS JOIN verification_sessions AS s ON s.tenant_id = t.id AND s.test IN (0, 1)
    AND s.created_at_ms < ${nowMs} - t.days * ${DAY_MS}`;

/** @returns a random selection of old sessions that have ended and have not been erased */
export async function listUnerased(db: Database, nowMs: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`${selectOld(nowMs)}
    WHERE s.erased_at_ms IS NULL AND s.completed_at_ms IS NOT NULL ORDER BY random() LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * @param erasedBeforeMs the rows of sessions that were erased later are kept, because a late event
 *   of such a session would create its row again
 */
export async function deleteEnded(
  db: Database,
  { nowMs, erasedBeforeMs }: { nowMs: number; erasedBeforeMs: number },
): Promise<void> {
  await repeatInSlices(async (limit) => {
    const rows = await db.all<{ id: string }>(
      sql`${selectOld(nowMs)} WHERE s.erased_at_ms < ${erasedBeforeMs} LIMIT ${limit}`,
    );
    const found = rows.map(({ id }) => id);
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(found)}))`;
    if (rows.length > 0)
      await db.batch([
        deleteUnfolded(db, found),
        db.delete(verificationSessions).where(inArray(verificationSessions.id, ids)),
      ]);
    return rows.length;
  });
}
