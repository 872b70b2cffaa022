// SQL of analytics. Reads only daily counts, so that the cost does not grow with the number of sessions.
import { and, between, eq, inArray, sql, sum } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { accountDays, dailyCounts, plans, tenants } from '../../db/schema/index.ts';
import { COMPLETED_NAMES } from './figures.ts';

/** The tenant id of platform-wide counts. */
export const PLATFORM = '';

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

/** @param tenantId PLATFORM for all customers together */
export const selectCounts = (
  db: Database,
  tenantId: string,
  names: readonly string[],
  { from, to }: Span,
) =>
  db
    .select({ name: dailyCounts.name, day: dailyCounts.day, value: dailyCounts.value })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.tenant_id, tenantId),
        inArray(dailyCounts.name, [...names]),
        // Without the hint SQLite uses the index of days and reads the rows of every customer.
        sql`likely(${between(dailyCounts.day, from, to)})`,
      ),
    );

export const selectTotals = (db: Database, names: readonly string[]) =>
  db
    .select({ name: dailyCounts.name, total: sum(dailyCounts.value).mapWith(Number) })
    .from(dailyCounts)
    .where(and(eq(dailyCounts.tenant_id, PLATFORM), inArray(dailyCounts.name, [...names])))
    .groupBy(dailyCounts.name);

/** New accounts per day, without deleted ones. */
export const selectNewAccounts = (db: Database, { from, to }: Span) =>
  db
    .select({ day: accountDays.day, value: sum(accountDays.value).mapWith(Number) })
    .from(accountDays)
    .where(between(accountDays.day, from, to))
    .groupBy(accountDays.day);

export async function readCounts(
  db: Database,
  tenantId: string,
  names: readonly string[],
  span: Span,
): Promise<NamedCount[]> {
  return selectCounts(db, tenantId, names, span);
}

export async function readTotals(
  db: Database,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await selectTotals(db, names);
  return new Map(rows.map(({ name, total }) => [name, total]));
}

export async function readNewAccounts(
  db: Database,
  span: Span,
): Promise<{ day: string; value: number }[]> {
  return selectNewAccounts(db, span);
}

/** Monthly prices and completed verifications, by currency, in minor units. */
export async function readRevenue(
  db: Database,
  { from, to }: Span,
): Promise<{ currency: string; amountMinor: number }[]> {
  const completed = sql`COALESCE((
    SELECT SUM(${dailyCounts.value}) FROM ${dailyCounts}
    WHERE ${dailyCounts.tenant_id} = ${tenants.id} AND ${inArray(dailyCounts.name, COMPLETED_NAMES)}
      AND ${dailyCounts.day} BETWEEN ${from} AND ${to}), 0)`;
  return db
    .select({
      currency: plans.currency,
      amountMinor:
        sql<number>`SUM(${plans.monthly_minor} + ${plans.verification_minor} * ${completed})`.mapWith(
          Number,
        ),
    })
    .from(plans)
    .innerJoin(tenants, eq(tenants.plan_id, plans.id))
    .groupBy(plans.currency)
    .orderBy(plans.currency);
}
