// Use case for a restarted local service, whose queue has lost its messages: queues pending
// deliveries again without waiting for the ledgers' alarms.
import type { Context } from '../../../context.ts';
import { listLargest } from '../../platform/ledgers/volume-store.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { ledgerAt } from '../../platform/ledgers/volume-refs.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/**
 * The maximum number of volumes, largest first, whose deliveries are queued here; deliveries in
 * other volumes are queued by the alarms of their ledgers.
 */
const MAX_VOLUMES = 500;
/**
 * The lead time for takeDue: longer than a volume waits before it considers a message lost, so that
 * the attempts of messages lost in the restart are queued now.
 */
const LOST_MS = 15 * MINUTE_MS;

/** @throws any error from D1, an object or the queue */
export async function resendDeliveries(
  ctx: Pick<Context, 'db' | 'now' | 'objects' | 'queues'>,
): Promise<void> {
  for (const volume of await listLargest(ctx.db, MAX_VOLUMES)) {
    const { tenantId, test, number, residency } = volume;
    const ref = { tenantId, test, number, residency };
    await queueDeliveries(ctx, ref, await ledgerAt(ctx, ref).takeDue(ctx.now(), LOST_MS));
  }
}
