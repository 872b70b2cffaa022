// SQL for usage: daily counts and the plan.
import { and, eq, gte, inArray, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { dailyCounts, plans, tenants } from '../../../db/schema/index.ts';
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

const MONTH = sql<string>`substr(${dailyCounts.day}, 1, 7)`;

export const selectCompletedByMonth = (db: Database, tenantId: string, fromDay: string) =>
  db
    .select({ month: MONTH, value: sum(dailyCounts.value).mapWith(Number) })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.tenant_id, tenantId),
        inArray(dailyCounts.name, COMPLETED_NAMES),
        // Without the hint, SQLite uses the index on days and reads the rows of every customer.
        sql`likely(${gte(dailyCounts.day, fromDay)})`,
      ),
    )
    .groupBy(MONTH);

/**
 * @param fromDay the first day, `YYYY-MM-DD`
 * @returns counts by `YYYY-MM`
 */
export async function readCompletedByMonth(
  db: Database,
  tenantId: string,
  fromDay: string,
): Promise<Map<string, number>> {
  const rows = await selectCompletedByMonth(db, tenantId, fromDay);
  return new Map(rows.map(({ month, value }) => [month, value]));
}
