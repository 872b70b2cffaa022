// SQL for the sessions that are waiting for a reviewer (D-95), read from the rows of the session
// list.
import { and, asc, eq, isNotNull, isNull, sql, sum } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { sessionDays, tenants, verificationSessions as sessions } from '../../db/schema/index.ts';

/** The tenant and the mode whose sessions are listed. */
export interface ReviewFilter {
  tenantId: string;
  test: boolean;
}

const waitsFor = ({ tenantId, test }: ReviewFilter) =>
  and(
    eq(sessions.tenant_id, tenantId),
    eq(sessions.test, test),
    // SQLite uses the partial index only if the status is a literal, not a parameter.
    sql`${sessions.status} = 'pending_tenant_review'`,
  );

/** Selects the waiting sessions, earliest deadline first. */
export const selectWaiting = (
  db: Database,
  filter: ReviewFilter,
  { offset, limit }: { offset: number; limit: number },
) =>
  db
    .select()
    .from(sessions)
    .where(waitsFor(filter))
    .orderBy(asc(sessions.expires_at_ms), asc(sessions.id))
    .limit(limit)
    .offset(offset);

/** Counts the waiting sessions by adding up the stored counts per day of creation. */
const countWaiting = (db: Database, { tenantId, test }: ReviewFilter) =>
  db
    .select({ total: sum(sessionDays.value).mapWith(Number) })
    .from(sessionDays)
    .where(
      and(
        eq(sessionDays.tenant_id, tenantId),
        eq(sessionDays.test, test),
        eq(sessionDays.status, 'pending_tenant_review'),
      ),
    );

/** @returns one page of waiting sessions, and their total number */
export async function listWaiting(
  db: Database,
  filter: ReviewFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: (typeof sessions.$inferSelect)[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    selectWaiting(db, filter, slice),
    countWaiting(db, filter),
  ]);
  // SUM returns NULL when there are no rows.
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Finds waiting sessions of deleted customers.
 * @returns the ids of the sessions' objects
 */
export async function listWaitingOfEnded(db: Database, limit: number): Promise<string[]> {
  const waits = and(isNull(sessions.completed_at_ms), eq(sessions.status, 'pending_tenant_review'));
  const rows = await db
    .select({ id: sessions.id })
    .from(tenants)
    .innerJoin(sessions, and(eq(sessions.tenant_id, tenants.id), waits))
    .where(isNotNull(tenants.ended_at_ms))
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.map(({ id }) => id);
}
