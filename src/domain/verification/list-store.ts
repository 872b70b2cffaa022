// SQL of the session list as customers search it.
import { and, count, desc, eq, gte, lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { verificationSessions as sessions } from '../../db/schema/index.ts';
import type { SessionFilter } from './list-sessions.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** @returns one page, the latest first, and how many there are in all */
export async function listSessionRows(
  db: Database,
  filter: SessionFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: SessionRow[]; total: number }> {
  const where = and(
    eq(sessions.tenant_id, filter.tenantId),
    filter.test === undefined ? undefined : eq(sessions.test, filter.test),
    filter.status === undefined ? undefined : eq(sessions.status, filter.status),
    filter.verificationType === undefined
      ? undefined
      : eq(sessions.verification_type, filter.verificationType),
    filter.externalUserId === undefined
      ? undefined
      : eq(sessions.external_user_id, filter.externalUserId),
    filter.fromMs === undefined ? undefined : gte(sessions.created_at_ms, filter.fromMs),
    filter.untilMs === undefined ? undefined : lt(sessions.created_at_ms, filter.untilMs),
  );
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(sessions)
      .where(where)
      .orderBy(desc(sessions.created_at_ms), desc(sessions.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(sessions).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
