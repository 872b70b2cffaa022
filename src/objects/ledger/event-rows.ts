// SQL for a volume's events: records, feed, erasure, retention.
import { portionsOf } from './bound-values.ts';
import {
  PERSONAL_PATHS,
  type EarlierEvents,
  type NewDeliveryRow,
  type NewEventRow,
} from '../../domain/integration/webhooks/ledger-rows.ts';

const EVENT_COLUMNS = [
  'id',
  'type',
  'session_id',
  'position',
  'body',
  'redacted',
  'created_at_ms',
] as const;
const DELIVERY_COLUMNS = [
  'id',
  'event_id',
  'endpoint_id',
  'session_id',
  'position',
  'created_at_ms',
] as const;
const MOVED_COLUMNS = [
  ...DELIVERY_COLUMNS,
  'state',
  'attempts',
  'round_attempts',
  'round_started_ms',
  'next_attempt_ms',
  'leased_until_ms',
  'finished_at_ms',
  'delivered_by',
] as const;
const ATTEMPT_COLUMNS = [
  'delivery_id',
  'number',
  'url',
  'at_ms',
  'duration_ms',
  'status',
  'failure',
  'answer',
] as const;

/**
 * How many events one step checks at the head of the feed. The feed is in order of arrival, so an
 * event that arrived late is behind younger events. If more than this number of younger events
 * precede it, it is only deleted once they are old enough to be deleted.
 */
const MAX_LOOKED_AT = 1_000;

/** One event of the feed. */
export interface FedEvent {
  seq: number;
  body: string;
}

/** Returns a row's values as one element of the array that a statement reads with json_each. */
const valuesOf = <Name extends string>(
  names: readonly Name[],
  row: Readonly<Record<Name, string | number | null>>,
) => names.map((name) => row[name]);

const selected = (names: readonly string[]): string =>
  names.map((_name, at) => `value ->> ${at}`).join(', ');

function insert(
  sql: SqlStorage,
  table: string,
  names: readonly string[],
  values: readonly (readonly unknown[])[],
): void {
  for (const rows of portionsOf(values.map((row) => JSON.stringify(row))))
    sql.exec(
      `INSERT OR IGNORE INTO ${table} (${names.join(', ')})
       SELECT ${selected(names)} FROM json_each(?)`,
      `[${rows.join(',')}]`,
    );
}

