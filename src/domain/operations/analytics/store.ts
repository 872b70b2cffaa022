// SQL for analytics. Reads only daily counts, so that the cost does not grow with the number of
// sessions.
import { and, between, eq, inArray, sql, sum, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import {
  accountDays,
  dailyCounts,
  ERASED_COUNT,
  planDays,
  plans,
  PLATFORM_COUNTS,
  sessionDays,
  tenants,
  UNREVIEWED_COUNT,
} from '../../../db/schema/index.ts';
import { hasSteps, STEP_COUNTS } from '../../verification/rules/session/folded-funnel.ts';
import { namesOfCount, withJoined } from '../../verification/rules/session/joined-counts.ts';
import { RUNNING_STATUSES } from '../../verification/rules/session/state.ts';
import { countsIn, type NamedCount } from './outcomes.ts';

/** For use cases: the tenant id of the platform's counts, and the names of two counts. */
export const [PLATFORM, ERASED, UNREVIEWED] = [PLATFORM_COUNTS, ERASED_COUNT, UNREVIEWED_COUNT];

export interface Span {
  /** The first and the last day, `YYYY-MM-DD`, both inclusive. */
  from: string;
  to: string;
}

/**
 * The counts to read: those with the given names, alone or joined with other names, or all existing
 * combinations of steps.
 */
type Counted = readonly string[] | 'steps';

/**
 * The condition that selects counts by name. Combinations of steps are found by seeking from key to
 * key, so the number of rows read depends on the number of existing combinations, not on the number
 * of days.
 */
const isCalled = (tenantId: string, counted: Counted): SQL | undefined => {
  if (counted !== 'steps') return inArray(dailyCounts.name, withJoined(counted));
  const next = (after: SQL): SQL => sql`(SELECT min(name) FROM daily_counts
    WHERE tenant_id = ${tenantId} AND name > ${after} AND name < ${STEP_COUNTS.before})`;
  return inArray(
    dailyCounts.name,
    sql`(WITH RECURSIVE found(called) AS (
      SELECT ${next(sql`${STEP_COUNTS.after}`)}
      UNION ALL SELECT ${next(sql`found.called`)} FROM found WHERE found.called IS NOT NULL)
      SELECT called FROM found)`,
  );
};

/**
 * Selects one row for each name, with all its days in JSON arrays, because reading a year as one
 * row per day takes three times as long.
 * @param tenantId PLATFORM for all customers together
 */
export const selectCounts = (
  db: Database,
  tenantId: string,
  counted: Counted,
  { from, to }: Span,
) =>
  db
    .select({
      name: dailyCounts.name,
      days: sql<string>`json_group_array(${dailyCounts.day})`,
      values: sql<string>`json_group_array(${dailyCounts.value})`,
    })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.tenant_id, tenantId),
        isCalled(tenantId, counted),
        // Without the hint, SQLite uses the index on days and reads the rows of every customer.
        sql`likely(${between(dailyCounts.day, from, to)})`,
      ),
    )
    .groupBy(dailyCounts.name);

/**
 * Selects the platform's totals.
 * @param span undefined for all time
 */
export const selectTotals = (db: Database, counted: Counted, span?: Span) =>
  db
    .select({ name: dailyCounts.name, total: sum(dailyCounts.value).mapWith(Number) })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.tenant_id, PLATFORM),
        isCalled(PLATFORM, counted),
        span && sql`likely(${between(dailyCounts.day, span.from, span.to)})`,
      ),
    )
    .groupBy(dailyCounts.name);

/** Counts new accounts, excluding those deleted since. */
export const selectNewAccounts = (db: Database, { from, to }: Span) =>
  db
    .select({ value: sum(accountDays.value).mapWith(Number) })
    .from(accountDays)
    .where(between(accountDays.day, from, to));

/** The queries for all counts with the given names. */
export const selectAllCounts = (
  db: Database,
  tenantId: string,
  names: readonly string[],
  span: Span,
) => [
  selectCounts(db, tenantId, names, span),
  ...(hasSteps(names) ? [selectCounts(db, tenantId, 'steps', span)] : []),
];

/**
 * Splits the rows of selectCounts into one count for each name and day.
 * @returns the counts with the given names
 */
export const namedCounts = (
  rows: readonly Awaited<ReturnType<typeof selectCounts>>[number][],
  names: readonly string[],
): NamedCount[] =>
  rows.flatMap((row) => {
    const values = JSON.parse(row.values) as number[];
    const days = JSON.parse(row.days) as string[];
    return days.flatMap((day, n) =>
      countsIn({ name: row.name, day, value: values[n] ?? 0 }, names),
    );
  });

/**
 * Reads the platform's counts. For a customer's counts, use readDays, because counts of older days
 * may no longer be in D1.
 * @param names `funnel.<step>` for steps
 * @returns the counts with these names, including those that are stored under joined names; a day
 *   may have several counts with one name, which must be added up
 */
export async function readCounts(
  db: Database,
  names: readonly string[],
  span: Span,
): Promise<NamedCount[]> {
  return namedCounts(await selectCounts(db, PLATFORM, names, span), names);
}

/** Counts the live sessions that were created in the period and have not ended. */
export const selectRunning = (db: Database, tenantId: string, { from, to }: Span) =>
  db
    .select({ value: sum(sessionDays.value).mapWith(Number) })
    .from(sessionDays)
    .where(
      and(
        eq(sessionDays.tenant_id, tenantId),
        eq(sessionDays.test, false),
        between(sessionDays.day, from, to),
        inArray(sessionDays.status, [...RUNNING_STATUSES]),
      ),
    );

export async function countRunning(db: Database, tenantId: string, span: Span): Promise<number> {
  const [counted] = await selectRunning(db, tenantId, span);
  // The sum of no rows is NULL.
  return counted?.value ?? 0;
}

/** @param names see readCounts */
export async function readTotals(
  db: Database,
  names: readonly string[],
  span?: Span,
): Promise<Map<string, number>> {
  const single = selectTotals(db, names, span);
  const rows = hasSteps(names)
    ? (await db.batch([single, selectTotals(db, 'steps', span)])).flat()
    : await single;
  const totals = new Map<string, number>();
  for (const { name: counted, total } of rows)
    for (const name of namesOfCount(counted)) totals.set(name, (totals.get(name) ?? 0) + total);
  return totals;
}

export async function countNewAccounts(db: Database, span: Span): Promise<number> {
  const [counted] = await selectNewAccounts(db, span);
  // The sum of no rows is NULL.
  return counted?.value ?? 0;
}

/**
 * Returns the revenue in each currency, in minor units: monthly prices plus the price of completed
 * verifications. All prices are taken from the customers' current plans.
 */
export async function readRevenue(
  db: Database,
  { from, to }: Span,
): Promise<{ currency: string; amountMinor: number }[]> {
  const customers = sql`(SELECT count(*) FROM ${tenants} WHERE ${tenants.plan_id} = ${plans.id})`;
  const completed = sql`COALESCE((
    SELECT SUM(${planDays.value}) FROM ${planDays}
    WHERE ${planDays.plan_id} = ${plans.id} AND ${planDays.day} BETWEEN ${from} AND ${to}), 0)`;
  return db
    .select({
      currency: plans.currency,
      amountMinor:
        sql<number>`SUM(${plans.monthly_minor} * ${customers} + ${plans.verification_minor} * ${completed})`.mapWith(
          Number,
        ),
    })
    .from(plans)
    .where(sql`EXISTS (SELECT 1 FROM ${tenants} WHERE ${tenants.plan_id} = ${plans.id})`)
    .groupBy(plans.currency)
    .orderBy(plans.currency);
}
