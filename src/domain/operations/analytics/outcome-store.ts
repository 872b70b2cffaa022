// SQL for the breakdown of a customer's finished sessions by country, type, reason and duration,
// from running totals by day. A day is added to the totals once it is over.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { outcomesSummed, outcomeSums, type outcomeDays } from '../../../db/schema/index.ts';
import type { Span } from './store.ts';

export type OutcomeKind = (typeof outcomeDays.$inferSelect)['kind'];

export interface OutcomeCount {
  item: string;
  status: 'success' | 'failed';
  value: number;
}

/** The last day that the running totals include; an empty string before the first. */
const SUMMED = sql`COALESCE((SELECT day FROM outcomes_summed WHERE id = 1), '')`;

/**
 * Selects the total at the end of the span minus the total before it, and the days that are not
 * summed yet. Each item is found by key after the previous one, so the number of rows read grows
 * with the items, not with the days.
 */
export function outcomesQuery(tenantId: string, kind: OutcomeKind, { from, to }: Span): SQL {
  const ofKind = sql`tenant_id = ${tenantId} AND kind = ${kind}`;
  const upTo = (condition: SQL): SQL => sql`COALESCE((
    SELECT value FROM outcome_sums AS kept
    WHERE ${ofKind} AND kept.item = found.item AND kept.status = ended.status AND ${condition}
    ORDER BY day DESC LIMIT 1), 0)`;
  return sql`
    WITH RECURSIVE found(item) AS (
      SELECT min(item) FROM outcome_sums WHERE ${ofKind}
      UNION ALL
      SELECT (SELECT min(item) FROM outcome_sums WHERE ${ofKind} AND item > found.item)
      FROM found WHERE found.item IS NOT NULL)
    SELECT item, status, SUM(value) AS value FROM (
      SELECT item, status, ${upTo(sql`day <= ${to}`)} - ${upTo(sql`day < ${from}`)} AS value
      FROM found CROSS JOIN (SELECT 'success' AS status UNION SELECT 'failed') AS ended WHERE item IS NOT NULL
      UNION ALL
      SELECT item, status, value FROM outcome_days
      WHERE ${ofKind} AND day BETWEEN ${from} AND ${to} AND day > ${SUMMED})
    GROUP BY item, status`;
}

export async function readOutcomes(
  db: Database,
  tenantId: string,
  kind: OutcomeKind,
  span: Span,
): Promise<OutcomeCount[]> {
  const rows = await db.all<OutcomeCount>(outcomesQuery(tenantId, kind, span));
  return rows.filter(({ value }) => value !== 0);
}

/** @returns the oldest day up to `until` that has outcomes and is not in the running totals */
export async function findUnsummedDay(db: Database, until: string): Promise<string | undefined> {
  const [found] = await db.all<{ day: string | null }>(
    sql`SELECT min(day) AS day FROM outcome_days WHERE day > ${SUMMED} AND day <= ${until}`,
  );
  return found?.day ?? undefined;
}

/**
 * Adds a day to the running totals, unless an earlier day must be added first, such as a day whose
 * first verdict has just arrived. A repeat changes nothing.
 */
export async function sumDay(db: Database, day: string): Promise<void> {
  const before = sql`COALESCE((
    SELECT value FROM outcome_sums AS kept
    WHERE kept.tenant_id = counted.tenant_id AND kept.kind = counted.kind AND kept.item = counted.item
      AND kept.status = counted.status AND kept.day < counted.day
    ORDER BY kept.day DESC LIMIT 1), 0)`;
  const isNext = sql`NOT EXISTS (
    SELECT 1 FROM outcome_days AS earlier WHERE earlier.day > ${SUMMED} AND earlier.day < ${day})`;
  await db.batch([
    db.insert(outcomeSums).select(sql`
      SELECT tenant_id, kind, item, status, day, value + ${before}
      FROM outcome_days AS counted WHERE day = ${day} AND day > ${SUMMED} AND ${isNext}`),
    db
      .insert(outcomesSummed)
      .select(sql`SELECT 1, ${day} WHERE ${isNext}`)
      .onConflictDoUpdate({ target: outcomesSummed.id, set: { day: sql`max(day, excluded.day)` } }),
  ]);
}
