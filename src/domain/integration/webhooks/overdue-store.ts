// SQL for overdue attempts: finds the endpoints that have overdue attempts, and claims the
// attempts.
import { and, eq, exists, inArray, lte, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { webhookDeliveries as deliveries, webhookEndpoints } from '../../../db/schema/index.ts';
import type { AttemptMessage } from './delivery.ts';
import { enabledEndpoint, MESSAGE } from './delivery-store.ts';
import { earlierOfSession } from '../../../db/earlier-delivery.ts';

/**
 * @returns enabled endpoints with attempts that were due before `beforeMs`, round-robin by tenant:
 *   the first of each, then the second of each, and so on
 */
export async function listOverdueEndpoints(db: Database, beforeMs: number): Promise<string[]> {
  const { id, tenant_id: tenantId } = webhookEndpoints;
  const rows = await db
    .select({ id })
    .from(webhookEndpoints)
    .where(isOverdue(db, beforeMs))
    .orderBy(sql`row_number() OVER (PARTITION BY ${tenantId} ORDER BY ${id})`, tenantId);
  return rows.map((row) => row.id);
}

/**
 * @returns the number of the same tenant's endpoints with attempts that were due before `beforeMs`
 */
export async function countOverdueBeside(
  db: Database,
  endpointId: string,
  beforeMs: number,
): Promise<number> {
  const owner = db
    .select({ id: webhookEndpoints.tenant_id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId));
  return db.$count(
    webhookEndpoints,
    and(inArray(webhookEndpoints.tenant_id, owner), isOverdue(db, beforeMs)),
  );
}

function isOverdue(db: Database, beforeMs: number) {
  const overdue = db
    .select({ one: sql`1` })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpoint_id, webhookEndpoints.id),
        eq(deliveries.state, 'pending'),
        lte(deliveries.next_attempt_ms, beforeMs),
      ),
    );
  return and(eq(webhookEndpoints.state, 'enabled'), exists(overdue));
}

/**
 * Claims attempts of an endpoint that were due before `beforeMs`, the longest overdue first. They
 * become due now, so nobody else claims them until they are overdue again.
 */
export async function claimOverdue(
  db: Database,
  endpointId: string,
  beforeMs: number,
  nowMs: number,
  limit: number,
): Promise<AttemptMessage[]> {
  const overdue = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpoint_id, endpointId),
        eq(deliveries.state, 'pending'),
        lte(deliveries.next_attempt_ms, beforeMs),
        lte(deliveries.leased_until_ms, nowMs),
        exists(enabledEndpoint(db)),
        notExists(earlierOfSession(db)),
      ),
    )
    .orderBy(deliveries.next_attempt_ms)
    .limit(limit);
  return db
    .update(deliveries)
    .set({ next_attempt_ms: Math.max(nowMs, beforeMs + 1) })
    .where(inArray(deliveries.id, overdue))
    .returning(MESSAGE);
}
