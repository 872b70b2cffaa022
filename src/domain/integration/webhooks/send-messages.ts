// Sends messages to the webhook queue, from the Worker and from the ledgers.
import type { WebhookMessage } from './delivery.ts';

/** The platform's limit on the number of messages in a batch. */
const MAX_BATCH = 100;

/** @throws any error from the queue; in that case the messages of earlier batches have been sent */
export async function sendMessages(
  queue: Pick<Queue<WebhookMessage>, 'sendBatch'>,
  messages: readonly WebhookMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_BATCH)
    await queue.sendBatch(messages.slice(start, start + MAX_BATCH).map((body) => ({ body })));
}
