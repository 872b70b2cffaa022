// Use cases of a tenant's staff: what was sent, what came back, and sending it again.
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Attempt, Delivery, DeliveryState } from './delivery.ts';
import {
  findDelivery,
  listDeliveryRows,
  reopenDead,
  reopenDelivery,
} from './delivery-list-store.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { readEndpoint } from './manage-endpoints.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** @throws AppError NOT_FOUND for an endpoint the tenant does not have */
export async function listDeliveries(
  ctx: Context,
  tenantId: string,
  endpointId: string,
  slice: { offset: number; limit: number },
  state?: DeliveryState,
): Promise<{ rows: Delivery[]; total: number }> {
  await readEndpoint(ctx, tenantId, endpointId);
  return listDeliveryRows(ctx.db, { tenantId, endpointId, state }, slice);
}

/** @throws AppError NOT_FOUND */
export async function readDelivery(
  ctx: Context,
  tenantId: string,
  id: string,
): Promise<{ delivery: Delivery; body: string; attempts: Attempt[] }> {
  const found = await findDelivery(ctx.db, tenantId, id);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * Sends a delivery once more, with its full time for retries. The receiver sees the same `webhook-id`.
 * @throws AppError NOT_FOUND, CONFLICT when the endpoint is disabled
 */
export async function replayDelivery(ctx: Context, tenantId: string, id: string): Promise<void> {
  const { delivery } = await readDelivery(ctx, tenantId, id);
  requireListening(await readEndpoint(ctx, tenantId, delivery.endpointId));
  await queueDeliveries(ctx, await reopenDelivery(ctx.db, id, ctx.now()));
}

/**
 * Sends all dead deliveries of an endpoint once more.
 * @param range when they were made, ms since the epoch: from the first, before the second
 * @returns how many
 * @throws AppError NOT_FOUND, CONFLICT when the endpoint is disabled
 */
export async function replayFailed(
  ctx: Context,
  tenantId: string,
  endpointId: string,
  range: { fromMs: number; untilMs: number },
): Promise<number> {
  requireListening(await readEndpoint(ctx, tenantId, endpointId));
  const { fromMs, untilMs } = range;
  const messages = await reopenDead(ctx.db, endpointId, fromMs, untilMs, ctx.now());
  await queueDeliveries(ctx, messages);
  return messages.length;
}

function requireListening({ state }: WebhookEndpoint): void {
  if (state === 'disabled')
    throw new AppError('CONFLICT', 'This endpoint is disabled. Enable it first.');
}
