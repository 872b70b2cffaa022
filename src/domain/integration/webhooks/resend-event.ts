// Use case of a backend: send an event of the feed again to the endpoints that got it.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { prepareAudit } from '../../platform/audit/record.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import type { Principal } from '../../verification/customer.ts';
import { reopenDeliveries } from './delivery-list-store.ts';
import { ACTIVE_STATES, matchesMode } from './endpoint.ts';
import { deliveryIdOf } from './event.ts';
import { findSequence } from './event-store.ts';
import { listEndpoints } from './manage-endpoints.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/**
 * Replays the deliveries of an event with a full round of retries. Receivers see the same
 * `webhook-id`. Endpoints that are disabled, unverified or now in the other mode get nothing; an
 * endpoint that was created after the event has no delivery to repeat.
 * @returns the deliveries that were queued; empty when no endpoint gets one
 * @throws AppError NOT_FOUND unless the event belongs to the key's customer and mode;
 *   TOO_MANY_REQUESTS per customer, shared with test events
 */
export async function resendEvent(
  ctx: Context,
  { tenant, test, keyId }: Principal,
  eventId: string,
): Promise<{ id: string; endpointId: string }[]> {
  const [sequence, endpoints] = await Promise.all([
    findSequence(ctx.db, tenant.id, test, eventId),
    listEndpoints(ctx, tenant.id),
  ]);
  if (sequence === undefined) throw notFound();
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
  const reopened = await reopenDeliveries(ctx.db, ids, ctx.now(), statement);
  announce();
  await queueDeliveries(
    ctx,
    reopened.map(({ message }) => message),
  );
  return reopened.map(({ endpointId, message }) => ({ id: message.deliveryId, endpointId }));
}
