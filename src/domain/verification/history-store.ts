// SQL of the list's history: rows of sessions that were erased long ago go, with their funnels. Counts stay.
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { repeatInSlices } from '../../db/delete-in-slices.ts';
import { funnelEvents, verificationSessions } from '../../db/schema/index.ts';
import { DAY_MS } from '../../durations.ts';
import { FIRST_PARTY_TENANT_ID } from './rules/account-age.ts';
import { LISTED_AFTER_RESULT_DAYS } from './rules/session.ts';

interface HistoryEnd {
  nowMs: number;
  /** Days a row stays that no customer's setting is about. */
  firstPartyDays: number;
  /** Rows that were erased after that stay: a late event of the session would write them again. */
  erasedBeforeMs: number;
}

/** Customer by customer, by the index of their lists. */
const selectEnded = (
  { nowMs, firstPartyDays, erasedBeforeMs }: HistoryEnd,
  limit: number,
): SQL => sql`
  SELECT s.id FROM (
    SELECT id, MAX(history_days, retention_days + ${LISTED_AFTER_RESULT_DAYS}) AS days FROM tenants
    UNION ALL SELECT ${FIRST_PARTY_TENANT_ID}, ${firstPartyDays}) AS t
  CROSS JOIN verification_sessions AS s ON s.tenant_id = t.id AND s.test IN (0, 1)
    AND s.created_at_ms < ${nowMs} - t.days * ${DAY_MS}
  WHERE s.erased_at_ms < ${erasedBeforeMs} LIMIT ${limit}`;

export async function deleteEnded(db: Database, end: HistoryEnd): Promise<void> {
  await repeatInSlices(async (limit) => {
    const rows = await db.all<{ id: string }>(selectEnded(end, limit));
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;
    if (rows.length > 0)
      await db.batch([
        db.delete(funnelEvents).where(inArray(funnelEvents.session_id, ids)),
        db.delete(verificationSessions).where(inArray(verificationSessions.id, ids)),
      ]);
    return rows.length;
  });
}
