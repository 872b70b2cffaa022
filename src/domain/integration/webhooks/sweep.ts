// Scheduled use cases: queues attempts whose message was lost, and deletes old events.
import type { Context } from '../../../context.ts';
import type { DrainMessage } from './delivery.ts';
import { claimOverdue, countOverdueBeside, listOverdueEndpoints } from './overdue-store.ts';
import { deleteEventsBefore } from './event-store.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Longer than the normal delay of the queue. */
const GRACE_MS = 2 * 60_000;
/**
 * The number of attempts per step that a tenant's endpoints share, and the pause of an endpoint
 * between steps: 100 attempts a second, independently of other tenants.
 */
const DRAINED_AT_ONCE = 1_000;
const PAUSE_SECONDS = 10;
/** How long an event can be read and replayed (D-27). */
const KEPT_MS = 30 * 86_400_000;

type Sweeper = Pick<Context, 'db' | 'now' | 'queues'>;

/**
 * Run by cron: queues one message for each endpoint, taking tenants in turn so that none waits for
 * another's backlog.
 */
export const sweepDeliveries = (ctx: Sweeper): Promise<void> =>
  queueDrains(ctx, ctx.now() - GRACE_MS);

/** Queues everything that is due when a local service starts, because its queue was lost. */
export const resendDeliveries = (ctx: Sweeper): Promise<void> => queueDrains(ctx, ctx.now());

async function queueDrains(ctx: Sweeper, beforeMs: number): Promise<void> {
  const endpointIds = await listOverdueEndpoints(ctx.db, beforeMs);
  await queueDeliveries(
    ctx,
    endpointIds.map((endpointId) => ({ endpointId, beforeMs })),
  );
}

/** Queues everything that is pending for one endpoint now. */
export const sweepEndpoint = (ctx: Sweeper, endpointId: string): Promise<void> =>
  drainEndpoint(ctx, { endpointId, beforeMs: ctx.now() });

/**
 * Queues the longest overdue attempts of an endpoint, and a message for the rest. Several messages
 * may be handled at once. A tenant's endpoints share one limit, so many endpoints get no more than
 * a single one.
 */
export async function drainEndpoint(ctx: Sweeper, message: DrainMessage): Promise<void> {
  const { endpointId, beforeMs } = message;
  const sharing = await countOverdueBeside(ctx.db, endpointId, beforeMs);
  const share = Math.max(1, Math.floor(DRAINED_AT_ONCE / Math.max(1, sharing)));
  const claimed = await claimOverdue(ctx.db, endpointId, beforeMs, ctx.now(), share);
  await queueDeliveries(ctx, claimed);
  if (claimed.length === share)
    await ctx.queues.webhooks.send(message, { delaySeconds: PAUSE_SECONDS });
}

export async function forgetOldEvents(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteEventsBefore(ctx.db, ctx.now() - KEPT_MS);
}
