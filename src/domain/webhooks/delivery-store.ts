// SQL of deliveries: claiming one attempt, and writing down how it went. Listing is delivery-list-store.ts.
import { and, eq, exists, inArray, lt, lte, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database, Statement } from '../../db/client.ts';
import {
  events,
  webhookAttempts,
  webhookDeliveries as deliveries,
  webhookEndpoints,
} from '../../db/schema/index.ts';
import type { Attempt, WebhookMessage } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { toEndpoint } from './endpoint-store.ts';

export interface NewDelivery {
  id: string;
  eventId: string;
  endpointId: string;
  tenantId: string;
  sessionId?: string;
  position: number;
  createdAtMs: number;
}

/** An attempt that only this caller makes, with all it needs. */
export interface ClaimedAttempt {
  delivery: typeof deliveries.$inferSelect;
  endpoint: WebhookEndpoint;
  body: string;
}

export type Claim =
  | { outcome: 'claimed'; claimed: ClaimedAttempt }
  /** Somebody makes it right now, or died doing so. */
  | { outcome: 'leased'; untilMs: number }
  /** Made already, not due to anybody, or woken up by another event. */
  | { outcome: 'nothing' };

export function insertDelivery(db: Database, delivery: NewDelivery): Statement {
  return db
    .insert(deliveries)
    .values({
      id: delivery.id,
      event_id: delivery.eventId,
      endpoint_id: delivery.endpointId,
      tenant_id: delivery.tenantId,
      session_id: delivery.sessionId ?? null,
      position: delivery.position,
      state: 'pending',
      round_started_ms: delivery.createdAtMs,
      next_attempt_ms: delivery.createdAtMs,
      created_at_ms: delivery.createdAtMs,
    })
    .onConflictDoNothing();
}

/** Takes one attempt for `leaseMs`: not while an earlier event of the session waits for the same endpoint. */
export async function claimAttempt(
  db: Database,
  { deliveryId, attempt }: WebhookMessage,
  nowMs: number,
  leaseMs: number,
): Promise<Claim> {
  const asked = eq(deliveries.id, deliveryId);
  // One table each: D1 answers a batch by column names, and joined tables share some.
  const [taken, [delivery], [endpoint], [event]] = await db.batch([
    db
      .update(deliveries)
      .set({ leased_until_ms: nowMs + leaseMs })
      .where(
        and(
          asked,
          eq(deliveries.state, 'pending'),
          eq(deliveries.attempts, attempt),
          lte(deliveries.leased_until_ms, nowMs),
          notExists(earlierOfSession(db)),
          exists(enabledEndpoint(db)),
        ),
      )
      .returning({ id: deliveries.id }),
    db.select().from(deliveries).where(asked),
    db
      .select()
      .from(webhookEndpoints)
      .where(
        inArray(
          webhookEndpoints.id,
          db.select({ id: deliveries.endpoint_id }).from(deliveries).where(asked),
        ),
      ),
    db
      .select({ body: events.body })
      .from(events)
      .where(
        inArray(events.id, db.select({ id: deliveries.event_id }).from(deliveries).where(asked)),
      ),
  ]);
  if (delivery === undefined || endpoint === undefined || event === undefined)
    return { outcome: 'nothing' };
  if (taken.length > 0)
    return {
      outcome: 'claimed',
      claimed: { delivery, endpoint: toEndpoint(endpoint), body: event.body },
    };
  const isWanted = delivery.state === 'pending' && delivery.attempts === attempt;
  return isWanted && delivery.leased_until_ms > nowMs
    ? { outcome: 'leased', untilMs: delivery.leased_until_ms }
    : { outcome: 'nothing' };
}

function earlierOfSession(db: Database) {
  const earlier = alias(deliveries, 'earlier');
  return db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.session_id, deliveries.session_id),
        eq(earlier.endpoint_id, deliveries.endpoint_id),
        lt(earlier.position, deliveries.position),
        eq(earlier.state, 'pending'),
      ),
    );
}

function enabledEndpoint(db: Database) {
  return db
    .select({ one: sql`1` })
    .from(webhookEndpoints)
    .where(
      and(eq(webhookEndpoints.id, deliveries.endpoint_id), eq(webhookEndpoints.state, 'enabled')),
    );
}

/** How an attempt ended: for good, or until the next one. */
export type Ending =
  { state: 'delivered' } | { state: 'dead' } | { state: 'pending'; nextAttemptMs: number };

