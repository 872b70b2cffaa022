// SQL for the session list that customers search. Every query uses an index in the order of the
// list, and scans at most one day, one user's sessions or one batch.
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  min,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { selectDayCounts } from '../../db/day-counts.ts';
import { sessionDays, verificationSessions as sessions } from '../../db/schema/index.ts';
import { millisecondsOf, type PagePlace } from '../terms/locate-page.ts';
import { unfoldFunnel } from './rules/session/folded-funnel.ts';
import type { FunnelEvent } from './rules/session/funnel.ts';
import { selectUnfolded, toStep } from './unfolded-store.ts';
import { parseReason, type SessionReason } from './rules/session/reasons.ts';
import type { SessionFilter } from './session-filter.ts';

/** Lists do not show the steps, so they are not read. */
const { funnel: FUNNEL, returned: _returned, ...LISTED } = getTableColumns(sessions);

type StoredRow = Omit<typeof sessions.$inferSelect, 'funnel' | 'returned'>;
export type SessionRow = Omit<StoredRow, 'reason'> & { reason: SessionReason | null };

/** The reason of a test session may be any text (D-14). */
const parseRow = <T extends StoredRow>(row: T) => ({
  ...row,
  reason: row.reason === null ? null : parseReason(row.reason),
});

/** Sessions of the same millisecond are listed in order of insertion. */
const ROWID = sql<number>`${sessions}.rowid`;
const LATEST_FIRST = [desc(sessions.created_at_ms), desc(ROWID)];

/** @returns sessions per day that match the filter except its user, latest day first */
export function countByDay(db: Database, filter: SessionFilter) {
  const { tenantId, test, status, verificationType, startDate, endDate } = filter;
  const counted = and(
    eq(sessionDays.tenant_id, tenantId),
    eq(sessionDays.test, test),
    startDate === undefined ? undefined : gte(sessionDays.day, startDate),
    endDate === undefined ? undefined : lte(sessionDays.day, endDate),
    status === undefined ? undefined : eq(sessionDays.status, status),
    verificationType === undefined
      ? undefined
      : eq(sessionDays.verification_type, verificationType),
  );
  return selectDayCounts(db, sessionDays, counted);
}

/**
 * Counts the matches among one user's latest sessions, and finds the time of the earliest one
 * scanned.
 * @param most number of sessions to scan
 */
export function selectCountOfUser(db: Database, filter: SessionFilter, most: number) {
  const found = db
    .select({
      atMs: sessions.created_at_ms,
      isFound: sql<boolean>`${hasEnded(filter) ?? sql`1`}`.as('is_found'),
    })
    .from(sessions)
    .where(isWithin(filter))
    .orderBy(desc(sessions.created_at_ms))
    .limit(most)
    .as('found');
  return db
    .select({ total: sql<number>`COALESCE(SUM(${found.isFound}), 0)`, fromMs: min(found.atMs) })
    .from(found);
}

export async function countOfUser(
  db: Database,
  filter: SessionFilter,
  most: number,
): Promise<{ total: number; fromMs: number }> {
  const [counted] = await selectCountOfUser(db, filter, most);
  return { total: counted?.total ?? 0, fromMs: counted?.fromMs ?? 0 };
}

/**
 * Selects sessions, latest first.
 * @param offset the number of index entries that SQLite skips, within one day or one user
 */
function selectLatest(db: Database, wanted: SQL | undefined, limit: number, offset = 0) {
  return db
    .select({ ...LISTED, rowid: ROWID })
    .from(sessions)
    .where(wanted)
    .orderBy(...LATEST_FIRST)
    .limit(limit)
    .offset(offset);
}

/**
 * The index of users has more columns than the order, so SQLite would look up every row that it
 * skips, or use another index. Therefore the row ids are selected from that index first.
 */
const inLatestOfUser = (db: Database, wanted: SQL | undefined, limit: number, offset = 0): SQL =>
  inArray(
    ROWID,
    db
      .select({ id: ROWID })
      .from(sessions)
      .where(wanted)
      .orderBy(...LATEST_FIRST)
      .limit(limit)
      .offset(offset),
  );

/**
 * Selects one page, latest sessions first.
 * @param place where the page begins (domain/terms/locate-page.ts)
 */
export function selectPage(
  db: Database,
  filter: SessionFilter,
  { beforeMs = 0, skip }: PagePlace,
  limit: number,
) {
  const wanted = passes(filter, beforeMs);
  return filter.externalUserId === undefined
    ? selectLatest(db, wanted, limit, skip)
    : selectLatest(db, inLatestOfUser(db, wanted, limit, skip), limit);
}

export const readPage = async (
  db: Database,
  filter: SessionFilter,
  place: PagePlace,
  limit: number,
): Promise<SessionRow[]> => (await selectPage(db, filter, place, limit)).map(parseRow);

/** A row with its place in the list. */
export type KeysetRow = SessionRow & { rowid: number };

/** @param last the last row of the previous batch; undefined to begin with the latest session */
export function selectBatch(
  db: Database,
  filter: SessionFilter,
  last: Pick<KeysetRow, 'created_at_ms' | 'rowid'> | undefined,
  limit: number,
) {
  const wanted = and(
    passes(filter),
    last && sql`(${sessions.created_at_ms}, ${ROWID}) < (${last.created_at_ms}, ${last.rowid})`,
  );
  return filter.externalUserId === undefined
    ? selectLatest(db, wanted, limit)
    : selectLatest(db, inLatestOfUser(db, wanted, limit), limit);
}

export const readBatch = async (
  db: Database,
  filter: SessionFilter,
  last: KeysetRow | undefined,
  limit: number,
): Promise<KeysetRow[]> => (await selectBatch(db, filter, last, limit)).map(parseRow);

export const selectRow = (db: Database, tenantId: string, id: string) =>
  db
    .select(LISTED)
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
  db.select({ funnel: FUNNEL }).from(sessions).where(eq(sessions.id, sessionId));

/** The steps that the visitor of an ended session reached. */
export async function readFunnel(db: Database, sessionId: string): Promise<FunnelEvent[]> {
  const [[row], rows] = await db.batch([
    selectFunnel(db, sessionId),
    selectUnfolded(db, [sessionId]),
  ]);
  return typeof row?.funnel === 'string' ? unfoldFunnel(row.funnel) : rows.map(toStep);
}

const passes = (filter: SessionFilter, beforeMs?: number): SQL | undefined =>
  and(isWithin(filter, beforeMs), hasEnded(filter));

/**
 * @param beforeMs the page's upper bound, used in place of the filter's: given two upper bounds,
 *   SQLite may use either for its index
 */
function isWithin(filter: SessionFilter, beforeMs?: number): SQL | undefined {
  const { tenantId, test, externalUserId } = filter;
  const range = millisecondsOf(filter);
  return and(
    eq(sessions.tenant_id, tenantId),
    eq(sessions.test, test),
    externalUserId === undefined ? undefined : eq(sessions.external_user_id, externalUserId),
    gte(sessions.created_at_ms, Math.max(range.fromMs, filter.fromMs ?? 0)),
    lt(sessions.created_at_ms, beforeMs ?? range.beforeMs),
  );
}

/**
 * The conditions on status and type, written for the best index. The plus keeps the planner from
 * using a column's own index: one user has fewer sessions than any status.
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
