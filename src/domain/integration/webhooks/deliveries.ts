// Use cases of a tenant's staff: list deliveries and their attempts, replay them, send a test
// event.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import { readLocatedPage } from '../../terms/locate-page.ts';
import type { DeliveryState, DeliveryWithAttempts } from './delivery.ts';
import {
  countByDay,
  findDelivery,
  listDeliveryRows,
  reopenDead,
  reopenDelivery,
} from './delivery-list-store.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { EventType } from './event-types.ts';
import { readEndpoint } from './manage-endpoints.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { sendTestEvent } from './send-test-event.ts';

/** Maximum per request; another request replays the rest. */
export const MAX_REPLAYED = 5_000;

/**
 * @returns deliveries, the latest first
 * @throws AppError NOT_FOUND unless the endpoint is the tenant's
 */
export async function listDeliveries(
  ctx: Context,
  tenantId: string,
  endpointId: string,
  { offset, limit }: { offset: number; limit: number },
  state?: DeliveryState,
): Promise<{ rows: DeliveryWithAttempts[]; total: number }> {
  const filter = { endpointId, state };
  const [counts] = await Promise.all([
    countByDay(ctx.db, filter),
    readEndpoint(ctx, tenantId, endpointId),
  ]);
  return readLocatedPage(counts, offset, (place) => listDeliveryRows(ctx.db, filter, place, limit));
}

/** @throws AppError NOT_FOUND */
export async function readDelivery(
  ctx: Context,
  tenantId: string,
  id: string,
): Promise<DeliveryWithAttempts> {
  const found = await findDelivery(ctx.db, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * Replays a delivery with a full round of retries. The receiver sees the same `webhook-id`.
 * @throws AppError NOT_FOUND, CONFLICT when the endpoint is disabled
 */
export async function replayDelivery(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const { delivery } = await readDelivery(ctx, by.tenantId, id);
  requireNotDisabled(await readEndpoint(ctx, by.tenantId, delivery.endpointId));
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'delivery.replay',
    target: { type: 'delivery', id },
  });
  const messages = await reopenDelivery(ctx.db, id, ctx.now(), statement);
  announce();
  await queueDeliveries(ctx, messages);
}

/**
 * Replays the dead deliveries of an endpoint, the oldest first, at most MAX_REPLAYED.
 * @param range creation times, ms since the epoch: `fromMs` inclusive, `untilMs` exclusive
 * @returns the number of replayed deliveries
 * @throws AppError NOT_FOUND, CONFLICT when the endpoint is disabled
 */
export async function replayFailed(
  ctx: Context,
  by: TenantActor,
  endpointId: string,
  range: { fromMs: number; untilMs: number },
): Promise<number> {
  requireNotDisabled(await readEndpoint(ctx, by.tenantId, endpointId));
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'webhook.replay_failed',
    target: { type: 'webhook', id: endpointId },
    after: { from: toTimestamp(range.fromMs), until: toTimestamp(range.untilMs) },
  });
  const which = { ...range, endpointId, max: MAX_REPLAYED };
  const messages = await reopenDead(ctx.db, which, ctx.now(), statement);
  announce();
  await queueDeliveries(ctx, messages);
  return messages.length;
}

/** @throws AppError NOT_FOUND, CONFLICT when the endpoint is disabled or paused */
export async function testEndpoint(
  ctx: Context,
  by: TenantActor,
  endpointId: string,
  type: EventType,
): Promise<{ eventId: string; deliveryId: string }> {
  const { eventId, deliveries } = await sendTestEvent(ctx, by.tenantId, endpointId, type, (event) =>
    prepareAudit(ctx, {
      actor: by,
      action: 'webhook.test',
      target: { type: 'webhook', id: endpointId },
      after: { event, type },
    }),
  );
  const [sent] = deliveries;
  if (sent === undefined) throw notFound();
  return { eventId, deliveryId: sent.id };
}

function requireNotDisabled({ state }: WebhookEndpoint): void {
  if (state === 'disabled')
    throw new AppError('CONFLICT', 'This endpoint is disabled. Enable it first.');
}
