// Queues delivery attempts. The alarm of a ledger (objects/ledger) finds attempts whose message was
// lost.
import type { Context } from '../../../context.ts';
import type { AttemptToMake } from './delivery.ts';
import type { VolumeRef } from './ledger-rows.ts';

/** The platform's limit on the messages in one batch. */
const MAX_BATCH = 100;

/** @throws any error of the queue */
export async function queueDeliveries(
  ctx: Pick<Context, 'queues'>,
  volume: VolumeRef,
  attempts: readonly AttemptToMake[],
): Promise<void> {
  for (let start = 0; start < attempts.length; start += MAX_BATCH)
    await ctx.queues.webhooks.sendBatch(
      attempts.slice(start, start + MAX_BATCH).map((attempt) => ({ body: { ...attempt, volume } })),
    );
}
