// SQL of the session list as customers search it. Every query goes by an index in the order of the list; none walks
// further than one day, one user's sessions or one batch.
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  lt,
  lte,
  sql,
  sum,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import {
  funnelEvents,
  sessionDays,
  verificationSessions as sessions,
} from '../../db/schema/index.ts';
import { millisecondsOf, type DayCount, type PagePlace } from '../terms/locate-page.ts';
import type { FunnelEvent } from './rules/funnel.ts';
import { parseReason, type SessionReason } from './rules/reasons.ts';
import type { SessionFilter } from './list-sessions.ts';

type StoredRow = typeof sessions.$inferSelect;
export type SessionRow = Omit<StoredRow, 'reason'> & { reason: SessionReason | null };

/** Rows may come from any version of the service: their reason may be a text that this one does not list. */
const parseRow = <T extends StoredRow>(row: T) => ({
  ...row,
  reason: row.reason === null ? null : parseReason(row.reason),
});

/** Sessions of the same millisecond are listed in order of insertion. */
const ROWID = sql<number>`${sessions}.rowid`;
const LATEST_FIRST = [desc(sessions.created_at_ms), desc(ROWID)];

/** @returns sessions per day that pass the filter but for the user, latest day first */
export function countByDay(db: Database, filter: SessionFilter) {
  const { tenantId, test, status, verificationType, startDate, endDate } = filter;
  return db
    .select({ day: sessionDays.day, value: sum(sessionDays.value).mapWith(Number) })
    .from(sessionDays)
    .where(
      and(
        eq(sessionDays.tenant_id, tenantId),
        eq(sessionDays.test, test),
        startDate === undefined ? undefined : gte(sessionDays.day, startDate),
        endDate === undefined ? undefined : lte(sessionDays.day, endDate),
        status === undefined ? undefined : eq(sessionDays.status, status),
        verificationType === undefined
          ? undefined
          : eq(sessionDays.verification_type, verificationType),
      ),
    )
    .groupBy(sessionDays.day)
    .orderBy(desc(sessionDays.day));
}

export const readDayCounts = (db: Database, filter: SessionFilter): Promise<DayCount[]> =>
  countByDay(db, filter);

/** @param most where it stops counting */
export function selectCountOfUser(db: Database, filter: SessionFilter, most: number) {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(sessions)
    .where(passes(filter))
    .limit(most)
    .as('found');
  return db.select({ total: count() }).from(found);
}

export async function countOfUser(
  db: Database,
  filter: SessionFilter,
  most: number,
): Promise<number> {
  const [counted] = await selectCountOfUser(db, filter, most);
  return counted?.total ?? 0;
}

/** One page, latest first. @param place where it begins (domain/terms/locate-page.ts) */
export const selectPage = (
  db: Database,
  filter: SessionFilter,
  { beforeMs, skip }: PagePlace,
  limit: number,
) =>
  db
    .select()
    .from(sessions)
    .where(and(passes(filter), lt(sessions.created_at_ms, beforeMs ?? 0)))
    .orderBy(...LATEST_FIRST)
    .limit(limit)
    .offset(skip);

export const readPage = async (
  db: Database,
  filter: SessionFilter,
  place: PagePlace,
  limit: number,
): Promise<SessionRow[]> => (await selectPage(db, filter, place, limit)).map(parseRow);

/** A row with its place in the list. */
export type KeysetRow = SessionRow & { rowid: number };

/** @param last the row before the first one wanted; none: from the latest on */
export const selectBatch = (
  db: Database,
  filter: SessionFilter,
  last: Pick<KeysetRow, 'created_at_ms' | 'rowid'> | undefined,
  limit: number,
) =>
  db
    .select({ ...getTableColumns(sessions), rowid: ROWID })
    .from(sessions)
    .where(
      and(
        passes(filter),
        last && sql`(${sessions.created_at_ms}, ${ROWID}) < (${last.created_at_ms}, ${last.rowid})`,
      ),
    )
    .orderBy(...LATEST_FIRST)
    .limit(limit);

export const readBatch = async (
  db: Database,
  filter: SessionFilter,
  last: KeysetRow | undefined,
  limit: number,
): Promise<KeysetRow[]> => (await selectBatch(db, filter, last, limit)).map(parseRow);

export const selectRow = (db: Database, tenantId: string, id: string) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.tenant_id, tenantId)));

/** @returns the list row of one session */
export async function findSessionRow(
  db: Database,
  tenantId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const [row] = await selectRow(db, tenantId, id);
  return row && parseRow(row);
}

export const selectFunnel = (db: Database, sessionId: string) =>
  db
    .select()
    .from(funnelEvents)
    .where(eq(funnelEvents.session_id, sessionId))
    .orderBy(asc(funnelEvents.seq));

/** How far the visitor of a session that is over got. */
export async function readFunnel(db: Database, sessionId: string): Promise<FunnelEvent[]> {
  const rows = await selectFunnel(db, sessionId);
  return rows.map(({ name, step, notice, at_ms: atMs }) => ({
    name: name as FunnelEvent['name'],
    atMs,
    ...(step !== null && { step: step as NonNullable<FunnelEvent['step']> }),
    ...(notice !== null && { notice }),
  }));
}

function passes(filter: SessionFilter): SQL | undefined {
  const { tenantId, test, externalUserId } = filter;
  const { fromMs, beforeMs } = millisecondsOf(filter);
  return and(
    eq(sessions.tenant_id, tenantId),
    eq(sessions.test, test),
    externalUserId === undefined ? undefined : eq(sessions.external_user_id, externalUserId),
    hasEnded(filter),
    gte(sessions.created_at_ms, fromMs),
    lt(sessions.created_at_ms, beforeMs),
  );
}

/**
 * Status and type, as the index that fits best has them. A plus keeps the planner from the index of a column: one
 * user's sessions are fewer than those of any status.
 */
function hasEnded({ status, verificationType, externalUserId }: SessionFilter): SQL | undefined {
  const { status: statusColumn, verification_type: type } = sessions;
  if (externalUserId !== undefined)
    return and(
      status === undefined ? undefined : sql`+${statusColumn} = ${status}`,
      verificationType === undefined ? undefined : sql`+${type} = ${verificationType}`,
    );
  if (status !== undefined && verificationType !== undefined)
    return sql`verification_type IS NOT NULL
      AND (verification_type || status) = ${verificationType + status}`;
  return and(
    status === undefined ? undefined : eq(statusColumn, status),
    verificationType === undefined ? undefined : eq(type, verificationType),
  );
}
