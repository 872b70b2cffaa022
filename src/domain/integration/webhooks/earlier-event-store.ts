// SQL for events that versions without ledgers recorded in D1, and that have not been moved to
// ledgers yet.
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  lt,
  max,
  notInArray,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import {
  events,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../db/schema/index.ts';
import type { LedgerOwner } from '../../platform/ledgers/volume.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { PERSONAL_PATHS, type EarlierEvents } from './ledger-rows.ts';

/** Events of one customer in one mode, with their deliveries and attempts. */
export interface EarlierOfOwner extends EarlierEvents {
  owner: LedgerOwner;
}

const isOf = ({ tenantId, test }: LedgerOwner) =>
  and(eq(events.tenant_id, tenantId), eq(events.test, test));

/** @returns the sequence number of an event that has not been moved */
export async function findEarlierSequence(
  db: Database,
  owner: LedgerOwner,
  id: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.id, id), isOf(owner)));
  return row?.seq;
}

/** @returns events that have not been moved: ascending for `after`, descending for `before` */
export const listEarlier = async (
  db: Database,
  owner: LedgerOwner,
  from: { after: number } | { before: number },
  limit: number,
): Promise<{ seq: number; body: string }[]> =>
  db
    .select({ seq: events.seq, body: events.body })
    .from(events)
    .where(
      and(
        isOf(owner),
        // Test events of an endpoint have no session, and are not in the feed.
        isNotNull(events.session_id),
        'after' in from ? gt(events.seq, from.after) : lt(events.seq, from.before),
      ),
    )
    .orderBy('after' in from ? asc(events.seq) : desc(events.seq))
    .limit(limit);

/**
 * Reads up to `limit` events to move, and the other events of their sessions, because deliveries
 * for the same session wait for one another. Events with pending deliveries come first, then the
 * oldest. Deliveries to deleted endpoints are left out.
 * @param except the ids of customers to skip
 * @returns the events by owner, and the sequence number of the newest event in D1
 */
export async function readEarlier(
  db: Database,
  limit: number,
  except: readonly string[],
): Promise<{ byOwner: EarlierOfOwner[]; last: number }> {
  const { ids, last } = await chooseEarlier(db, limit, except);
  if (ids.length === 0) return { byOwner: [], last: 0 };
  const { rows, deliveries, attempts } = await readWhole(db, ids);
  const byOwner = Map.groupBy(rows, ({ tenant_id: id, test }) => nameInMode(id, test));
  return {
    last,
    byOwner: [...byOwner.values()].map((some) => {
      const [{ tenant_id: tenantId, test } = { tenant_id: '', test: false }] = some;
      const theirs = new Set(some.map(({ id }) => id));
      const own = deliveries.filter((delivery) => theirs.has(delivery.event_id));
      const ownIds = new Set(own.map(({ id }) => id));
      return {
        owner: { tenantId, test },
        events: some.map(({ tenant_id: _tenant, test: _test, ...event }) => event),
        deliveries: own.map(({ tenant_id: _tenant, ...delivery }) => delivery),
        attempts: attempts.filter((attempt) => ownIds.has(attempt.delivery_id)),
      };
    }),
  };
}

async function chooseEarlier(
  db: Database,
  limit: number,
  except: readonly string[],
): Promise<{ ids: string[]; last: number }> {
  const [pending, oldest, [newest]] = await db.batch([
    db
      .selectDistinct({ id: webhookDeliveries.event_id })
      .from(webhookDeliveries)
      // This condition must be written exactly like the partial index's condition, or SQLite does
      // not use the index.
      .where(and(sql`state = 'pending'`, notInArray(webhookDeliveries.tenant_id, valuesOf(except))))
      .limit(limit),
    db
      .select({ id: events.id })
      .from(events)
      .where(and(gt(events.seq, 0), notInArray(events.tenant_id, valuesOf(except))))
      .orderBy(events.seq)
      .limit(limit),
    db.select({ seq: max(events.seq) }).from(events),
  ]);
  const ids = (pending.length > 0 ? pending : oldest).map(({ id }) => id);
  return { ids, last: newest?.seq ?? 0 };
}

/**
 * Reads events, the other events of their sessions, and the deliveries and attempts of all these
 * events.
 */
async function readWhole(db: Database, ids: readonly string[]) {
  const rows = await db
    .select()
    .from(events)
    .where(
      sql`id IN ${valuesOf(ids)} OR session_id IN (
        SELECT session_id FROM events WHERE id IN ${valuesOf(ids)} AND session_id IS NOT NULL)`,
    );
  const found = rows.map(({ id }) => id);
  const ofThem = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(areDeliveriesOf(found));
  const [deliveries, attempts] = await db.batch([
    db
      .select()
      .from(webhookDeliveries)
      .where(and(areDeliveriesOf(found), hasEndpoint(db))),
    db.select().from(webhookAttempts).where(inArray(webhookAttempts.delivery_id, ofThem)),
    // A pending delivery whose event is gone can never be completed.
    db
      .delete(webhookDeliveries)
      .where(
        sql`state = 'pending' AND event_id IN ${valuesOf(ids)} AND event_id NOT IN (SELECT id FROM events)`,
      ),
  ]);
  return { rows, deliveries, attempts };
}

/** Deletes events that have been moved, with their deliveries and attempts. */
export async function deleteEarlier(db: Database, ids: readonly string[]): Promise<void> {
  const deliveries = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(areDeliveriesOf(ids));
  await db.batch([
    db.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, deliveries)),
    db.delete(webhookDeliveries).where(areDeliveriesOf(ids)),
    db.delete(events).where(inArray(events.id, valuesOf(ids))),
  ]);
}

const valuesOf = (ids: readonly string[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * The condition that a delivery is for one of the events. It also compares the sessions, because
 * only session ids are indexed.
 */
const areDeliveriesOf = (ids: readonly string[]): SQL =>
  sql`(session_id IS NULL OR session_id IN (SELECT session_id FROM events WHERE id IN ${valuesOf(ids)}))
    AND event_id IN ${valuesOf(ids)}`;

const hasEndpoint = (db: Database) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, webhookDeliveries.endpoint_id)),
  );

/**
 * Removes personal data, but not results, from the events in D1 of any of the given sessions that
 * have been erased. The returned statements must run after those that erase the sessions.
 */
export function earlierRedaction(db: Database, sessionIds: readonly string[]): Statement[] {
  const areErased = sql`session_id IN (SELECT id FROM verification_sessions
    WHERE id IN ${valuesOf(sessionIds)} AND erased_at_ms IS NOT NULL)`;
  const deliveries = db.select({ id: webhookDeliveries.id }).from(webhookDeliveries);
  return [
    db
      .update(events)
      .set({
        body: sql`json_remove(${events.body}, ${sql.raw(PERSONAL_PATHS)})`,
      })
      .where(areErased),
    // A receiver's response may repeat the data it was sent.
    db
      .update(webhookDeliveries)
      .set({ delivered_by: sql`json_set(${webhookDeliveries.delivered_by}, '$.answer', NULL)` })
      .where(and(areErased, sql`${webhookDeliveries.delivered_by} ->> 'answer' IS NOT NULL`)),
    db
      .update(webhookAttempts)
      .set({ answer: null })
      .where(inArray(webhookAttempts.delivery_id, deliveries.where(areErased))),
  ];
}
