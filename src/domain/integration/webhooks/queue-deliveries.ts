// Queues delivery attempts. The sweep (sweep.ts) finds attempts whose message was lost.
import type { Context } from '../../../context.ts';
import type { WebhookMessage } from './delivery.ts';

/** The platform's limit per batch. */
const MAX_BATCH = 100;

/** @throws any error of the queue */
export async function queueDeliveries(
  ctx: Pick<Context, 'queues'>,
  messages: readonly WebhookMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_BATCH)
    await ctx.queues.webhooks.sendBatch(
      messages.slice(start, start + MAX_BATCH).map((body) => ({ body })),
    );
}
