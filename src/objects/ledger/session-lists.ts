// SQL for a volume's sessions as customers list them: by day, status, type and user, newest first.
// Skipped rows are read from an index only.
import type {
  ListedLedgerSession,
  SessionCounts,
  SessionWindow,
  UserCount,
  WindowPart,
} from '../../domain/verification/session-list/ledger-session.ts';
import { SESSION_COLUMNS, toSession, type StoredLedgerSession } from './session-tables.ts';

const LISTED = SESSION_COLUMNS.filter((name) => name !== 'funnel').join(', ');
const LATEST_FIRST = 'created_at_ms DESC, seq DESC';

type Values = (string | number)[];

/** A filter for the counts by day: status, type and a range of days. */
export type DayFilter = Pick<SessionWindow, 'status' | 'verificationType'> & {
  /** The first and the last day, `YYYY-MM-DD`, both inclusive. */
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/**
 * Counts sessions, in total and by day.
 * @param most the number of newest sessions that the returned days must cover: a first page needs
 *   only a day or two, and each additional day would make the response longer
 */
export function countByDay(
  sql: SqlStorage,
  { status, verificationType, startDate, endDate }: DayFilter,
  most: number,
): SessionCounts {
  const [where, values] = all([
    ['day >= ?', startDate],
    ['day <= ?', endDate],
    ['status = ?', status],
    ['verification_type = ?', verificationType],
  ]);
  const { total } = sql
    .exec<{ total: number }>(
      `SELECT coalesce(sum(value), 0) AS total FROM session_days WHERE ${where}`,
      ...values,
    )
    .one();
  if (total === 0) return { total, days: [] };
  // Days without sessions have no row, so the newest `most` days contain at least `most` sessions.
  const days = sql
    .exec<{ day: string; value: number }>(
      `SELECT day, sum(value) AS value FROM session_days WHERE ${where}
       GROUP BY day ORDER BY day DESC LIMIT ?`,
      ...values,
      most,
    )
    .toArray();
  let covered = 0;
  return { total, days: days.filter(({ value }) => (covered += value) - value < most) };
}

/**
 * Counts the matches among the latest sessions of one user.
 * @param most the maximum number of sessions to scan
 */
export function countOfUser(
  sql: SqlStorage,
  { status, verificationType, ...window }: SessionWindow,
  most: number,
): UserCount {
  const [where, values] = whereOf(window);
  const [matches, matched] = all([
    ['status = ?', status],
    ['verification_type = ?', verificationType],
  ]);
  return sql
    .exec<{ scanned: number; total: number; fromMs: number | null }>(
      `SELECT count(*) AS scanned, coalesce(sum(is_found), 0) AS total, min(at) AS fromMs
       FROM (SELECT created_at_ms AS at, coalesce(${matches}, 0) AS is_found FROM sessions
         WHERE ${where} ORDER BY created_at_ms DESC LIMIT ?)`,
      ...matched,
      ...values,
      most,
    )
    .one();
}

/** @returns creation times, newest first */
export function listTimes(sql: SqlStorage, window: SessionWindow, part: WindowPart): number[] {
  const [where, values] = whereOf(window);
  return sql
    .exec<{ at: number }>(
      `SELECT created_at_ms AS at FROM sessions WHERE ${where}
       ORDER BY created_at_ms DESC LIMIT ? OFFSET ?`,
      ...values,
      part.limit,
      part.skip,
    )
    .toArray()
    .map(({ at }) => at);
}

/** @returns one part of the list, newest first */
export function listSessions(
  sql: SqlStorage,
  window: SessionWindow,
  part: WindowPart,
): ListedLedgerSession[] {
  const [where, values] = whereOf(window);
  return sql
    .exec<StoredLedgerSession<ListedLedgerSession> & Record<string, SqlStorageValue>>(
      `SELECT ${LISTED} FROM sessions WHERE seq IN (SELECT seq FROM sessions WHERE ${where}
         ORDER BY ${LATEST_FIRST} LIMIT ? OFFSET ?) ORDER BY ${LATEST_FIRST}`,
      ...values,
      part.limit,
      part.skip,
    )
    .toArray()
    .map((row: StoredLedgerSession<ListedLedgerSession>) => toSession(row));
}

/**
 * Returns the conditions of a window, written for the best index: one user has fewer sessions than
 * any status, so a plus before the column (`+status`) keeps the planner from using the indexes on
 * status and type.
 */
function whereOf(window: SessionWindow): [where: string, values: Values] {
  const { status, verificationType, externalUserId, fromMs, beforeMs } = window;
  const plus = externalUserId === undefined ? '' : '+';
  return all([
    ['external_user_id = ?', externalUserId],
    [`${plus}status = ?`, status],
    [`${plus}verification_type = ?`, verificationType],
    ['created_at_ms >= ?', fromMs],
    ['created_at_ms < ?', beforeMs],
  ]);
}

/** Joins conditions, except those without a value. */
function all(
  conditions: readonly (readonly [condition: string, value: string | number | undefined])[],
): [where: string, values: Values] {
  const given = conditions.filter(([, value]) => value !== undefined);
  return [
    given.map(([condition]) => condition).join(' AND ') || 'true',
    given.flatMap(([, value]) => value ?? []),
  ];
}
