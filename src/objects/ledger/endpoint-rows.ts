// SQL that applies an endpoint's change of state to its deliveries in a volume.
import type { EndpointChange } from '../../domain/integration/webhooks/ledger-rows.ts';
import { MINUTE_MS } from '../../time/durations.ts';

/**
 * How often one attempt is queued for a held endpoint, to find out whether the endpoint is still
 * held.
 */
const PROBE_MS = 10 * MINUTE_MS;
/** The maximum number of deliveries in one batch; the alarm ends the rest. */
const ENDED_AT_ONCE = 5_000;

export function holdEndpoint(sql: SqlStorage, endpointId: string, nowMs: number): void {
  sql.exec('INSERT OR REPLACE INTO held_endpoints VALUES (?, ?)', endpointId, nowMs + PROBE_MS);
}

/** @returns whether the endpoint was held until now */
export const releaseEndpoint = (sql: SqlStorage, endpointId: string): boolean =>
  sql.exec('DELETE FROM held_endpoints WHERE endpoint_id = ?', endpointId).rowsWritten > 0;

/**
 * Applies an endpoint's change of state to its deliveries. Idempotent.
 * @param atMs when the change was observed; later deliveries and replays are not ended
 * @returns whether the alarm has to end more deliveries
 */
export function changeEndpoint(
  sql: SqlStorage,
  endpointId: string,
  change: EndpointChange,
  atMs: number,
): boolean {
  if (change === 'held') {
    holdEndpoint(sql, endpointId, atMs);
    return false;
  }
  releaseEndpoint(sql, endpointId);
  if (change === 'enabled') {
    sql.exec('DELETE FROM ended_endpoints WHERE endpoint_id = ?', endpointId);
    restartRounds(sql, endpointId, atMs);
    return false;
  }
  sql.exec('INSERT OR REPLACE INTO ended_endpoints VALUES (?, ?, ?)', endpointId, change, atMs);
  return endDeliveries(sql);
}

function restartRounds(sql: SqlStorage, endpointId: string, atMs: number): void {
  sql.exec(
    `UPDATE deliveries SET round_attempts = 0, round_started_ms = ?1, next_attempt_ms = ?1,
       due_ms = ?1 WHERE endpoint_id = ?2 AND state = 'pending'`,
    atMs,
    endpointId,
  );
}

/**
 * Ends one batch of the deliveries of endpoints that were disabled or deleted.
 * @returns whether more deliveries have to be ended
 */
export function endDeliveries(sql: SqlStorage): boolean {
  const [ended] = sql
    .exec<{ endpoint_id: string; change: string; at_ms: number }>(
      'SELECT * FROM ended_endpoints LIMIT 1',
    )
    .toArray();
  if (ended === undefined) return false;
  const { endpoint_id: id, change, at_ms: atMs } = ended;
  const count = change === 'deleted' ? deleteSome(sql, id) : markBatchDead(sql, id, atMs);
  if (count === ENDED_AT_ONCE) return true;
  sql.exec('DELETE FROM ended_endpoints WHERE endpoint_id = ?', id);
  return endDeliveries(sql);
}

/** Marks one batch of pending deliveries as dead. They stay visible and can be replayed. */
function markBatchDead(sql: SqlStorage, endpointId: string, atMs: number): number {
  return sql
    .exec(
      `UPDATE deliveries SET state = 'dead', finished_at_ms = ?1 WHERE id IN (
         SELECT id FROM deliveries WHERE endpoint_id = ?2 AND state = 'pending'
           AND created_at_ms <= ?1 AND round_started_ms <= ?1 LIMIT ?3) RETURNING id`,
      atMs,
      endpointId,
      ENDED_AT_ONCE,
    )
    .toArray().length;
}

function deleteSome(sql: SqlStorage, endpointId: string): number {
  const found = sql
    .exec<{ id: string }>(
      'SELECT id FROM deliveries WHERE endpoint_id = ? LIMIT ?',
      endpointId,
      ENDED_AT_ONCE,
    )
    .toArray();
  const ids = JSON.stringify(found.map(({ id }) => id));
  sql.exec('DELETE FROM attempts WHERE delivery_id IN (SELECT value FROM json_each(?))', ids);
  sql.exec('DELETE FROM deliveries WHERE id IN (SELECT value FROM json_each(?))', ids);
  return found.length;
}
