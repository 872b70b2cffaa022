// SQL for deliveries: claims an attempt and records its outcome. delivery-list-store.ts lists them.
import { and, eq, exists, inArray, lte, ne, notExists, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { insertNewRows, type RowCondition } from '../../../db/insert-rows.ts';
import {
  events,
  webhookDeliveries as deliveries,
  webhookEndpoints,
} from '../../../db/schema/index.ts';
import { deliveredBy, insertAttempt } from './attempt-store.ts';
import type { Attempt, AttemptMessage } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { toEndpoint } from './endpoint-store.ts';
import { RETRY_PERIOD_MS, roundStartOf } from './schedule.ts';
import { earlierOfSession } from '../../../db/earlier-delivery.ts';

export interface NewDelivery {
  id: string;
  eventId: string;
  endpointId: string;
  tenantId: string;
  sessionId?: string;
  position: number;
  createdAtMs: number;
}

/** An attempt that only this caller makes, with all the data it needs. */
export interface ClaimedAttempt {
  delivery: typeof deliveries.$inferSelect;
  endpoint: WebhookEndpoint;
  body: string;
}

type Claim =
  | { outcome: 'claimed'; claimed: ClaimedAttempt }
  /** Another consumer is making the attempt, or crashed while doing so. */
  | { outcome: 'leased'; untilMs: number }
  /** Already made, endpoint not enabled, or waiting for an earlier event of the session. */
  | { outcome: 'nothing' };

export const insertDeliveries = (
  db: Database,
  made: readonly NewDelivery[],
  onlyIf?: Condition | RowCondition,
): Statement =>
  insertNewRows(
    db,
    deliveries,
    made.map((delivery) => ({
      id: delivery.id,
      event_id: delivery.eventId,
      endpoint_id: delivery.endpointId,
      tenant_id: delivery.tenantId,
      session_id: delivery.sessionId ?? null,
      position: delivery.position,
      state: 'pending' as const,
      round_started_ms: delivery.createdAtMs,
      next_attempt_ms: delivery.createdAtMs,
      created_at_ms: delivery.createdAtMs,
    })),
    onlyIf,
  );

/**
 * Leases one attempt for `leaseMs`, unless an earlier event of the session is still pending for the
 * endpoint.
 */
export async function claimAttempt(
  db: Database,
  { deliveryId, attempt }: AttemptMessage,
  nowMs: number,
  leaseMs: number,
): Promise<Claim> {
  const isRequested = eq(deliveries.id, deliveryId);
  // One table per statement: D1 returns batch rows as objects by column name, and joined tables
  // share names.
  const [taken, [delivery], [endpoint], [event]] = await db.batch([
    db
      .update(deliveries)
      .set({ leased_until_ms: nowMs + leaseMs })
      .where(
        and(
          isRequested,
          eq(deliveries.state, 'pending'),
          eq(deliveries.attempts, attempt),
          lte(deliveries.leased_until_ms, nowMs),
          notExists(earlierOfSession(db)),
          exists(enabledEndpoint(db)),
        ),
      )
      .returning({ id: deliveries.id }),
    db.select().from(deliveries).where(isRequested),
    db
      .select()
      .from(webhookEndpoints)
      .where(
        inArray(
          webhookEndpoints.id,
          db.select({ id: deliveries.endpoint_id }).from(deliveries).where(isRequested),
        ),
      ),
    db
      .select({ body: events.body })
      .from(events)
      .where(
        inArray(
          events.id,
          db.select({ id: deliveries.event_id }).from(deliveries).where(isRequested),
        ),
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

export function enabledEndpoint(db: Database) {
  return db
    .select({ one: sql`1` })
    .from(webhookEndpoints)
    .where(
      and(eq(webhookEndpoints.id, deliveries.endpoint_id), eq(webhookEndpoints.state, 'enabled')),
    );
}

/** The state of a delivery after an attempt. */
export type AttemptOutcome =
  | { state: 'delivered' }
  | { state: 'dead' }
  | { state: 'pending'; nextAttemptMs: number };

/**
 * Records an attempt and the new state of its delivery and endpoint in one transaction. A failure
 * does not count for a delivery that was replayed, held back or given another URL during the
 * attempt: the delivery still has to be tried.
 * @returns `again`: this delivery, if it still has to be tried; `next`: the session's next pending
 *   delivery to the endpoint, once this one is finished
 */
export async function finishAttempt(
  db: Database,
  { delivery, endpoint }: ClaimedAttempt,
  attempt: Attempt,
  outcome: AttemptOutcome,
): Promise<{ again?: AttemptMessage | undefined; next?: AttemptMessage | undefined }> {
  const nowMs = attempt.atMs + attempt.durationMs;
  const isOver = outcome.state !== 'pending';
  const made = { attempts: attempt.number, leased_until_ms: 0 };
  const isMine = and(eq(deliveries.id, delivery.id), eq(deliveries.attempts, delivery.attempts));
  const [, [again], , , [next]] = await db.batch([
    db
      .update(deliveries)
      .set({
        ...made,
        state: outcome.state,
        round_attempts: delivery.round_attempts + 1,
        round_started_ms: roundStartOf(delivery, attempt.atMs),
        ...(outcome.state === 'pending'
          ? { next_attempt_ms: outcome.nextAttemptMs }
          : { finished_at_ms: nowMs }),
        ...(outcome.state === 'delivered' && { delivered_by: deliveredBy(db, delivery, attempt) }),
      })
      .where(
        and(
          isMine,
          outcome.state === 'delivered' ? undefined : isStill(db, { delivery, endpoint }),
        ),
      ),
    db
      .update(deliveries)
      .set({ ...made, next_attempt_ms: nowMs })
      .where(isMine)
      .returning(MESSAGE),
    insertAttempt(db, delivery, attempt),
    updateHealth(db, endpoint, outcome.state === 'delivered', attempt.atMs),
    db
      .select(MESSAGE)
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
  return { again, next };
}

/** The columns of the message that triggers the next attempt. */
export const MESSAGE = { deliveryId: deliveries.id, attempt: deliveries.attempts };

/**
 * Whether the delivery is still in the round of the attempt, and its endpoint still has the URL
 * that was called.
 */
const isStill = (
  db: Database,
  { delivery, endpoint }: Pick<ClaimedAttempt, 'delivery' | 'endpoint'>,
) =>
  and(
    eq(deliveries.state, 'pending'),
    eq(deliveries.round_started_ms, delivery.round_started_ms),
    exists(
      db
        .select({ one: sql`1` })
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.id, endpoint.id), eq(webhookEndpoints.url, endpoint.url))),
    ),
  );

/**
 * Does nothing if the endpoint's URL has changed since the attempt, because the attempt says
 * nothing about the new receiver.
 */
function updateHealth(
  db: Database,
  { id, url }: WebhookEndpoint,
  isHealthy: boolean,
  nowMs: number,
) {
  const failingSince = webhookEndpoints.failing_since_ms;
  return db
    .update(webhookEndpoints)
    .set({ failing_since_ms: isHealthy ? null : nowMs })
    .where(
      and(
        eq(webhookEndpoints.id, id),
        eq(webhookEndpoints.url, url),
        isHealthy ? sql`${failingSince} IS NOT NULL` : sql`${failingSince} IS NULL`,
      ),
    );
}

/**
 * Disables the endpoint and marks its pending deliveries dead; they stay visible and can be
 * replayed. It changes nothing when the URL was changed since the attempt, or when another delivery
 * succeeded meanwhile and ended the failing period.
 * @param notices audit entry and emails, written in the same transaction
 * @returns false when nothing was changed
 */
export async function markDisabled(
  db: Database,
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  reason: 'failing' | 'gone',
  nowMs: number,
  notices: readonly Statement[],
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
          reason === 'failing'
            ? lte(webhookEndpoints.failing_since_ms, nowMs - RETRY_PERIOD_MS)
            : undefined,
        ),
      )
      .returning({ id: webhookEndpoints.id }),
    ...notices,
    db
      .update(deliveries)
      .set({ state: 'dead', finished_at_ms: nowMs })
      .where(
        and(eq(deliveries.endpoint_id, id), eq(deliveries.state, 'pending'), exists(isDisabled)),
      ),
  ]);
  return disabled.length > 0;
}
