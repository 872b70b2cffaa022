// Use case of a local service that starts: its queue was lost, so what is pending is queued again
// without waiting for the alarms of ledgers.
import type { Context } from '../../../context.ts';
import { listLargest } from '../../platform/ledgers/volume-store.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { ledgerAt } from './ledgers.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** The maximum number of volumes; the alarms of others queue what they have. */
const MAX_VOLUMES = 500;
/** Longer than a volume waits for a message that was sent. */
const LOST_MS = 15 * MINUTE_MS;

/** @throws any error of D1, an object or the queue */
export async function resendDeliveries(
  ctx: Pick<Context, 'db' | 'now' | 'objects' | 'queues'>,
): Promise<void> {
  for (const volume of await listLargest(ctx.db, MAX_VOLUMES)) {
    const { tenantId, test, number, residency } = volume;
    const ref = { tenantId, test, number, residency };
    await queueDeliveries(ctx, ref, await ledgerAt(ctx, ref).takeDue(ctx.now(), LOST_MS));
  }
}
