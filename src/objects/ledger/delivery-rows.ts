// SQL for a volume's deliveries: claims an attempt, records its outcome, and finds what is due.
import type { AttemptRow, DeliveryRow } from '../../domain/integration/webhooks/ledger-rows.ts';
import { holdEndpoint } from './endpoint-rows.ts';
import { RETRY_PERIOD_MS } from '../../domain/integration/webhooks/schedule.ts';
import type {
  AttemptOutcome,
  AttemptToMake,
  ClaimedDelivery,
  DeliveryEnd,
  FinishedAttempt,
} from '../../domain/integration/webhooks/delivery.ts';
import type { BacklogPart, VolumeBacklog } from '../../domain/platform/ledgers/volume.ts';
import { DAY_MS, MINUTE_MS } from '../../time/durations.ts';

/**
 * How long a queued message may take before the alarm queues a second one. It is longer than the
 * queue's normal delay.
 */
export const GRACE_MS = 2 * MINUTE_MS;
/**
 * Like GRACE_MS, for a message that the alarm queued. It is longer, so that a slow queue gets few
 * duplicates.
 */
const RESENT_MS = 10 * MINUTE_MS;
/** The maximum number of attempts that takeDue takes, divided among the endpoints that are due. */
const DRAINED_AT_ONCE = 1_000;
/**
 * Each count of deliveries for the backlog stops at this number; overdue deliveries are counted per
 * endpoint.
 */
const COUNTED = 1_000;

type Row<T> = T & Record<string, SqlStorageValue>;

/** A pending delivery that must precede this one in the session's order. */
const EARLIER = `SELECT 1 FROM deliveries AS earlier WHERE earlier.session_id = deliveries.session_id
  AND earlier.endpoint_id = deliveries.endpoint_id AND earlier.position < deliveries.position
  AND earlier.state = 'pending'`;

export type Claim =
  | { outcome: 'claimed'; claimed: ClaimedDelivery }
  /** Another consumer is making the attempt, or crashed while doing so. */
  | { outcome: 'leased'; untilMs: number }
  /**
   * The delivery is not pending, the attempt has already been made, or the delivery has to wait
   * until an earlier event of the session has been delivered or abandoned.
   */
  | { outcome: 'nothing' };

/**
 * Leases one attempt for `leaseMs`, unless an earlier event of the session is still pending for the
 * endpoint.
 */
export function claimAttempt(
  sql: SqlStorage,
  { deliveryId, attempt }: AttemptToMake,
  nowMs: number,
  leaseMs: number,
): Claim {
  const [found] = sql
    .exec<Row<DeliveryRow & { body: string; is_blocked: number }>>(
      `SELECT deliveries.*, events.body, EXISTS (${EARLIER}) AS is_blocked
       FROM deliveries JOIN events ON events.id = deliveries.event_id WHERE deliveries.id = ?`,
      deliveryId,
    )
    .toArray();
  if (found === undefined || found.state !== 'pending' || found.attempts !== attempt)
    return { outcome: 'nothing' };
  const { body, is_blocked: isBlocked, ...delivery } = found;
  if (delivery.leased_until_ms > nowMs)
    return { outcome: 'leased', untilMs: delivery.leased_until_ms };
  if (isBlocked === 1) return { outcome: 'nothing' };
  sql.exec('UPDATE deliveries SET leased_until_ms = ? WHERE id = ?', nowMs + leaseMs, deliveryId);
  return { outcome: 'claimed', claimed: { delivery, body } };
}

/**
 * Records an attempt and the new state of its delivery. A failure does not count for a delivery
 * that was replayed, held back or given a different URL during the attempt: the delivery still has
 * to be tried.
 */
export function finishAttempt(
  sql: SqlStorage,
  { delivery, attempt, outcome, isSameReceiver, roundStartedMs }: AttemptOutcome,
): FinishedAttempt {
  const { id, session_id: sessionId, endpoint_id: endpointId } = delivery;
  const [now] = sql
    .exec<Row<DeliveryRow & { due_ms: number; redacted: number }>>(
      `SELECT deliveries.*, events.redacted FROM deliveries
       JOIN events ON events.id = deliveries.event_id WHERE deliveries.id = ?`,
      id,
    )
    .toArray();
  // The delivery was deleted during the attempt.
  if (now === undefined) return {};
  // The receiver's response may repeat data of a person who was erased before the response arrived.
  // In that case it is not stored.
  const made: AttemptRow = {
    delivery_id: id,
    ...attempt,
    ...(now.redacted === 1 && { answer: null }),
  };
  const isMine = now.attempts === delivery.attempts;
  const isStill =
    now.state === 'pending' && now.round_started_ms === delivery.round_started_ms && isSameReceiver;
  if (isMine && outcome.state === 'delivered') setDelivered(sql, made, roundStartedMs);
  else insertAttempt(sql, made);
  if (isMine && outcome.state !== 'delivered' && isStill)
    setFailed(sql, { now, made, outcome, roundStartedMs });
  const isOther = isMine && outcome.state !== 'delivered' && !isStill;
  if (isOther) setAgain(sql, made);
  const [next] = outcome.state === 'pending' ? [] : firstPending(sql, sessionId, endpointId);
  return {
    ...(isOther && { again: { deliveryId: id, attempt: made.number, endpointId } }),
    ...(next !== undefined && next.deliveryId !== id && { next }),
  };
}

