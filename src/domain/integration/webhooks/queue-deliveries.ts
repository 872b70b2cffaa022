// Queues delivery attempts. If a message is lost, the alarm of the ledger (objects/ledger) queues
// its attempt again.
import type { Context } from '../../../context.ts';
import type { AttemptToMake } from './delivery.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { sendMessages } from './send-messages.ts';

/** @throws any error from the queue */
export async function queueDeliveries(
  ctx: Pick<Context, 'queues'>,
  volume: VolumeRef,
  attempts: readonly AttemptToMake[],
): Promise<void> {
  await sendMessages(
    ctx.queues.webhooks,
    attempts.map((attempt) => ({ ...attempt, volume })),
  );
}
