// Use case: writes session events from the queue to list rows and funnels (verification/store.ts) and to the event feed
// (record-events.ts). Idempotent; the order does not matter.
import type { Context } from '../../context.ts';
import { logIncident } from '../../log.ts';
import { retryDelaySeconds } from '../terms/queue-retry.ts';
import type { SessionEvent } from '../verification/rules/result.ts';
import { writeSessionEvents } from '../verification/store.ts';
import { recordEvents } from './record-events.ts';

/**
 * Applies a batch and acknowledges it. When that fails, each message is processed on its own, so that one bad message
 * does not block the others; failed ones are retried with backoff (for two days, wrangler.toml).
 */
export async function receiveSessionEvents(
  ctx: Context,
  messages: readonly Message<SessionEvent>[],
): Promise<void> {
  try {
    await consumeSessionEvents(
      ctx,
      messages.map(({ body }) => body),
    );
    for (const message of messages) message.ack();
  } catch {
    for (const message of messages) await receiveOne(ctx, message);
  }
}

async function receiveOne(ctx: Context, message: Message<SessionEvent>): Promise<void> {
  try {
    await consumeSessionEvents(ctx, [message.body]);
    message.ack();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('session_event_failed', { error: name, attempts: message.attempts });
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}

/** @throws what D1 or a queue throw; repeating the whole batch is safe */
export async function consumeSessionEvents(
  ctx: Context,
  events: readonly SessionEvent[],
): Promise<void> {
  await writeSessionEvents(ctx.db, events);
  await recordEvents(ctx, events);
}
