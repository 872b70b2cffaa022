// SQL for the sessions that wait for a human (D-95), from their list rows.
import { and, asc, eq, isNotNull, isNull, sql, sum } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { sessionDays, tenants, verificationSessions as sessions } from '../../db/schema/index.ts';

/** The tenant whose sessions to read, and their mode. */
export interface ReviewFilter {
  tenantId: string;
  test: boolean;
}

const waitsFor = ({ tenantId, test }: ReviewFilter) =>
  and(
    eq(sessions.tenant_id, tenantId),
    eq(sessions.test, test),
    // Must be written like the partial index, without a parameter.
    sql`${sessions.status} = 'pending_tenant_review'`,
  );

/** Waiting sessions, those that end first at the top. */
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

/** Counts by the day on which sessions began. */
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

/** @returns one page, and the number of waiting sessions */
export async function listWaiting(
  db: Database,
  filter: ReviewFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: (typeof sessions.$inferSelect)[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    selectWaiting(db, filter, slice),
    countWaiting(db, filter),
  ]);
  // Without any row the sum is NULL.
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Waiting sessions of deleted customers.
 * @returns ids of their sessions' objects
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
