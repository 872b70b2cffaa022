// SQL for the breakdown of a customer's finished sessions by country, type, reason and duration,
// from running totals by day.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { outcomeDays } from '../../../db/schema/index.ts';
import type { Span } from './store.ts';

export type OutcomeKind = (typeof outcomeDays.$inferSelect)['kind'];

export interface OutcomeCount {
  item: string;
  status: 'success' | 'failed';
  value: number;
}

/**
 * The total at the end of the span minus the total before it. Each item is found by key after the
 * previous one, so the number of rows read grows with the items, not with the days.
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
    SELECT item, status, ${upTo(sql`day <= ${to}`)} - ${upTo(sql`day < ${from}`)} AS value
    FROM found CROSS JOIN (SELECT 'success' AS status UNION SELECT 'failed') AS ended WHERE item IS NOT NULL`;
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
