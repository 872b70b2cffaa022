// Turns messages of the session queue into events of the feed and deliveries to subscribed
// endpoints.
import type { Context } from '../../../context.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import type { RowCondition } from '../../../db/insert-rows.ts';
import { nameResult } from '../../verification/name-result.ts';
import { presentResult } from '../../verification/present-result.ts';
import type { SessionEvent, VerificationResult } from '../../verification/rules/session/result.ts';
import type { NewDelivery } from './delivery-store.ts';
import { isSubscribed, type WebhookEndpoint } from './endpoint.ts';
import { listActiveEndpoints } from './endpoint-store.ts';
import { deliveryIdOf, eventBody, sessionEventId, type WebhookEvent } from './event.ts';
import { SESSION_EVENT_TYPES, STATUS_OF, type EventType } from './event-types.ts';
import { eventRows, redaction } from './event-store.ts';
import { queueDeliveries } from './queue-deliveries.ts';

interface PreparedEvents {
  /** Must follow the list rows in their batch: the redaction depends on which rows are erased. */
  statements: Statement[];
  /**
   * Call it after the commit.
   * @throws any error of the queue; the sweep finds the deliveries all the same
   */
  announce: () => Promise<void>;
}

/**
 * Prepares feed events, their deliveries, and the removal of personal data from events of erased
 * sessions. Reads D1 once.
 */
export async function prepareEvents(
  ctx: Context,
  sessionEvents: readonly SessionEvent[],
): Promise<PreparedEvents> {
  const events = (await Promise.all(sessionEvents.map((event) => toEvent(ctx, event)))).filter(
    (event) => event !== undefined,
  );
  const deliveries = events.length === 0 ? [] : await deliveriesOf(ctx, events);
  const sessionIds = new Set([
    ...events.map(({ sessionId }) => sessionId),
    ...sessionEvents.filter(({ type }) => type === 'erased').map(({ row }) => row.id),
  ]);
  const known = [...sessionIds].filter((id) => id !== undefined);
  return {
    statements: [
      ...eventRows(ctx.db, events, deliveries),
      ...(known.length > 0 ? redaction(ctx.db, known) : []),
    ],
    announce: () => announceDeliveries(ctx, deliveries),
  };
}

/**
 * Prepares events that no session sent, for the batch of the changes that caused them.
 * @param onlyIf a condition for all events, or for each
 */
export async function prepareOwnEvents(
  ctx: Context,
  events: readonly WebhookEvent[],
  onlyIf: Condition | RowCondition,
): Promise<PreparedEvents> {
  const deliveries = await deliveriesOf(ctx, events);
  return {
    statements: eventRows(ctx.db, events, deliveries, onlyIf),
    announce: () => announceDeliveries(ctx, deliveries),
  };
}

const announceDeliveries = (ctx: Context, deliveries: readonly NewDelivery[]): Promise<void> =>
  queueDeliveries(
    ctx,
    deliveries.map(({ id }) => ({ deliveryId: id, attempt: 0 })),
  );

async function deliveriesOf(ctx: Context, events: readonly WebhookEvent[]): Promise<NewDelivery[]> {
  const tenantIds = [...new Set(events.map(({ tenantId }) => tenantId))];
  const endpoints = await listActiveEndpoints(ctx.db, tenantIds);
  return Promise.all(
    events.flatMap((event) =>
      endpoints
        .filter((endpoint) => isSubscribed(endpoint, event))
        .map((endpoint) => deliveryTo(endpoint, event, ctx.now())),
    ),
  );
}

export async function deliveryTo(
  endpoint: WebhookEndpoint,
  event: WebhookEvent,
  nowMs: number,
): Promise<NewDelivery> {
  return {
    id: await deliveryIdOf(event.id, endpoint.id),
    eventId: event.id,
    endpointId: endpoint.id,
    tenantId: event.tenantId,
    ...(event.sessionId !== undefined && { sessionId: event.sessionId }),
    position: event.position,
    createdAtMs: nowMs,
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
