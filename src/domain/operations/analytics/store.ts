// SQL of analytics. Reads only daily counts, so that the cost does not grow with the number of
// sessions.
import { and, between, eq, inArray, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import {
  accountDays,
  dailyCounts,
  planDays,
  plans,
  PLATFORM_COUNTS,
  tenants,
} from '../../../db/schema/index.ts';

/** The tenant id of platform-wide counts, for use cases. */
export const PLATFORM = PLATFORM_COUNTS;

export interface Span {
  /** `YYYY-MM-DD`, both inclusive. */
  from: string;
  to: string;
}

export interface NamedCount {
  name: string;
  day: string;
  value: number;
}

/**
 * One row for each name, with all its days: a year in single rows takes three times as long.
 * @param tenantId PLATFORM for all customers together
 */
export const selectCounts = (
  db: Database,
  tenantId: string,
  names: readonly string[],
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
        inArray(dailyCounts.name, [...names]),
        // Without the hint, SQLite uses the index of days and reads the rows of every customer.
        sql`likely(${between(dailyCounts.day, from, to)})`,
      ),
    )
    .groupBy(dailyCounts.name);

/**
 * Totals of the platform.
 * @param span undefined: all time
 */
export const selectTotals = (db: Database, names: readonly string[], span?: Span) =>
  db
    .select({ name: dailyCounts.name, total: sum(dailyCounts.value).mapWith(Number) })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.tenant_id, PLATFORM),
        inArray(dailyCounts.name, [...names]),
        span && sql`likely(${between(dailyCounts.day, span.from, span.to)})`,
      ),
    )
    .groupBy(dailyCounts.name);

/** Counts new accounts, without deleted ones. */
export const selectNewAccounts = (db: Database, { from, to }: Span) =>
  db
    .select({ value: sum(accountDays.value).mapWith(Number) })
    .from(accountDays)
    .where(between(accountDays.day, from, to));

export async function readCounts(
  db: Database,
  tenantId: string,
  names: readonly string[],
  span: Span,
): Promise<NamedCount[]> {
  const rows = await selectCounts(db, tenantId, names, span);
  return rows.flatMap(({ name, days, values }) => {
    const valueOf = JSON.parse(values) as number[];
    return (JSON.parse(days) as string[]).map((day, n) => ({ name, day, value: valueOf[n] ?? 0 }));
  });
}

export async function readTotals(
  db: Database,
  names: readonly string[],
  span?: Span,
): Promise<Map<string, number>> {
  const rows = await selectTotals(db, names, span);
  return new Map(rows.map(({ name, total }) => [name, total]));
}

export async function countNewAccounts(db: Database, span: Span): Promise<number> {
  const [counted] = await selectNewAccounts(db, span);
  // The sum of no rows is NULL.
  return counted?.value ?? 0;
}

/**
 * Monthly prices and completed verifications by currency, in minor units; both for the customers
 * that have the plan now.
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
