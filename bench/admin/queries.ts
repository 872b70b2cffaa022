// The queries behind every list, search, total and figure of the admin API, as built by the stores.
import type { D1Database } from '@cloudflare/workers-types';
import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { openDatabase } from '../../src/db/client.ts';
import { readSearch } from '../../src/domain/account-directory/filters.ts';
import * as list from '../../src/domain/account-directory/list-store.ts';
import * as belongings from '../../src/domain/account-directory/store.ts';
import * as analytics from '../../src/domain/analytics/store.ts';
import * as audit from '../../src/domain/audit/read-store.ts';
import { lastDays, locatePage, type DayCount } from '../../src/domain/terms/locate-page.ts';

export interface Query {
  sql: string;
  params: unknown[];
}

type Run = (query: Query) => unknown[];

// Queries are only built here, never run, so no database is needed.
const db = openDatabase({} as D1Database);
const dialect = new SQLiteAsyncDialect();
const compile = (query: SQL): Query => dialect.sqlToQuery(query);
const PAGE = { offset: 0, limit: 20 };

function search(text: string): [string, Query][] {
  const parsed = readSearch(text);
  if (parsed === undefined) return [];
  return [
    [`accounts, search "${text}"`, compile(list.searchPageQuery(parsed, {}, PAGE))],
    [`accounts, search "${text}", total`, compile(list.searchCountQuery(parsed, {}))],
  ];
}

/** The last page, which has the largest offset. @param run reads the daily counts that locate it */
const STATS = ['created', 'success'];

function lastPages(run: Run): [string, Query][] {
  const placeOf = (query: Query) => {
    const counts = run(query) as DayCount[];
    const total = counts.reduce((sum, { value }) => sum + value, 0);
    return locatePage(counts, Math.max(0, total - 20));
  };
  const accounts = placeOf(list.countByDay(db, {}).toSQL());
  const filtered = placeOf(list.countByDay(db, { status: 'locked', verified: true }).toSQL());
  const entries = placeOf(audit.countByDay(db, 'admin', {}).toSQL());
  return [
    ['accounts, last page', list.selectPage(db, {}, accounts, 20).toSQL()],
    [
      'accounts, locked and verified, last page',
      list.selectPage(db, { status: 'locked', verified: true }, filtered, 20).toSQL(),
    ],
    ['audit, last page', audit.selectPage(db, 'admin', {}, entries, 20).toSQL()],
  ];
}

export function adminQueries(run: Run): [string, Query][] {
  const now = { total: 0, beforeMs: Date.now() + 86_400_000, skip: 0 };
  const days = lastDays(Date.now(), 365);
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const byAdmin = { staffId: 7, action: 'account.suspend' };
  return [
    ['accounts, totals by day', list.countByDay(db, {}).toSQL()],
    ['accounts, first page', list.selectPage(db, {}, now, 20).toSQL()],
    ['accounts, locked', list.selectPage(db, { status: 'locked' }, now, 20).toSQL()],
    ...search('person1234'),
    ...search('example'),
    ...search('pe'),
    ['login history', belongings.selectLogins(db, 7, PAGE).toSQL()],
    ['sessions', belongings.selectSessions(db, 7, Date.now()).toSQL()],
    ['audit, totals by day', audit.countByDay(db, 'admin', {}).toSQL()],
    ['audit, first page', audit.selectPage(db, 'admin', {}, now, 20).toSQL()],
    ['audit, by admin and action', audit.selectPage(db, 'admin', byAdmin, now, 20).toSQL()],
    ...lastPages(run),
    ['analytics, 365 days', analytics.selectCounts(db, analytics.PLATFORM, STATS, span).toSQL()],
    ['analytics, new accounts', analytics.selectNewAccounts(db, span).toSQL()],
  ];
}
