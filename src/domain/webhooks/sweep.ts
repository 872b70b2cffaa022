// Scheduled use cases: queues attempts whose message was lost, and deletes old events.
import type { Context } from '../../context.ts';
import { listOverdue } from './delivery-store.ts';
import { deleteEventsBefore } from './event-store.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Longer than the normal delay of the queue. */
const GRACE_MS = 2 * 60_000;
/** Limit per sweep; the next sweep takes the rest. */
const MAX_SWEPT = 1_000;
/** How long an event can be read and replayed (D-27). */
const KEPT_MS = 30 * 86_400_000;

type Sweeper = Pick<Context, 'db' | 'now' | 'queues'>;

export async function sweepDeliveries(ctx: Sweeper): Promise<void> {
  const overdue = await listOverdue(ctx.db, ctx.now() - GRACE_MS, MAX_SWEPT);
  await queueDeliveries(ctx, overdue);
}

/** Queues everything that is pending for one endpoint now. */
export async function sweepEndpoint(ctx: Sweeper, endpointId: string): Promise<void> {
  const waiting = await listOverdue(ctx.db, ctx.now(), MAX_SWEPT, endpointId);
  await queueDeliveries(ctx, waiting);
}

export async function forgetOldEvents(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteEventsBefore(ctx.db, ctx.now() - KEPT_MS);
}
