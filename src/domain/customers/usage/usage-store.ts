// SQL for usage: the plan, the daily counts, and the billable items whose counts have moved
// to ledgers.
import { and, eq, gte, inArray, sql, sum, type Column } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { billedDays, dailyCounts, plans, tenants } from '../../../db/schema/index.ts';
import { withJoined } from '../../verification/rules/session/joined-counts.ts';
import type { Plan } from './plan.ts';

/**
 * The counts whose sum is billed: sessions with a verdict, where a chain of retakes counts once.
 * `carried` corrects the sum: it is plus one for a retaken session that had a verdict, and minus
 * one for a verdict after an earlier verdict of the same chain. A row that combines several names
 * (D-175) contains at most one of these, so each row is added once.
 */
const COMPLETED_NAMES = withJoined(['success', 'failed', 'carried']);

export async function readPlan(
  db: Database,
  tenantId: string,
): Promise<{ plan: Plan | undefined; createdAtMs: number } | undefined> {
  const [row] = await db
    .select({ plan: plans, createdAtMs: tenants.created_at_ms })
    .from(tenants)
    .leftJoin(plans, eq(plans.id, tenants.plan_id))
    .where(eq(tenants.id, tenantId));
  if (row === undefined) return undefined;
  const { plan, createdAtMs } = row;
  if (plan === null) return { plan: undefined, createdAtMs };
  const { monthly_minor: monthlyMinor, verification_minor: verificationMinor, ...named } = plan;
  return { plan: { ...named, monthlyMinor, verificationMinor }, createdAtMs };
}

const monthOf = (day: Column) => sql<string>`substr(${day}, 1, 7)`;

export const selectCompletedByMonth = (db: Database, tenantId: string, fromDay: string) =>
  db
    .select({ month: monthOf(dailyCounts.day), value: sum(dailyCounts.value).mapWith(Number) })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.tenant_id, tenantId),
        inArray(dailyCounts.name, COMPLETED_NAMES),
        // Without the hint, SQLite uses the index on days and reads the rows of every customer.
        sql`likely(${gte(dailyCounts.day, fromDay)})`,
      ),
    )
    .groupBy(monthOf(dailyCounts.day));

/** Selects billable items by month whose counts have moved to the customer's ledger (D-181). */
export const selectMovedByMonth = (db: Database, tenantId: string, fromDay: string) =>
  db
    .select({ month: monthOf(billedDays.day), value: sum(billedDays.value).mapWith(Number) })
    .from(billedDays)
    .where(and(eq(billedDays.tenant_id, tenantId), gte(billedDays.day, fromDay)))
    .groupBy(monthOf(billedDays.day));

/**
 * @param fromDay the first day, `YYYY-MM-DD`
 * @returns counts by `YYYY-MM`
 */
export async function readCompletedByMonth(
  db: Database,
  tenantId: string,
  fromDay: string,
): Promise<Map<string, number>> {
  const rows = await db.batch([
    selectCompletedByMonth(db, tenantId, fromDay),
    selectMovedByMonth(db, tenantId, fromDay),
  ]);
  const months = new Map<string, number>();
  for (const { month, value } of rows.flat()) months.set(month, (months.get(month) ?? 0) + value);
  return months;
}
