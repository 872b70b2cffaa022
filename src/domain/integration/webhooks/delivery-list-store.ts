// SQL for the deliveries that staff see: lists, attempts, replays.
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { selectDayCounts } from '../../../db/day-counts.ts';
import {
  deliveryDays,
  events,
  webhookAttempts,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.ts';
import { attemptsOf, keepDeliveredBy } from './attempt-store.ts';
import { MESSAGE } from './delivery-store.ts';
import type { PagePlace } from '../../terms/locate-page.ts';
import type { Delivery, DeliveryState, DeliveryWithAttempts, AttemptMessage } from './delivery.ts';

export interface DeliveryFilter {
  /** Must belong to the calling tenant: the query has no other tenant filter. */
  endpointId: string;
  state?: DeliveryState | undefined;
}

const WITH_EVENT = { delivery: deliveries, type: events.type, body: events.body };

/** @returns deliveries per day, latest day first */
export const countByDay = (db: Database, { endpointId, state }: DeliveryFilter) =>
  selectDayCounts(
    db,
    deliveryDays,
    and(eq(deliveryDays.endpoint_id, endpointId), state && eq(deliveryDays.state, state)),
  );

/**
 * @param place where the page begins (domain/terms/locate-page.ts)
 * @returns one page, the latest first
 */
export async function listDeliveryRows(
  db: Database,
  filter: DeliveryFilter,
  place: PagePlace,
  limit: number,
): Promise<DeliveryWithAttempts[]> {
  const [rows, attempts] = await db.batch([
    selectPage(db, filter, place, limit),
    selectAttempts(db, filter, place, limit),
  ]);
  const byDelivery = Map.groupBy(attempts, ({ delivery_id: id }) => id);
  return rows.map((row) => withAttempts(row, byDelivery.get(row.delivery.id) ?? []));
}

/**
 * Orders rows of the same millisecond by insertion, as the index does: rows before a page are
 * skipped without being read.
 */
const ROWID = sql<number>`${deliveries}.rowid`;
const LATEST_FIRST = [desc(deliveries.created_at_ms), desc(ROWID)];

const rowsOnPage = (
  db: Database,
  { endpointId, state }: DeliveryFilter,
  { beforeMs, skip }: PagePlace,
  limit: number,
) =>
  db
    .select({ id: ROWID })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpoint_id, endpointId),
        state && eq(deliveries.state, state),
        lt(deliveries.created_at_ms, beforeMs ?? 0),
      ),
    )
    .orderBy(...LATEST_FIRST)
    .limit(limit)
    .offset(skip);

export const selectPage = (db: Database, filter: DeliveryFilter, place: PagePlace, limit: number) =>
  db
    .select(WITH_EVENT)
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.event_id))
    .where(inArray(ROWID, rowsOnPage(db, filter, place, limit)))
    .orderBy(...LATEST_FIRST);

/** Selects the attempts of the deliveries on a page. */
export function selectAttempts(
  db: Database,
  filter: DeliveryFilter,
  place: PagePlace,
  limit: number,
) {
  const page = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inArray(ROWID, rowsOnPage(db, filter, place, limit)));
  return db.select().from(webhookAttempts).where(inArray(webhookAttempts.delivery_id, page));
}

export async function findDelivery(
  db: Database,
  tenantId: string,
  id: string,
): Promise<DeliveryWithAttempts | undefined> {
  const [[found], attempts] = await db.batch([
    db
      .select(WITH_EVENT)
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.event_id))
      .where(and(eq(deliveries.id, id), eq(deliveries.tenant_id, tenantId))),
    db.select().from(webhookAttempts).where(eq(webhookAttempts.delivery_id, id)),
  ]);
  return found && withAttempts(found, attempts);
}

/**
 * Starts a new round of attempts, whatever the state of the delivery.
 * @param audit written in the same transaction
 * @returns the message that triggers the first attempt
 */
export async function reopenDelivery(
  db: Database,
  id: string,
  nowMs: number,
  audit: Statement,
): Promise<AttemptMessage[]> {
  const isIt = eq(deliveries.id, id);
  const [, messages] = await db.batch([
    keepDeliveredBy(db, isIt),
    reopen(db, nowMs).where(isIt).returning(MESSAGE),
    audit,
  ]);
  return messages;
}

/**
 * Starts a new round of attempts for deliveries.
 * @param ids those that do not exist are left out
 * @param audit written in the same transaction
 * @returns the deliveries, and the messages that trigger their first attempts
 */
export async function reopenDeliveries(
  db: Database,
  ids: readonly string[],
  nowMs: number,
  audit: Statement,
): Promise<{ endpointId: string; message: AttemptMessage }[]> {
  const areThey = inArray(deliveries.id, [...ids]);
  const [, rows] = await db.batch([
    keepDeliveredBy(db, areThey),
    reopen(db, nowMs)
      .where(areThey)
      .returning({ endpointId: deliveries.endpoint_id, ...MESSAGE }),
    audit,
  ]);
  return rows.map(({ endpointId, ...message }) => ({ endpointId, message }));
}

interface DeadDeliveries {
  endpointId: string;
  /** Creation times: `fromMs` inclusive, `untilMs` exclusive. */
  fromMs: number;
  untilMs: number;
  max: number;
}

/**
 * Starts a new round of attempts for dead deliveries, the oldest first.
 * @param audit written in the same transaction
 */
export async function reopenDead(
  db: Database,
  { endpointId, fromMs, untilMs, max }: DeadDeliveries,
  nowMs: number,
  audit: Statement,
): Promise<AttemptMessage[]> {
  const dead = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpoint_id, endpointId),
        eq(deliveries.state, 'dead'),
        gte(deliveries.created_at_ms, fromMs),
        lt(deliveries.created_at_ms, untilMs),
      ),
    )
    .orderBy(deliveries.created_at_ms)
    .limit(max);
  const [messages] = await db.batch([
    reopen(db, nowMs).where(inArray(deliveries.id, dead)).returning(MESSAGE),
    audit,
  ]);
  return messages;
}

function reopen(db: Database, nowMs: number) {
  return db.update(deliveries).set({
    state: 'pending',
    round_attempts: 0,
    round_started_ms: nowMs,
    next_attempt_ms: nowMs,
    finished_at_ms: sql`NULL`,
    delivered_by: sql`NULL`,
  });
}

interface RowWithEvent {
  delivery: typeof deliveries.$inferSelect;
  type: string;
  body: string;
}

const withAttempts = (
  { delivery, type, body }: RowWithEvent,
  attempts: readonly (typeof webhookAttempts.$inferSelect)[],
): DeliveryWithAttempts => ({
  delivery: toDelivery(delivery, type),
  body,
  attempts: attemptsOf(delivery, attempts),
});

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
