// Use cases for a tenant's staff: list deliveries and their attempts, replay deliveries, and send a
// test event.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { runTogether } from '../../../db/run-together.ts';
import type { ToReopen } from '../../../objects/ledger/delivery-lists.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import type { DeliveryWithAttempts } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { EventType } from './event-types.ts';
import { readEndpoint } from './manage-endpoints.ts';
import type { DeliveryFile, DeliveryState } from './ledger-rows.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { prepareWork } from './ledger-work.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import { readDeliveryPage } from './list-deliveries.ts';
import { presentFile } from './present-delivery.ts';
import { sendTestEvent } from './send-test-event.ts';

/** The maximum number of deliveries that one request replays; another request replays the rest. */
export const MAX_REPLAYED = 5_000;

/**
 * @returns deliveries, newest first
 * @throws AppError NOT_FOUND unless the endpoint belongs to the tenant
 */
export async function listDeliveries(
  ctx: Context,
  tenantId: string,
  endpointId: string,
  { offset, limit }: { offset: number; limit: number },
  state?: DeliveryState,
): Promise<{ rows: DeliveryWithAttempts[]; total: number }> {
  const [page] = await Promise.all([
    readDeliveryPage(ctx, tenantId, { endpointId, state }, { offset, limit }),
    readEndpoint(ctx, tenantId, endpointId),
  ]);
  return page;
}

/** @throws AppError NOT_FOUND */
export async function readDelivery(
  ctx: Context,
  tenantId: string,
  id: string,
): Promise<DeliveryWithAttempts> {
  const { file } = await findDelivery(ctx, tenantId, id);
  return presentFile(tenantId, file);
}

/** @throws AppError NOT_FOUND */
async function findDelivery(
  ctx: Context,
  tenantId: string,
  id: string,
): Promise<{ volume: VolumeRef; file: DeliveryFile }> {
  const volumes = await listVolumeRefs(ctx, tenantId);
  const files = await Promise.all(volumes.map((volume) => ledgerAt(ctx, volume).findDelivery(id)));
  for (const [at, volume] of volumes.entries()) {
    const file = files[at];
    if (file !== undefined) return { volume, file };
  }
  throw notFound();
}

/**
 * Replays a delivery with a full round of retries. The receiver sees the same `webhook-id`.
 * @throws AppError NOT_FOUND, CONFLICT when the endpoint is disabled
 */
export async function replayDelivery(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const { volume, file } = await findDelivery(ctx, by.tenantId, id);
  requireNotDisabled(await readEndpoint(ctx, by.tenantId, file.delivery.endpoint_id));
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'delivery.replay',
    target: { type: 'delivery', id },
  });
  const work = prepareReplay(ctx, by.tenantId, [volume], { ids: [id] });
  await runTogether(ctx.db, [statement, work.statement]);
  announce();
  await work.perform();
}

/**
 * Replays the dead deliveries of an endpoint, oldest first, at most MAX_REPLAYED. This limit is
 * divided equally among the volumes that contain such deliveries.
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
  const volumes = await volumesWithDead(ctx, by.tenantId, endpointId, range);
  if (volumes.length === 0) return 0;
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'webhook.replay_failed',
    target: { type: 'webhook', id: endpointId },
    after: { from: toTimestamp(range.fromMs), until: toTimestamp(range.untilMs) },
  });
  const which = { ...range, endpointId, max: Math.floor(MAX_REPLAYED / volumes.length) };
  const work = prepareReplay(ctx, by.tenantId, volumes, which);
  await runTogether(ctx.db, [statement, work.statement]);
  announce();
  return (await work.perform()).length;
}

/** @returns the volumes with dead deliveries of an endpoint that were created in the period */
async function volumesWithDead(
  ctx: Context,
  tenantId: string,
  endpointId: string,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<VolumeRef[]> {
  const volumes = await listVolumeRefs(ctx, tenantId);
  const latest = { beforeMs: untilMs, skip: 0, limit: 1 };
  const times = await Promise.all(
    volumes.map((volume) => ledgerAt(ctx, volume).listTimes({ endpointId, state: 'dead' }, latest)),
  );
  return volumes.filter((_volume, at) => (times[at]?.[0] ?? -1) >= fromMs);
}

/** Prepares a replay as a statement for the transaction that writes its audit entry. */
export const prepareReplay = (
  ctx: Context,
  tenantId: string,
  volumes: readonly VolumeRef[],
  which: ToReopen,
) => prepareWork(ctx, [{ tenantId, work: { kind: 'reopen', volumes, which } }]);

/** @throws AppError as in sendTestEvent */
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
