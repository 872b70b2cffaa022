// SQL for a volume's deliveries as staff see them: lists, attempts, replays.
import type {
  AttemptRow,
  DeliveryFile,
  DeliveryFilter,
  DeliveryRow,
} from '../../domain/integration/webhooks/ledger-rows.ts';
import type { AttemptToMake } from '../../domain/integration/webhooks/delivery.ts';
import { GRACE_MS } from './delivery-rows.ts';

type Row<T> = T & Record<string, SqlStorageValue>;

/** A delivery can be replayed any number of times, so the number of listed attempts is limited. */
const MAX_ATTEMPTS = 500;
const LATEST_FIRST = 'created_at_ms DESC, id DESC';

/**
 * One page of a list: up to `limit` deliveries created before `beforeMs`, after skipping `skip`.
 */
export interface ListPart {
  beforeMs: number;
  skip: number;
  limit: number;
}

const whereOf = ({ endpointId, state }: DeliveryFilter): [where: string, values: string[]] =>
  state === undefined
    ? ['endpoint_id = ?', [endpointId]]
    : ['endpoint_id = ? AND state = ?', [endpointId, state]];

/** @returns deliveries per day, newest day first */
export function countByDay(
  sql: SqlStorage,
  filter: DeliveryFilter,
): { day: string; value: number }[] {
  const [where, values] = whereOf(filter);
  return sql
    .exec<Row<{ day: string; value: number }>>(
      `SELECT day, sum(value) AS value FROM delivery_days WHERE ${where}
       GROUP BY day ORDER BY day DESC`,
      ...values,
    )
    .toArray();
}

/** @returns creation times, newest first; reads index entries only */
export function listTimes(sql: SqlStorage, filter: DeliveryFilter, part: ListPart): number[] {
  const [where, values] = whereOf(filter);
  return sql
    .exec<{ at: number }>(
      `SELECT created_at_ms AS at FROM deliveries WHERE ${where} AND created_at_ms < ?
       ORDER BY ${LATEST_FIRST} LIMIT ? OFFSET ?`,
      ...values,
      part.beforeMs,
      part.limit,
      part.skip,
    )
    .toArray()
    .map(({ at }) => at);
}

/** @returns one page of the list, newest first */
export function listDeliveries(
  sql: SqlStorage,
  filter: DeliveryFilter,
  part: ListPart,
): DeliveryFile[] {
  const [where, values] = whereOf(filter);
  return filesOf(
    sql,
    `id IN (SELECT id FROM deliveries WHERE ${where} AND created_at_ms < ?
       ORDER BY ${LATEST_FIRST} LIMIT ? OFFSET ?)`,
    [...values, part.beforeMs, part.limit, part.skip],
  );
}

export const findDelivery = (sql: SqlStorage, id: string): DeliveryFile | undefined =>
  filesOf(sql, 'id = ?', [id])[0];

export const listOfSession = (sql: SqlStorage, sessionId: string): DeliveryFile[] =>
  filesOf(sql, 'session_id = ?', [sessionId]);

function filesOf(sql: SqlStorage, where: string, values: (string | number)[]): DeliveryFile[] {
  const rows = sql
    .exec<Row<DeliveryRow & { due_ms: number }>>(
      `SELECT * FROM deliveries WHERE ${where} ORDER BY ${LATEST_FIRST}`,
      ...values,
    )
    .toArray();
  const events = new Map(
    sql
      .exec<{ id: string; type: string; body: string }>(
        'SELECT id, type, body FROM events WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(rows.map((row) => row.event_id)),
      )
      .toArray()
      .map((event) => [event.id, event]),
  );
  const attempts = Map.groupBy(
    sql
      .exec<Row<AttemptRow>>(
        `SELECT * FROM attempts WHERE delivery_id IN (SELECT value FROM json_each(?))
         ORDER BY delivery_id, number LIMIT ${MAX_ATTEMPTS}`,
        JSON.stringify(rows.map(({ id }) => id)),
      )
      .toArray(),
    (attempt) => attempt.delivery_id,
  );
  return rows.flatMap(({ due_ms: _dueMs, ...delivery }) => {
    const event = events.get(delivery.event_id);
    return event === undefined
      ? []
      : [
          {
            delivery,
            type: event.type,
            body: event.body,
            attempts: attempts.get(delivery.id) ?? [],
          },
        ];
  });
}

/** The deliveries to replay: by id, or the oldest dead deliveries of an endpoint in a period. */
export type ToReopen =
  | { ids: readonly string[] }
  /** The period applies to creation times: `fromMs` is inclusive, `untilMs` exclusive. */
  | { endpointId: string; fromMs: number; untilMs: number; max: number };

/**
 * Starts a new round of attempts for each of the deliveries, whatever its state.
 * @param atMs the time of the request; a delivery whose round began later has already been replayed
 * @returns the attempts to queue
 */
export function reopen(sql: SqlStorage, which: ToReopen, atMs: number): AttemptToMake[] {
  const ids = JSON.stringify('ids' in which ? which.ids : deadIn(sql, which));
  const areThey = 'id IN (SELECT value FROM json_each(?)) AND round_started_ms <= ?';
  // The successful attempt is moved to its own row, because `delivered_by` is needed for the next
  // successful attempt.
  sql.exec(
    `INSERT OR IGNORE INTO attempts SELECT id, delivered_by ->> 'number', delivered_by ->> 'url',
       delivered_by ->> 'at_ms', delivered_by ->> 'duration_ms', delivered_by ->> 'status',
       delivered_by ->> 'failure', delivered_by ->> 'answer'
     FROM deliveries WHERE ${areThey} AND delivered_by IS NOT NULL`,
    ids,
    atMs,
  );
  return sql
    .exec<Row<AttemptToMake>>(
      `UPDATE deliveries SET state = 'pending', round_attempts = 0, round_started_ms = ?,
         next_attempt_ms = ?, due_ms = ?, finished_at_ms = NULL, delivered_by = NULL
       WHERE ${areThey}
       RETURNING id AS deliveryId, attempts AS attempt, endpoint_id AS endpointId`,
      atMs,
      atMs,
      atMs + GRACE_MS,
      ids,
      atMs,
    )
    .toArray();
}

const deadIn = (
  sql: SqlStorage,
  { endpointId, fromMs, untilMs, max }: Extract<ToReopen, { endpointId: string }>,
): string[] =>
  sql
    .exec<{ id: string }>(
      `SELECT id FROM deliveries WHERE endpoint_id = ? AND state = 'dead'
         AND created_at_ms >= ? AND created_at_ms < ? ORDER BY created_at_ms LIMIT ?`,
      endpointId,
      fromMs,
      untilMs,
      max,
    )
    .toArray()
    .map(({ id }) => id);