const endOf = ({ at_ms: atMs, duration_ms: durationMs }: AttemptRow): number => atMs + durationMs;

/** Marks a delivery as delivered, and stores the successful attempt in its row. */
function setDelivered(sql: SqlStorage, made: AttemptRow, roundStartedMs: number): void {
  const { delivery_id: id, ...attempt } = made;
  sql.exec(
    `UPDATE deliveries SET state = 'delivered', attempts = ?, leased_until_ms = 0,
       round_attempts = round_attempts + 1, round_started_ms = ?, finished_at_ms = ?,
       delivered_by = ? WHERE id = ?`,
    made.number,
    roundStartedMs,
    endOf(made),
    JSON.stringify(attempt),
    id,
  );
}

interface Failure {
  now: DeliveryRow & { due_ms: number };
  made: AttemptRow;
  outcome: Exclude<DeliveryEnd, { state: 'delivered' }>;
  roundStartedMs: number;
}

function setFailed(sql: SqlStorage, { now, made, outcome, roundStartedMs }: Failure): void {
  sql.exec(
    `UPDATE deliveries SET state = ?, attempts = ?, leased_until_ms = 0,
       round_attempts = round_attempts + 1, round_started_ms = ?, next_attempt_ms = ?, due_ms = ?,
       finished_at_ms = ? WHERE id = ?`,
    outcome.state,
    made.number,
    roundStartedMs,
    ...(outcome.state === 'pending'
      ? [outcome.nextAttemptMs, outcome.nextAttemptMs, null]
      : [now.next_attempt_ms, now.due_ms, endOf(made)]),
    made.delivery_id,
  );
}

/** Schedules the next attempt immediately, because the one just made does not count. */
function setAgain(sql: SqlStorage, made: AttemptRow): void {
  sql.exec(
    `UPDATE deliveries SET attempts = ?, leased_until_ms = 0, next_attempt_ms = ?, due_ms = ?
     WHERE id = ?`,
    made.number,
    endOf(made),
    endOf(made) + GRACE_MS,
    made.delivery_id,
  );
}

const firstPending = (
  sql: SqlStorage,
  sessionId: string | null,
  endpointId: string,
): AttemptToMake[] =>
  sql
    .exec<Row<AttemptToMake>>(
      `SELECT id AS deliveryId, attempts AS attempt, endpoint_id AS endpointId FROM deliveries
       WHERE session_id = ? AND endpoint_id = ? AND state = 'pending' ORDER BY position LIMIT 1`,
      sessionId,
      endpointId,
    )
    .toArray();

/**
 * Stores an attempt. Does nothing if it is already stored, in its own row or in its delivery's row,
 * or if the delivery has been deleted.
 */
function insertAttempt(sql: SqlStorage, attempt: AttemptRow): void {
  sql.exec(
    `INSERT OR IGNORE INTO attempts SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
     WHERE EXISTS (SELECT 1 FROM deliveries WHERE id = ?1 AND delivered_by ->> 'number' IS NOT ?2)`,
    attempt.delivery_id,
    attempt.number,
    attempt.url,
    attempt.at_ms,
    attempt.duration_ms,
    attempt.status,
    attempt.failure,
    attempt.answer,
  );
}

interface EndpointDue {
  endpointId: string;
  dueMs: number;
  isHeld: boolean;
}

/**
 * Lists the endpoints with pending deliveries, except those whose deliveries are being cancelled.
 * Reads two rows per endpoint.
 */
function listDue(sql: SqlStorage): EndpointDue[] {
  const due: EndpointDue[] = [];
  for (let last = ''; ;) {
    const [found] = sql
      .exec<Row<{ endpointId: string; dueMs: number; untilMs: number | null }>>(
        `SELECT endpoint_id AS endpointId, due_ms AS dueMs,
           (SELECT until_ms FROM held_endpoints AS held WHERE held.endpoint_id = deliveries.endpoint_id) AS untilMs
         FROM deliveries WHERE state = 'pending' AND endpoint_id > ?
           AND endpoint_id NOT IN (SELECT endpoint_id FROM ended_endpoints)
         ORDER BY endpoint_id, due_ms LIMIT 1`,
        last,
      )
      .toArray();
    if (found === undefined) return due;
    const { endpointId, dueMs, untilMs } = found;
    due.push({ endpointId, dueMs: Math.max(dueMs, untilMs ?? 0), isHeld: untilMs !== null });
    last = endpointId;
  }
}

