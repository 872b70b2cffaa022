// Use case for a customer's backend: resends an event of the feed to the endpoints that it was
// originally sent to.
import type { Context } from '../../../context.ts';
import { runTogether } from '../../../db/run-together.ts';
import { notFound } from '../../../errors.ts';
import { prepareAudit } from '../../platform/audit/record.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import type { Principal } from '../../verification/customer.ts';
import type { LedgerOwner } from '../../platform/ledgers/volume.ts';
import { prepareReplay } from './deliveries.ts';
import { ACTIVE_STATES, matchesMode } from './endpoint.ts';
import { deliveryIdOf } from './event.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import { listEndpoints } from './manage-endpoints.ts';

/**
 * Replays the deliveries of an event with a full round of retries. Receivers see the same
 * `webhook-id`. Endpoints that are disabled, unverified or now in the other mode receive nothing;
 * an endpoint that was created after the event has no delivery to repeat.
 * @returns the deliveries that were queued; empty when no endpoint receives one
 * @throws AppError NOT_FOUND unless the event belongs to the key's customer and mode;
 *   TOO_MANY_REQUESTS above a limit per customer, which is shared with test events
 */
export async function resendEvent(
  ctx: Context,
  { tenant, test, keyId }: Principal,
  eventId: string,
): Promise<{ id: string; endpointId: string }[]> {
  const [volume, endpoints] = await Promise.all([
    findVolume(ctx, { tenantId: tenant.id, test }, eventId),
    listEndpoints(ctx, tenant.id),
  ]);
  if (volume === undefined) throw notFound();
  await countAgainst(ctx, [ctx.config.guessLimits.webhookTest, tenant.id]);
  const endpointIds = endpoints
    .filter((one) => ACTIVE_STATES.some((state) => state === one.state) && matchesMode(one, test))
    .map(({ id }) => id);
  if (endpointIds.length === 0) return [];
  const { statement, announce } = prepareAudit(ctx, {
    actor: { audience: 'system', tenantId: tenant.id },
    action: 'event.resend',
    target: { type: 'event', id: eventId },
    ...(keyId !== undefined && { after: { key: keyId } }),
  });
  const ids = await Promise.all(endpointIds.map((one) => deliveryIdOf(eventId, one)));
  const work = prepareReplay(ctx, tenant.id, [volume], { ids });
  await runTogether(ctx.db, [statement, work.statement]);
  announce();
  const queued = await work.perform();
  return queued.map(({ deliveryId, endpointId }) => ({ id: deliveryId, endpointId }));
}

/** @returns the volume that contains the event */
async function findVolume(
  ctx: Context,
  { tenantId, test }: LedgerOwner,
  eventId: string,
): Promise<VolumeRef | undefined> {
  const volumes = await listVolumeRefs(ctx, tenantId, test);
  const found = await Promise.all(
    volumes.map((volume) => ledgerAt(ctx, volume).sequenceOf(eventId)),
  );
  return volumes.find((_volume, at) => found[at] !== undefined);
}
