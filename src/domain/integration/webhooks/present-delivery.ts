// Converts deliveries from the form that ledgers store to the form that the rest of the service
// uses.
import type { Attempt, AttemptFailure, Delivery, DeliveryWithAttempts } from './delivery.ts';
import type { AttemptRow, DeliveryFile, DeliveryRow } from './ledger-rows.ts';

/** @param tenantId the owner of the ledger */
export const presentFile = (
  tenantId: string,
  { delivery, type, body, attempts }: DeliveryFile,
): DeliveryWithAttempts => ({
  delivery: toDelivery(tenantId, delivery, type),
  body,
  attempts: attemptsOf(delivery, attempts),
});

/**
 * Returns all attempts in order: those that have their own rows and the one, if any, that is stored
 * in the delivery row.
 */
function attemptsOf({ delivered_by: json }: DeliveryRow, rows: readonly AttemptRow[]): Attempt[] {
  const last = json === null ? [] : [JSON.parse(json) as Omit<AttemptRow, 'delivery_id'>];
  return [...rows, ...last].map(toAttempt).toSorted((one, other) => one.number - other.number);
}

function toAttempt(row: Omit<AttemptRow, 'delivery_id'>): Attempt {
  return {
    number: row.number,
    url: row.url,
    atMs: row.at_ms,
    durationMs: row.duration_ms,
    ...(row.status !== null && { status: row.status }),
    ...(row.failure !== null && { failure: row.failure as AttemptFailure }),
    ...(row.answer !== null && { answer: row.answer }),
  };
}

function toDelivery(tenantId: string, row: DeliveryRow, eventType: string): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    tenantId,
    eventType,
    ...(row.session_id !== null && { sessionId: row.session_id }),
    state: row.state,
    attempts: row.attempts,
    nextAttemptMs: row.next_attempt_ms,
    createdAtMs: row.created_at_ms,
    ...(row.finished_at_ms !== null && { finishedAtMs: row.finished_at_ms }),
  };
}
