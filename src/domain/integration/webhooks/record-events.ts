// Turns messages from the session queue into feed events and deliveries to subscribed endpoints.
import type { Context } from '../../../context.ts';
import type { LedgerOwner } from '../../platform/ledgers/volume.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { nameResult } from '../../verification/name-result.ts';
import { presentResult } from '../../verification/present-result.ts';
import type { SessionEvent, VerificationResult } from '../../verification/rules/session/result.ts';
import { isSubscribed, type WebhookEndpoint } from './endpoint.ts';
import { deliveryIdOf, eventBody, sessionEventId, type WebhookEvent } from './event.ts';
import { SESSION_EVENT_TYPES, STATUS_OF, type EventType } from './event-types.ts';
import { readForEvents } from './event-store.ts';
import type { NewDeliveryRow, NewEvents } from './ledger-rows.ts';
import { recordInLedger } from './ledgers.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Events of one customer in one mode, ready to be recorded. */
export interface OwnedEvents extends NewEvents {
  owner: LedgerOwner;
}

interface PreparedEvents {
  owned: OwnedEvents[];
  /**
   * The sequence number of the last event that an earlier version of the service recorded in D1; 0
   * if there is none.
   */
  begunAfter: number;
}

/**
 * Prepares feed events and their deliveries. Reads D1 once, or not at all if no message results in
 * an event.
 */
export async function prepareEvents(
  ctx: Context,
  sessionEvents: readonly SessionEvent[],
): Promise<PreparedEvents> {
  const made = await Promise.all(sessionEvents.map((event) => toEvent(ctx, event)));
  const events = made.filter((event) => event !== undefined);
  if (events.length === 0) return { owned: [], begunAfter: 0 };
  const tenantIds = [...new Set(events.map(({ tenantId }) => tenantId))];
  const { endpoints, begunAfter } = await readForEvents(ctx.db, tenantIds);
  const owners = Map.groupBy(events, ({ tenantId, test }) => nameInMode(tenantId, test));
  const owned = [...owners.values()].map((theirs) => ownEvents(ctx, theirs, endpoints));
  return { owned: await Promise.all(owned), begunAfter };
}

/**
 * @param events at least one, all of the same owner
 * @param subscribes whether an endpoint receives an event
 */
export async function ownEvents(
  ctx: Pick<Context, 'now'>,
  events: readonly WebhookEvent[],
  endpoints: readonly WebhookEndpoint[],
  subscribes: typeof isSubscribed = isSubscribed,
): Promise<OwnedEvents> {
  const [{ tenantId, test } = { tenantId: '', test: false }] = events;
  const deliveries = events.flatMap((event) =>
    endpoints
      .filter((endpoint) => subscribes(endpoint, event))
      .map((endpoint) => deliveryTo(endpoint, event, ctx.now())),
  );
  return {
    owner: { tenantId, test },
    events: events.map((event) => ({
      id: event.id,
      type: event.type,
      session_id: event.sessionId ?? null,
      position: event.position,
      body: event.body,
      redacted: 0,
      created_at_ms: event.createdAtMs,
    })),
    deliveries: await Promise.all(deliveries),
  };
}

/**
 * Records events in their owners' ledgers. Idempotent.
 * @returns a function that queues the first attempts. It throws any error from the queue, in which
 *   case the ledgers' alarms queue the attempts
 * @throws any error from D1 or an object: repeating the call is safe
 */
export async function recordEvents(
  ctx: Context,
  { owned, begunAfter }: PreparedEvents,
): Promise<() => Promise<void>> {
  const recorded = await Promise.all(
    owned.map(async (one) => ({
      volume: await recordInLedger(ctx, one.owner, one, begunAfter),
      attempts: one.deliveries.map(firstAttempt),
    })),
  );
  return async () => {
    for (const { volume, attempts } of recorded)
      if (volume !== undefined) await queueDeliveries(ctx, volume, attempts);
  };
}

const firstAttempt = ({ id, endpoint_id: endpointId }: NewDeliveryRow) => ({
  deliveryId: id,
  attempt: 0,
  endpointId,
});

async function deliveryTo(
  endpoint: WebhookEndpoint,
  event: WebhookEvent,
  nowMs: number,
): Promise<NewDeliveryRow> {
  return {
    id: await deliveryIdOf(event.id, endpoint.id),
    event_id: event.id,
    endpoint_id: endpoint.id,
    session_id: event.sessionId ?? null,
    position: event.position,
    created_at_ms: nowMs,
  };
}

async function toEvent(
  ctx: Context,
  { row, result }: SessionEvent,
): Promise<WebhookEvent | undefined> {
  const type = result && typeOf(result);
  if (result === undefined || type === undefined) return undefined;
  const id = await sessionEventId(row.id, row.version);
  const named = await nameResult(ctx, row, result);
  const createdAtMs = result.completedAtMs ?? ctx.now();
  return {
    id,
    tenantId: row.tenantId,
    test: row.test,
    type,
    sessionId: row.id,
    position: row.version,
    body: eventBody(id, type, createdAtMs, presentResult(named)),
    createdAtMs,
  };
}

const typeOf = ({ status }: VerificationResult): EventType | undefined =>
  SESSION_EVENT_TYPES.find((type) => STATUS_OF[type] === status);
