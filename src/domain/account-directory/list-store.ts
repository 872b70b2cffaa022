// SQL of the list of accounts. Every query goes by an index, and none walks further than one day or the newest
// matches of a search, however many accounts there are (test/domain/query-plans).
import { and, desc, eq, gte, lt, lte, sql, sum, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { accountDays, accounts } from '../../db/schema/index.ts';
import type { AccountRow } from '../accounts/account.ts';
import { millisecondsOf, type DayCount, type PagePlace } from '../terms/locate-page.ts';
import type { AccountFilters, Search } from './filters.ts';

/** A search looks at this many of the newest matches; who searches for less than that finds everything. */
const SEARCHED = 10_000;

const verifiedIs = (verified: boolean): SQL =>
  sql`(email_verified_at_ms IS NOT NULL) = ${verified ? 1 : 0}`;

/** @returns accounts per day that pass the filters, latest day first */
export function countByDay(db: Database, filters: AccountFilters) {
  const { status, verified, startDate, endDate } = filters;
  return db
    .select({ day: accountDays.day, value: sum(accountDays.value).mapWith(Number) })
    .from(accountDays)
    .where(
      and(
        gte(accountDays.day, startDate ?? ''),
        endDate === undefined ? undefined : lte(accountDays.day, endDate),
        status === undefined ? undefined : eq(accountDays.status, status),
        verified === undefined ? undefined : eq(accountDays.verified, verified),
      ),
    )
    .groupBy(accountDays.day)
    .orderBy(desc(accountDays.day));
}

export const readDayCounts = (db: Database, filters: AccountFilters): Promise<DayCount[]> =>
  countByDay(db, filters);

/** One page, latest first. @param place where it begins (domain/terms/locate-page.ts) */
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

export const readPage = (
  db: Database,
  filters: AccountFilters,
  place: PagePlace,
  limit: number,
): Promise<AccountRow[]> => selectPage(db, filters, place, limit);

/** Ids of accounts that match, in a subquery. */
const candidates = (search: Search): SQL =>
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

const passes = (filters: AccountFilters): SQL => {
  const { fromMs, beforeMs } = millisecondsOf(filters);
  const { status, verified } = filters;
  const conditions = [
    sql`accounts.created_at_ms >= ${fromMs}`,
    sql`accounts.created_at_ms < ${beforeMs}`,
    ...(status === undefined ? [] : [sql`accounts.status = ${status}`]),
    ...(verified === undefined ? [] : [verifiedIs(verified)]),
  ];
  return sql.join(conditions, sql` AND `);
};

/** The cross join keeps the planner on the candidates: it would otherwise walk accounts by date. */
export const searchPageQuery = (
  search: Search,
  filters: AccountFilters,
  page: { offset: number; limit: number },
): SQL => sql`
  SELECT accounts.* FROM (${candidates(search)}) AS found CROSS JOIN accounts ON accounts.id = found.id
  WHERE ${passes(filters)}
  ORDER BY found.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;

export const searchCountQuery = (search: Search, filters: AccountFilters): SQL => sql`
  SELECT count(*) AS total FROM (${candidates(search)}) AS found
  CROSS JOIN accounts ON accounts.id = found.id WHERE ${passes(filters)}`;

export async function searchAccounts(
  db: Database,
  search: Search,
  filters: AccountFilters,
  page: { offset: number; limit: number },
): Promise<{ rows: AccountRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.all<AccountRow>(searchPageQuery(search, filters, page)),
    db.all<{ total: number }>(searchCountQuery(search, filters)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Accounts made since a day, and all of them, by status and by confirmed address. */
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