/** @returns the ids of the given events that the volume already contains */
export const knownEvents = (sql: SqlStorage, ids: readonly string[]): string[] =>
  sql
    .exec<{
      id: string;
    }>('SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
    .toArray()
    .map(({ id }) => id);

const lastSequence = (sql: SqlStorage): number =>
  sql.exec<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events').one().seq;

/**
 * Adds events in the given order. Existing events are not changed.
 * @param after the new sequence numbers are greater than this
 */
export function addEvents(sql: SqlStorage, events: readonly NewEventRow[], after: number): void {
  const known = new Set(
    knownEvents(
      sql,
      events.map(({ id }) => id),
    ),
  );
  let seq = Math.max(lastSequence(sql), after);
  const rows = events
    .filter(({ id }) => !known.has(id))
    .map((event) => [(seq += 1), ...valuesOf(EVENT_COLUMNS, event)]);
  if (rows.length > 0) insert(sql, 'events', ['seq', ...EVENT_COLUMNS], rows);
}

/**
 * Adds pending deliveries. Existing deliveries are not changed.
 * @param dueMs when the alarm queues a delivery whose first message was lost
 */
export function addDeliveries(
  sql: SqlStorage,
  deliveries: readonly NewDeliveryRow[],
  dueMs: number,
): void {
  if (deliveries.length === 0) return;
  const names = [
    ...DELIVERY_COLUMNS,
    'state',
    'round_started_ms',
    'next_attempt_ms',
    'due_ms',
  ] as const;
  insert(
    sql,
    'deliveries',
    names,
    deliveries.map((delivery) => [
      ...valuesOf(DELIVERY_COLUMNS, delivery),
      'pending',
      delivery.created_at_ms,
      delivery.created_at_ms,
      dueMs,
    ]),
  );
}

/**
 * Imports events that were recorded before the ledgers existed, with their deliveries and attempts.
 * @param begunAfter events up to this sequence number keep their numbers; later ones were recorded
 *   while the service was being upgraded, and get new numbers at the end of the feed
 */
export function adoptEvents(
  sql: SqlStorage,
  { events, deliveries, attempts }: EarlierEvents,
  begunAfter: number,
  nowMs: number,
): void {
  const rows = events.map((event) => ({ ...event, redacted: 0 as const }));
  insert(
    sql,
    'events',
    ['seq', ...EVENT_COLUMNS],
    rows
      .filter(({ seq }) => seq <= begunAfter)
      .map((row) => [row.seq, ...valuesOf(EVENT_COLUMNS, row)]),
  );
  addEvents(
    sql,
    rows.filter(({ seq }) => seq > begunAfter),
    begunAfter,
  );
  insert(
    sql,
    'deliveries',
    [...MOVED_COLUMNS, 'due_ms'],
    deliveries.map((row) => [
      ...valuesOf(MOVED_COLUMNS, row),
      Math.max(nowMs, row.next_attempt_ms),
    ]),
  );
  insert(
    sql,
    'attempts',
    ATTEMPT_COLUMNS,
    attempts.map((row) => valuesOf(ATTEMPT_COLUMNS, row)),
  );
}

/** @returns the sequence number of an event */
export const sequenceOf = (sql: SqlStorage, id: string): number | undefined =>
  sql.exec<{ seq: number }>('SELECT seq FROM events WHERE id = ?', id).toArray()[0]?.seq;

/**
 * Reads the feed. It does not contain an endpoint's test events, which have no session.
 * @returns events after a sequence number, oldest first, or before it, newest first
 */
export function readFeed(
  sql: SqlStorage,
  from: { after: number } | { before: number },
  limit: number,
): FedEvent[] {
  const [where, seq, order] =
    'after' in from ? ['>', from.after, 'ASC'] : ['<', from.before, 'DESC'];
  return sql
    .exec<FedEvent & Record<string, SqlStorageValue>>(
      `SELECT seq, body FROM events WHERE seq ${where} ? AND session_id IS NOT NULL
       ORDER BY seq ${order} LIMIT ?`,
      seq,
      limit,
    )
    .toArray();
}

/**
 * Removes personal data from the events of sessions that have been erased; the check results are
 * kept.
 */
export function redactEvents(sql: SqlStorage, sessionIds: readonly string[]): void {
  const ids = JSON.stringify(sessionIds);
  const areTheirs = 'session_id IN (SELECT value FROM json_each(?))';
  sql.exec(
    `UPDATE events SET body = json_remove(body, ${PERSONAL_PATHS}), redacted = 1
     WHERE ${areTheirs} AND redacted = 0`,
    ids,
  );
  // A receiver's response may repeat the data that the receiver was sent, so the response is
  // removed as well.
  sql.exec(
    `UPDATE deliveries SET delivered_by = json_set(delivered_by, '$.answer', NULL)
     WHERE ${areTheirs} AND delivered_by ->> 'answer' IS NOT NULL`,
    ids,
  );
  sql.exec(
    `UPDATE attempts SET answer = NULL WHERE answer IS NOT NULL
       AND delivery_id IN (SELECT id FROM deliveries WHERE ${areTheirs})`,
    ids,
  );
}

/**
 * Deletes the oldest events with their deliveries.
 * @param beforeMs the creation time before which events are deleted
 * @returns whether there may be more events to delete
 */
export function forgetEvents(sql: SqlStorage, beforeMs: number): boolean {
  const old = sql
    .exec<{ id: string; session_id: string | null; created_at_ms: number }>(
      'SELECT id, session_id, created_at_ms FROM events ORDER BY seq LIMIT ?',
      MAX_LOOKED_AT,
    )
    .toArray()
    .filter(({ created_at_ms: atMs }) => atMs < beforeMs);
  if (old.length === 0) return false;
  const events = JSON.stringify(old.map(({ id }) => id));
  const sessions = JSON.stringify([...new Set(old.map(({ session_id: id }) => id))]);
  const areTheirs = `(session_id IN (SELECT value FROM json_each(?)) OR session_id IS NULL)
    AND event_id IN (SELECT value FROM json_each(?))`;
  sql.exec(
    `DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${areTheirs})`,
    sessions,
    events,
  );
  sql.exec(`DELETE FROM deliveries WHERE ${areTheirs}`, sessions, events);
  sql.exec('DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))', events);
  return old.length === MAX_LOOKED_AT;
}

/** Returns when the oldest event was created; undefined when there is none. */
export const oldestEventMs = (sql: SqlStorage): number | undefined =>
  sql
    .exec<{ at: number }>('SELECT created_at_ms AS at FROM events ORDER BY seq LIMIT 1')
    .toArray()[0]?.at;
