// Use case: turns messages of the session queue into events of the feed and deliveries to subscribed endpoints.
import type { Context } from '../../context.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { presentResult } from '../verification/present-result.ts';
import type { SessionEvent, VerificationResult } from '../verification/rules/result.ts';
import { deriveToken } from '../verification/tokens.ts';
import type { NewDelivery } from './delivery-store.ts';
import { isSubscribed, type WebhookEndpoint } from './endpoint.ts';
import { listActiveEndpoints } from './endpoint-store.ts';
import {
  deliveryIdOf,
  eventBody,
  EVENT_TYPES,
  sessionEventId,
  type WebhookEvent,
} from './event.ts';
import { redactErased, writeEvents } from './event-store.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/**
 * Call it after the list rows are written: redaction reads from them which sessions are erased, so the order of
 * messages does not matter.
 * @throws what D1 or the queue throw; repeating the whole batch is safe
 */
export async function recordEvents(
  ctx: Context,
  sessionEvents: readonly SessionEvent[],
): Promise<void> {
  const events = (await Promise.all(sessionEvents.map((event) => toEvent(ctx, event)))).filter(
    (event) => event !== undefined,
  );
  if (events.length > 0) await publish(ctx, events);
  const sessionIds = new Set([
    ...events.map(({ sessionId }) => sessionId),
    ...sessionEvents.filter(({ type }) => type === 'erased').map(({ row }) => row.id),
  ]);
  const known = [...sessionIds].filter((id) => id !== undefined);
  if (known.length > 0) await redactErased(ctx.db, known);
}

async function publish(ctx: Context, events: readonly WebhookEvent[]): Promise<void> {
  const tenantIds = [...new Set(events.map(({ tenantId }) => tenantId))];
  const endpoints = await listActiveEndpoints(ctx.db, tenantIds);
  const deliveries = await Promise.all(
    events.flatMap((event) =>
      endpoints
        .filter((endpoint) => isSubscribed(endpoint, event))
        .map((endpoint) => deliveryTo(endpoint, event, ctx.now())),
    ),
  );
  await writeEvents(ctx.db, events, deliveries);
  await queueDeliveries(
    ctx,
    deliveries.map(({ id }) => ({ deliveryId: id, attempt: 0 })),
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
  const { token } = await deriveToken(ctx, RESULT_TOKEN, row.id);
  const createdAtMs = result.completedAtMs ?? ctx.now();
  return {
    id,
    tenantId: row.tenantId,
    test: row.test,
    type,
    sessionId: row.id,
    position: row.version,
    body: eventBody(id, type, createdAtMs, presentResult({ token, ...result })),
    createdAtMs,
  };
}

const typeOf = ({ status }: VerificationResult) =>
  EVENT_TYPES.find((type) => type === `session.${status}`);