/** Returns when the next attempt is due to be queued; undefined when none is pending. */
export function nextDueMs(sql: SqlStorage): number | undefined {
  const times = listDue(sql).map(({ dueMs }) => dueMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * Takes the attempts that are due, most overdue first: an equal share for each endpoint, and a
 * single attempt for a held endpoint. A taken attempt becomes due again later, in case its message
 * is lost.
 * @param leadMs attempts that become due within this time, in milliseconds, are taken as well
 */
export function takeDue(sql: SqlStorage, nowMs: number, leadMs = 0): AttemptToMake[] {
  const due = listDue(sql).filter(({ dueMs }) => dueMs <= nowMs + leadMs);
  const share = Math.max(1, Math.floor(DRAINED_AT_ONCE / Math.max(1, due.length)));
  return due.flatMap(({ endpointId, isHeld }) => {
    if (isHeld) holdEndpoint(sql, endpointId, nowMs);
    return takeOf(sql, endpointId, { nowMs, leadMs, limit: isHeld ? 1 : share });
  });
}

/**
 * Takes an endpoint's due attempts. Deliveries that are leased, or that wait for an earlier
 * delivery, are postponed by GRACE_MS.
 */
function takeOf(
  sql: SqlStorage,
  endpointId: string,
  { nowMs, leadMs, limit }: { nowMs: number; leadMs: number; limit: number },
): AttemptToMake[] {
  const found = sql
    .exec<Row<AttemptToMake & { isWaiting: number }>>(
      `SELECT id AS deliveryId, attempts AS attempt, endpoint_id AS endpointId,
         leased_until_ms > ?1 OR EXISTS (${EARLIER}) AS isWaiting
       FROM deliveries WHERE state = 'pending' AND endpoint_id = ?2 AND due_ms <= ?3
         AND next_attempt_ms <= ?1
       ORDER BY due_ms LIMIT ?4`,
      nowMs,
      endpointId,
      nowMs + leadMs,
      limit,
    )
    .toArray();
  const [waiting = [], taken = []] = [1, 0].map((is) =>
    found.filter(({ isWaiting }) => isWaiting === is),
  );
  setDue(sql, waiting, nowMs + GRACE_MS);
  setDue(sql, taken, nowMs + RESENT_MS);
  return taken.map(({ isWaiting: _isWaiting, ...message }) => message);
}

function setDue(sql: SqlStorage, attempts: readonly AttemptToMake[], dueMs: number): void {
  sql.exec(
    'UPDATE deliveries SET due_ms = ? WHERE id IN (SELECT value FROM json_each(?))',
    dueMs,
    JSON.stringify(attempts.map(({ deliveryId }) => deliveryId)),
  );
}

/**
 * Counts the overdue deliveries and the recently abandoned ones, for the health report that
 * operators see. Deliveries of held endpoints do not count as overdue.
 * @param dueMs pending attempts that were due by this time count as overdue
 */
export function readBacklog(sql: SqlStorage, dueMs: number, nowMs: number): VolumeBacklog {
  const overdue = listDue(sql)
    .filter(({ isHeld }) => !isHeld)
    .flatMap(({ endpointId }) =>
      sql
        .exec<Row<Counted>>(
          `SELECT count(*) AS count, min(at) AS since FROM (
             SELECT next_attempt_ms AS at FROM deliveries
             WHERE state = 'pending' AND endpoint_id = ? AND due_ms <= ? AND next_attempt_ms <= ?
               AND NOT EXISTS (${EARLIER}) LIMIT ${COUNTED})`,
          endpointId,
          nowMs + RESENT_MS,
          dueMs,
        )
        .toArray(),
    );
  const givenUp = sql
    .exec<Row<Counted>>(
      `SELECT count(*) AS count, min(at) AS since FROM (
         SELECT finished_at_ms AS at FROM deliveries
         WHERE endpoint_id IN (SELECT endpoint_id FROM delivery_days WHERE state = 'dead')
           AND state = 'dead' AND created_at_ms > ? AND finished_at_ms > ? LIMIT ${COUNTED})`,
      nowMs - RETRY_PERIOD_MS - 2 * DAY_MS,
      nowMs - DAY_MS,
    )
    .toArray();
  return { overdue: sum(overdue), givenUp: sum(givenUp) };
}

interface Counted {
  count: number;
  since: number | null;
}

function sum(counted: readonly Counted[]): BacklogPart | null {
  const since = counted.flatMap((one) => (one.since === null ? [] : [one.since]));
  if (since.length === 0) return null;
  return { count: counted.reduce((all, { count }) => all + count, 0), sinceMs: Math.min(...since) };
}
