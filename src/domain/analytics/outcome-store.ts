// SQL of the breakdown of a customer's finished sessions by country, type, reason and duration, from daily counts.
import { and, between, eq, sum } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { outcomeDays } from '../../db/schema/index.ts';
import type { Span } from './store.ts';

export type OutcomeKind = (typeof outcomeDays.$inferSelect)['kind'];

export interface OutcomeCount {
  item: string;
  status: 'success' | 'failed';
  value: number;
}

export const selectOutcomes = (
  db: Database,
  tenantId: string,
  kind: OutcomeKind,
  { from, to }: Span,
) =>
  db
    .select({
      item: outcomeDays.item,
      status: outcomeDays.status,
      value: sum(outcomeDays.value).mapWith(Number),
    })
    .from(outcomeDays)
    .where(
      and(
        eq(outcomeDays.tenant_id, tenantId),
        eq(outcomeDays.kind, kind),
        between(outcomeDays.day, from, to),
      ),
    )
    .groupBy(outcomeDays.item, outcomeDays.status);

export async function readOutcomes(
  db: Database,
  tenantId: string,
  kind: OutcomeKind,
  span: Span,
): Promise<OutcomeCount[]> {
  return selectOutcomes(db, tenantId, kind, span);
}
