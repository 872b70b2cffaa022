// SQL for the part of the session list that is in D1. Queries that list sessions use an index that
// has the list's order, and scan at most one day, one user's sessions or one batch; the other
// queries look sessions up by id or read the daily counts.
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  min,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { sessionDays, verificationSessions as sessions } from '../../../db/schema/index.ts';
import { millisecondsOf } from '../../terms/locate-page.ts';
import type { WindowPart } from './ledger-session.ts';
import type { SessionFilter } from './session-filter.ts';
import { parseRow, type SessionRow } from './session-row.ts';

/** Lists do not include the steps, so the steps are not read. */
const { funnel: FUNNEL, returned: _returned, ...LISTED } = getTableColumns(sessions);

/** Sessions created in the same millisecond are listed in order of insertion. */
const ROWID = sql<number>`${sessions}.rowid`;
const LATEST_FIRST = [desc(sessions.created_at_ms), desc(ROWID)];

/** A part of the list: up to `limit` sessions created before `beforeMs`, after skipping `skip`. */
export interface SessionPart extends WindowPart {
  beforeMs: number;
}

/**
 * Counts matching sessions per day, newest day first; the filter's user is ignored. A day is
 * included even if none of its sessions in D1 match, because D1 may hold the current row of a
 * session whose outdated row in a volume matches.
 */
export function countByDay(db: Database, filter: SessionFilter) {
  const { tenantId, test, status, verificationType, startDate, endDate } = filter;
  const { day, value } = sessionDays;
  const matches = and(
    sql`true`,
    status === undefined ? undefined : eq(sessionDays.status, status),
    verificationType === undefined
      ? undefined
      : eq(sessionDays.verification_type, verificationType),
  );
  return db
    .select({ day, value: sql<number>`coalesce(sum(${value}) FILTER (WHERE ${matches}), 0)` })
    .from(sessionDays)
    .where(
      and(
        eq(sessionDays.tenant_id, tenantId),
        eq(sessionDays.test, test),
        startDate === undefined ? undefined : gte(day, startDate),
        endDate === undefined ? undefined : lte(day, endDate),
      ),
    )
    .groupBy(day)
    .having(sql`sum(${value}) > 0`)
    .orderBy(desc(day));
}

/**
 * Counts the matches among one user's latest sessions, and finds the time of the earliest session
 * scanned.
 * @param most the maximum number of sessions to scan
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
    .select({
      scanned: count(),
      total: sql<number>`COALESCE(SUM(${found.isFound}), 0)`,
      fromMs: min(found.atMs),
    })
    .from(found);
}

/** Selects creation times, newest first, using only an index. */
export const selectTimes = (
  db: Database,
  filter: SessionFilter,
  { beforeMs, skip, limit }: SessionPart,
) =>
  db
    .select({ atMs: sessions.created_at_ms })
    .from(sessions)
    .where(passes(filter, beforeMs))
    .orderBy(desc(sessions.created_at_ms))
    .limit(limit)
    .offset(skip);

export const listTimes = async (
  db: Database,
  filter: SessionFilter,
  part: SessionPart,
): Promise<number[]> => (await selectTimes(db, filter, part)).map(({ atMs }) => atMs);

/**
 * Selects sessions, newest first.
 * @param offset the number of index entries that SQLite skips, within one day or one user
 */
function selectLatest(db: Database, wanted: SQL | undefined, limit: number, offset = 0) {
  return db
    .select(LISTED)
    .from(sessions)
    .where(wanted)
    .orderBy(...LATEST_FIRST)
    .limit(limit)
    .offset(offset);
}

/**
 * Selects the row ids from the index on users first. Otherwise SQLite would look up every row that
 * it skips, or would use a different index, because the index on users has more columns than the
 * sort order.
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

/** Selects a part of the list, latest sessions first. */
export function selectPart(
  db: Database,
  filter: SessionFilter,
  { beforeMs, skip, limit }: SessionPart,
) {
  const wanted = passes(filter, beforeMs);
  return filter.externalUserId === undefined
    ? selectLatest(db, wanted, limit, skip)
    : selectLatest(db, inLatestOfUser(db, wanted, limit, skip), limit);
}

export const readPart = async (
  db: Database,
  filter: SessionFilter,
  part: SessionPart,
): Promise<SessionRow[]> => (await selectPart(db, filter, part)).map(parseRow);

/** Selects the ids of sessions whose status or type in D1 differs from the filter's. */
export const selectOthers = (
  db: Database,
  { status, verificationType }: SessionFilter,
  ids: readonly string[],
) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        inArray(sessions.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
        or(
          status === undefined ? undefined : sql`+${sessions.status} <> ${status}`,
          verificationType === undefined
            ? undefined
            : sql`+${sessions.verification_type} IS NOT ${verificationType}`,
        ),
      ),
    );

export const listOthers = async (
  db: Database,
  filter: SessionFilter,
  ids: readonly string[],
): Promise<string[]> => (await selectOthers(db, filter, ids)).map(({ id }) => id);

export const selectRow = (db: Database, tenantId: string, id: string) =>
  db
    .select({ ...LISTED, funnel: FUNNEL })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.tenant_id, tenantId)));

/** @returns a session in D1, with its steps as a single string if they are stored with the row */
export async function findRow(
  db: Database,
  tenantId: string,
  id: string,
): Promise<{ row: SessionRow; funnel: string | null } | undefined> {
  const [found] = await selectRow(db, tenantId, id);
  if (found === undefined) return undefined;
  const { funnel, ...row } = found;
  return { row: parseRow(row), funnel };
}

const passes = (filter: SessionFilter, beforeMs?: number): SQL | undefined =>
  and(isWithin(filter, beforeMs), hasEnded(filter));

/**
 * @param beforeMs the page's upper bound, which replaces the filter's upper bound: given two upper
 *   bounds, SQLite may use either for its index
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
 * Returns the conditions on status and type, written so that SQLite uses the best index. In a
 * search by user, the unary plus prevents the planner from using the index on status or type,
 * because one user has fewer sessions than any status.
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
