// SQL of events: the feed and the webhook bodies.
import { and, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { runTogether, type Database, type Statement } from '../../db/client.ts';
import {
  events,
  verificationSessions,
  webhookAttempts,
  webhookDeliveries,
} from '../../db/schema/index.ts';
import type { WebhookEvent } from './event.ts';
import { insertDelivery, type NewDelivery } from './delivery-store.ts';

/** Writes events and their deliveries in one transaction. Idempotent. */
export async function writeEvents(
  db: Database,
  newEvents: readonly WebhookEvent[],
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await runTogether(db, [
    ...newEvents.map((event) => insertEvent(db, event)),
    ...deliveries.map((delivery) => insertDelivery(db, delivery)),
  ]);
}

function insertEvent(db: Database, event: WebhookEvent): Statement {
  return db
    .insert(events)
    .values({
      id: event.id,
      tenant_id: event.tenantId,
      test: event.test,
      type: event.type,
      session_id: event.sessionId ?? null,
      position: event.position,
      body: event.body,
      created_at_ms: event.createdAtMs,
    })
    .onConflictDoNothing();
}

/** @returns the sequence number of a tenant's event in the feed */
export async function findSequence(
  db: Database,
  tenantId: string,
  test: boolean,
  id: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.id, id), eq(events.tenant_id, tenantId), eq(events.test, test)));
  return row?.seq;
}

/** @param afterSeq 0 to start with the oldest event @returns bodies, the oldest first */
export async function listBodies(
  db: Database,
  tenantId: string,
  test: boolean,
  afterSeq: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ body: events.body })
    .from(events)
    .where(
      and(
        eq(events.tenant_id, tenantId),
        eq(events.test, test),
        gt(events.seq, afterSeq),
        isNotNull(events.session_id),
      ),
    )
    .orderBy(events.seq)
    .limit(limit);
  return rows.map(({ body }) => body);
}

/** Removes personal data from the events of those of the sessions that are erased; outcomes stay. */
export async function redactErased(db: Database, sessionIds: readonly string[]): Promise<void> {
  const erased = db
    .select({ id: verificationSessions.id })
    .from(verificationSessions)
    .where(
      and(
        inArray(verificationSessions.id, [...sessionIds]),
        isNotNull(verificationSessions.erased_at_ms),
      ),
    );
  const deliveries = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.session_id, erased));
  await runTogether(db, [
    db
      .update(events)
      .set({
        body: sql`json_remove(${events.body}, '$.data.external_user_id', '$.data.ip_country')`,
      })
      .where(inArray(events.session_id, erased)),
    // A receiver's response may repeat the data it was sent.
    db
      .update(webhookAttempts)
      .set({ answer: null })
      .where(inArray(webhookAttempts.delivery_id, deliveries)),
  ]);
}

/** Deletes events created before `beforeMs`, with their deliveries. */
export async function deleteEventsBefore(db: Database, beforeMs: number): Promise<void> {
  const old = db.select({ id: events.id }).from(events).where(lt(events.created_at_ms, beforeMs));
  const deliveries = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.event_id, old));
  await runTogether(db, [
    db.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, deliveries)),
    db.delete(webhookDeliveries).where(inArray(webhookDeliveries.event_id, old)),
    db.delete(events).where(lt(events.created_at_ms, beforeMs)),
  ]);
}
