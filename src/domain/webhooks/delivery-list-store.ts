// SQL of deliveries as staff see them: lists, attempts, replays.
import { and, count, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { events, webhookAttempts, webhookDeliveries as deliveries } from '../../db/schema/index.ts';
import type {
  Attempt,
  AttemptFailure,
  Delivery,
  DeliveryState,
  WebhookMessage,
} from './delivery.ts';

export interface DeliveryFilter {
  tenantId: string;
  endpointId: string;
  state?: DeliveryState | undefined;
}

/** @returns one page, the latest first, and how many there are in all */
export async function listDeliveryRows(
  db: Database,
  filter: DeliveryFilter,
  slice: { offset: number; limit: number },
): Promise<{ rows: Delivery[]; total: number }> {
  const where = and(
    eq(deliveries.tenant_id, filter.tenantId),
    eq(deliveries.endpoint_id, filter.endpointId),
    filter.state && eq(deliveries.state, filter.state),
  );
  const [rows, [counted]] = await db.batch([
    db
      .select({ delivery: deliveries, type: events.type })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.event_id))
      .where(where)
      .orderBy(desc(deliveries.created_at_ms), desc(deliveries.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(deliveries).where(where),
  ]);
  return {
    rows: rows.map(({ delivery, type }) => toDelivery(delivery, type)),
    total: counted?.total ?? 0,
  };
}

/** @returns the delivery, the body it carries, and its attempts in order */
export async function findDelivery(
  db: Database,
  tenantId: string,
  id: string,
): Promise<{ delivery: Delivery; body: string; attempts: Attempt[] } | undefined> {
  const [[found], attempts] = await db.batch([
    db
      .select({ delivery: deliveries, type: events.type, body: events.body })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.event_id))
      .where(and(eq(deliveries.id, id), eq(deliveries.tenant_id, tenantId))),
    db
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.delivery_id, id))
      .orderBy(webhookAttempts.number),
  ]);
  if (found === undefined) return undefined;
  return {
    delivery: toDelivery(found.delivery, found.type),
    body: found.body,
    attempts: attempts.map(toAttempt),
  };
}

/** Begins a new round, whatever came of the last one. @returns the message that asks for its first attempt */
export async function reopenDelivery(
  db: Database,
  id: string,
  nowMs: number,
): Promise<WebhookMessage[]> {
  return reopen(db, nowMs).where(eq(deliveries.id, id)).returning(MESSAGE);
}

/** @param fromMs, untilMs when the deliveries were made: from the first, before the second */
export async function reopenDead(
  db: Database,
  endpointId: string,
  fromMs: number,
  untilMs: number,
  nowMs: number,
): Promise<WebhookMessage[]> {
  return reopen(db, nowMs)
    .where(
      and(
        eq(deliveries.endpoint_id, endpointId),
        eq(deliveries.state, 'dead'),
        gte(deliveries.created_at_ms, fromMs),
        lt(deliveries.created_at_ms, untilMs),
      ),
    )
    .returning(MESSAGE);
}

const MESSAGE = { deliveryId: deliveries.id, attempt: deliveries.attempts };

function reopen(db: Database, nowMs: number) {
  return db.update(deliveries).set({
    state: 'pending',
    round_attempts: 0,
    round_started_ms: nowMs,
    next_attempt_ms: nowMs,
    finished_at_ms: sql`NULL`,
  });
}

function toDelivery(row: typeof deliveries.$inferSelect, eventType: string): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    tenantId: row.tenant_id,
    eventType,
    ...(row.session_id !== null && { sessionId: row.session_id }),
    state: row.state,
    attempts: row.attempts,
    nextAttemptMs: row.next_attempt_ms,
    createdAtMs: row.created_at_ms,
    ...(row.finished_at_ms !== null && { finishedAtMs: row.finished_at_ms }),
  };
}

function toAttempt(row: typeof webhookAttempts.$inferSelect): Attempt {
  return {
    number: row.number,
    url: row.url,
    atMs: row.at_ms,
    durationMs: row.duration_ms,
    ...(row.status !== null && { status: row.status }),
    ...(row.failure !== null && { failure: row.failure as AttemptFailure }),
    ...(row.answer !== null && { answer: row.answer }),
  };
}
