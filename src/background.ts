// What runs without a request: the consumers of the queues. The names are wrangler.toml's.
import type { Context } from './context.ts';
import { consumeSessionEvents } from './domain/verification/consume-events.ts';
import type { SessionEvent } from './domain/verification/session-event.ts';

/** @throws Error for a queue nobody consumes: its messages must come again, not vanish */
export async function consumeBatch(ctx: Context, batch: MessageBatch): Promise<void> {
  switch (batch.queue) {
    case 'agate-session-events': {
      const { messages } = batch as MessageBatch<SessionEvent>;
      return consumeSessionEvents(
        ctx,
        messages.map((message) => message.body),
      );
    }
    default:
      throw new Error('This queue has no consumer.');
  }
}