/**
 * Writes down an attempt, in one transaction with what follows from it.
 * @returns the next waiting delivery of the session to the endpoint, once this one is over
 */
export async function finishAttempt(
  db: Database,
  { delivery, endpoint }: ClaimedAttempt,
  attempt: Attempt,
  ending: Ending,
): Promise<WebhookMessage | undefined> {
  const nowMs = attempt.atMs + attempt.durationMs;
  const isOver = ending.state !== 'pending';
  const [, , , next] = await db.batch([
    db
      .update(deliveries)
      .set({
        state: ending.state,
        attempts: attempt.number,
        round_attempts: delivery.round_attempts + 1,
        leased_until_ms: 0,
        ...(ending.state === 'pending'
          ? { next_attempt_ms: ending.nextAttemptMs }
          : { finished_at_ms: nowMs }),
      })
      .where(and(eq(deliveries.id, delivery.id), eq(deliveries.attempts, delivery.attempts))),
    db.insert(webhookAttempts).values(toColumns(delivery.id, attempt)).onConflictDoNothing(),
    noteHealth(db, endpoint.id, ending.state === 'delivered', attempt.atMs),
    db
      .select({ deliveryId: deliveries.id, attempt: deliveries.attempts })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.session_id, isOver ? (delivery.session_id ?? '') : ''),
          eq(deliveries.endpoint_id, endpoint.id),
          eq(deliveries.state, 'pending'),
        ),
      )
      .orderBy(deliveries.position)
      .limit(1),
  ]);
  return next[0];
}

function noteHealth(db: Database, endpointId: string, works: boolean, nowMs: number) {
  const failingSince = webhookEndpoints.failing_since_ms;
  return db
    .update(webhookEndpoints)
    .set({ failing_since_ms: works ? null : nowMs })
    .where(
      and(
        eq(webhookEndpoints.id, endpointId),
        works ? sql`${failingSince} IS NOT NULL` : sql`${failingSince} IS NULL`,
      ),
    );
}

/**
 * Nothing is sent to the endpoint any more. What waits for it is over too: visible, and can be replayed. An endpoint
 * that got another URL since the attempt is left alone.
 * @param told audit and mails: they go with the change, or not at all
 * @returns false when nothing was changed
 */
export async function markDisabled(
  db: Database,
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  reason: 'failing' | 'gone',
  nowMs: number,
  told: readonly Statement[],
): Promise<boolean> {
  const isDisabled = db
    .select({ one: sql`1` })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.state, 'disabled')));
  const [disabled] = await db.batch([
    db
      .update(webhookEndpoints)
      .set({ state: 'disabled', disabled_reason: reason })
      .where(
        and(
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.url, url),
          ne(webhookEndpoints.state, 'disabled'),
        ),
      )
      .returning({ id: webhookEndpoints.id }),
    ...told,
    db
      .update(deliveries)
      .set({ state: 'dead', finished_at_ms: nowMs })
      .where(
        and(eq(deliveries.endpoint_id, id), eq(deliveries.state, 'pending'), exists(isDisabled)),
      ),
  ]);
  return disabled.length > 0;
}

/** @returns messages for attempts that should have been made by then; at most `limit` */
export async function listOverdue(
  db: Database,
  beforeMs: number,
  limit: number,
  endpointId?: string,
): Promise<WebhookMessage[]> {
  return db
    .select({ deliveryId: deliveries.id, attempt: deliveries.attempts })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpoint_id))
    .where(
      and(
        eq(deliveries.state, 'pending'),
        lte(deliveries.next_attempt_ms, beforeMs),
        lte(deliveries.leased_until_ms, beforeMs),
        eq(webhookEndpoints.state, 'enabled'),
        endpointId === undefined ? undefined : eq(deliveries.endpoint_id, endpointId),
        notExists(earlierOfSession(db)),
      ),
    )
    .orderBy(deliveries.next_attempt_ms)
    .limit(limit);
}

function toColumns(deliveryId: string, attempt: Attempt): typeof webhookAttempts.$inferInsert {
  return {
    delivery_id: deliveryId,
    number: attempt.number,
    url: attempt.url,
    at_ms: attempt.atMs,
    duration_ms: attempt.durationMs,
    status: attempt.status ?? null,
    failure: attempt.failure ?? null,
    answer: attempt.answer ?? null,
  };
}
