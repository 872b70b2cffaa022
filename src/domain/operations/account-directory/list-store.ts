// SQL for the list of accounts. Every query uses an index and reads at most one day's accounts or a
// limited number of search matches, however many accounts there are (test/domain/query-plans).
import { and, desc, eq, gte, lt, lte, sql, sum, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectDayCounts } from '../../../db/day-counts.ts';
import { accountDays, accounts } from '../../../db/schema/index.ts';
import type { AccountRow } from '../../accounts/account.ts';
import { millisecondsOf, type PagePlace } from '../../terms/locate-page.ts';
import type { AccountFilters, PersonSearch } from './filters.ts';

/**
 * The maximum number of matches that a search reads from an index; for `part`, these are the
 * newest. If there are fewer matches, all of them are found.
 */
const SEARCHED = 2_000;

const verifiedIs = (verified: boolean): SQL =>
  sql`(email_verified_at_ms IS NOT NULL) = ${verified ? 1 : 0}`;

/** @returns the number of accounts that match the filters, per day, newest day first */
export function countByDay(db: Database, filters: AccountFilters) {
  const { status, verified, startDate, endDate } = filters;
  const counted = and(
    gte(accountDays.day, startDate ?? ''),
    endDate === undefined ? undefined : lte(accountDays.day, endDate),
    status === undefined ? undefined : eq(accountDays.status, status),
    verified === undefined ? undefined : eq(accountDays.verified, verified),
  );
  return selectDayCounts(db, accountDays, counted);
}

/**
 * Selects one page, newest first.
 * @param place where the page begins (domain/terms/locate-page.ts)
 */
export function selectPage(
  db: Database,
  { status, verified, startDate }: AccountFilters,
  { beforeMs, skip }: PagePlace,
  limit: number,
) {
  const { fromMs } = millisecondsOf({ startDate });
  return db
    .select()
    .from(accounts)
    .where(
      and(
        status === undefined ? undefined : eq(accounts.status, status),
        verified === undefined ? undefined : verifiedIs(verified),
        gte(accounts.created_at_ms, fromMs),
        lt(accounts.created_at_ms, beforeMs ?? 0),
      ),
    )
    .orderBy(desc(accounts.created_at_ms), desc(accounts.id))
    .limit(limit)
    .offset(skip);
}

/** A subquery for the ids of accounts that match the search, before the filters are applied. */
const candidates = (search: PersonSearch): SQL =>
  search.kind === 'part'
    ? sql`SELECT rowid AS id FROM account_search WHERE account_search MATCH ${search.match}
        ORDER BY rowid DESC LIMIT ${SEARCHED}`
    : sql`SELECT id FROM (
          SELECT id FROM accounts
          WHERE email_normalized >= ${search.from} AND email_normalized < ${search.before}
          LIMIT ${SEARCHED})
        UNION
        SELECT id FROM (
          SELECT id FROM accounts
          WHERE lower(display_name) >= ${search.from} AND lower(display_name) < ${search.before}
          LIMIT ${SEARCHED})`;

const conditionsOf = (filters: AccountFilters): SQL[] => {
  const { startDate, endDate, status, verified } = filters;
  const { fromMs, beforeMs } = millisecondsOf(filters);
  return [
    ...(startDate === undefined ? [] : [sql`accounts.created_at_ms >= ${fromMs}`]),
    ...(endDate === undefined ? [] : [sql`accounts.created_at_ms < ${beforeMs}`]),
    ...(status === undefined ? [] : [sql`accounts.status = ${status}`]),
    ...(verified === undefined ? [] : [verifiedIs(verified)]),
  ];
};

/**
 * Applies the filters to the candidates. The cross join makes the planner start with the
 * candidates; otherwise it would scan accounts by date.
 */
function foundBy(search: PersonSearch, filters: AccountFilters): SQL {
  const conditions = conditionsOf(filters);
  if (conditions.length === 0) return sql`(${candidates(search)}) AS found`;
  return sql`(${candidates(search)}) AS found CROSS JOIN accounts ON accounts.id = found.id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

/**
 * Selects the total and one page. Candidates are looked up once; only ids are sorted, and only the
 * page's rows are read.
 * @returns at least one row; if the page is empty, its columns are null except the total
 */
export const searchQuery = (
  search: PersonSearch,
  filters: AccountFilters,
  page: { offset: number; limit: number },
): SQL => sql`
  WITH found AS MATERIALIZED (SELECT found.id FROM ${foundBy(search, filters)})
  SELECT counted.total, accounts.* FROM (SELECT count(*) AS total FROM found) AS counted
  LEFT JOIN (SELECT id FROM found ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.offset}) AS page ON true
  LEFT JOIN accounts ON accounts.id = page.id
  ORDER BY accounts.id DESC`;

export async function searchAccounts(
  db: Database,
  search: PersonSearch,
  filters: AccountFilters,
  page: { offset: number; limit: number },
): Promise<{ rows: AccountRow[]; total: number }> {
  const found = await db.all<{ total: number } & (AccountRow | { id: null })>(
    searchQuery(search, filters, page),
  );
  return {
    rows: found.filter((row): row is { total: number } & AccountRow => row.id !== null),
    total: found[0]?.total ?? 0,
  };
}

/**
 * Counts all accounts, and those created since a day, by status and by whether the email address is
 * confirmed.
 */
export async function readStateCounts(
  db: Database,
  sinceDay: string,
): Promise<{ status: AccountRow['status']; verified: boolean; all: number; recent: number }[]> {
  return db
    .select({
      status: accountDays.status,
      verified: accountDays.verified,
      all: sum(accountDays.value).mapWith(Number),
      recent: sql<number>`SUM(CASE WHEN ${accountDays.day} >= ${sinceDay} THEN ${accountDays.value} ELSE 0 END)`,
    })
    .from(accountDays)
    .groupBy(accountDays.status, accountDays.verified);
}
