// Use case: session events from the queue become events of the feed, and deliveries to the endpoints that subscribe.
import type { Context } from '../../context.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { presentResult } from '../verification/present-result.ts';
import type { SessionEvent, VerificationResult } from '../verification/rules/result.ts';
import { deriveToken } from '../verification/tokens.ts';
import type { NewDelivery } from './delivery-store.ts';
import { wants, type WebhookEndpoint } from './endpoint.ts';
import { listListening } from './endpoint-store.ts';
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
 * Runs after the list rows are written: they say which sessions are erased, in whatever order messages arrive.
 * @throws what D1 or the queue throw; a repeat of the whole batch changes nothing that was done
 */
export async function recordEvents(ctx: Context, received: readonly SessionEvent[]): Promise<void> {
  const made = (await Promise.all(received.map((event) => toEvent(ctx, event)))).filter(
    (event) => event !== undefined,
  );
  if (made.length > 0) await publish(ctx, made);
  const sessionIds = new Set([
    ...made.map(({ sessionId }) => sessionId),
    ...received.filter(({ type }) => type === 'erased').map(({ row }) => row.id),
  ]);
  const known = [...sessionIds].filter((id) => id !== undefined);
  if (known.length > 0) await redactErased(ctx.db, known);
}

async function publish(ctx: Context, made: readonly WebhookEvent[]): Promise<void> {
  const tenantIds = [...new Set(made.map(({ tenantId }) => tenantId))];
  const endpoints = await listListening(ctx.db, tenantIds);
  const pairs = made.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event))
      .map((endpoint) => addressTo(event, endpoint, ctx.now())),
  );
  const deliveries = await Promise.all(pairs);
  await writeEvents(ctx.db, made, deliveries);
  await queueDeliveries(
    ctx,
    deliveries.map(({ id }) => ({ deliveryId: id, attempt: 0 })),
  );
}

export async function addressTo(
  event: WebhookEvent,
  endpoint: WebhookEndpoint,
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
