// SQL for events: the feed and the webhook bodies.
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { repeatInSlices } from '../../../db/delete-in-slices.ts';
import { insertNewRows, type RowCondition } from '../../../db/insert-rows.ts';
import {
  events,
  verificationSessions,
  webhookAttempts,
  webhookDeliveries,
} from '../../../db/schema/index.ts';
import type { WebhookEvent } from './event.ts';
import { insertDeliveries, type NewDelivery } from './delivery-store.ts';

/**
 * Events and their deliveries, for one transaction. Idempotent.
 * @param onlyIf a condition for all events, or for each
 */
export const eventRows = (
  db: Database,
  newEvents: readonly WebhookEvent[],
  deliveries: readonly NewDelivery[],
  onlyIf?: Condition | RowCondition,
): Statement[] => [
  ...(newEvents.length > 0 ? [insertNewRows(db, events, newEvents.map(toRow), onlyIf)] : []),
  ...(deliveries.length > 0 ? [insertDeliveries(db, deliveries, onlyIf)] : []),
];

const toRow = (event: WebhookEvent): typeof events.$inferInsert => ({
  id: event.id,
  tenant_id: event.tenantId,
  test: event.test,
  type: event.type,
  session_id: event.sessionId ?? null,
  position: event.position,
  body: event.body,
  created_at_ms: event.createdAtMs,
});

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

/**
 * @param afterSeq 0 to start with the oldest event
 * @returns bodies, the oldest first
 */
export const listBodies = (
  db: Database,
  tenantId: string,
  test: boolean,
  afterSeq: number,
  limit: number,
): Promise<string[]> =>
  selectBodies(db, inFeed(tenantId, test, gt(events.seq, afterSeq)), sql`${events.seq}`, limit);

/**
 * @param beforeSeq undefined to start with the newest event
 * @returns bodies, the newest first
 */
export const listNewestBodies = (
  db: Database,
  tenantId: string,
  test: boolean,
  beforeSeq: number | undefined,
  limit: number,
): Promise<string[]> =>
  selectBodies(
    db,
    inFeed(tenantId, test, beforeSeq === undefined ? undefined : lt(events.seq, beforeSeq)),
    desc(events.seq),
    limit,
  );

/** Test events of an endpoint have no session, and are not in the feed. */
const inFeed = (tenantId: string, test: boolean, part: SQL | undefined) =>
  and(eq(events.tenant_id, tenantId), eq(events.test, test), isNotNull(events.session_id), part);

async function selectBodies(
  db: Database,
  which: SQL | undefined,
  order: SQL,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ body: events.body })
    .from(events)
    .where(which)
    .orderBy(order)
    .limit(limit);
  return rows.map(({ body }) => body);
}

/**
 * Removes personal data from the events of the given sessions that were erased; their results stay.
 */
export function redaction(db: Database, sessionIds: readonly string[]): Statement[] {
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
  return [
    db
      .update(events)
      .set({
        body: sql`json_remove(${events.body}, '$.data.external_user_id', '$.data.ip_country', '$.data.checks.document.document_type', '$.data.checks.document.country')`,
      })
      .where(inArray(events.session_id, erased)),
    // A receiver's response may repeat the data it was sent.
    db
      .update(webhookDeliveries)
      .set({ delivered_by: sql`json_set(${webhookDeliveries.delivered_by}, '$.answer', NULL)` })
      .where(
        and(
          inArray(webhookDeliveries.session_id, erased),
          sql`${webhookDeliveries.delivered_by} ->> 'answer' IS NOT NULL`,
        ),
      ),
    db
      .update(webhookAttempts)
      .set({ answer: null })
      .where(inArray(webhookAttempts.delivery_id, deliveries)),
  ];
}

/**
 * How many of the oldest events are looked at. An event that was late is among younger ones, since
 * the feed is in the order of arrival; behind more of them than this it stays until they are old.
 */
const MAX_LOOKED_AT = 1_000;

/**
 * Deletes events created before `beforeMs` with their deliveries, the oldest first, over several
 * transactions.
 */
export async function deleteEventsBefore(db: Database, beforeMs: number): Promise<void> {
  await repeatInSlices(async (limit) => {
    const oldest = db
      .select({ id: events.id, session_id: events.session_id, created_at_ms: events.created_at_ms })
      .from(events)
      .where(gt(events.seq, 0))
      .orderBy(events.seq)
      .limit(MAX_LOOKED_AT)
      .as('oldest');
    const old = () =>
      db
        .select({ id: oldest.id })
        .from(oldest)
        .where(lt(oldest.created_at_ms, beforeMs))
        .limit(limit);
    const sessions = db
      .select({ id: oldest.session_id })
      .from(oldest)
      .where(lt(oldest.created_at_ms, beforeMs))
      .limit(limit);
    const areOld = and(
      or(inArray(webhookDeliveries.session_id, sessions), isNull(webhookDeliveries.session_id)),
      inArray(webhookDeliveries.event_id, old()),
    );
    const deliveries = db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(areOld);
    const [, , deleted] = await db.batch([
      db.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, deliveries)),
      db.delete(webhookDeliveries).where(areOld),
      db.delete(events).where(inArray(events.id, old())).returning({ id: events.id }),
    ]);
    return deleted.length;
  });
}
