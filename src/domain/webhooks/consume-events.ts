// Use case: session events from the queue become list rows and funnels (verification/store.ts), and events of the
// feed (record-events.ts). Repeats and disorder change nothing.
import type { Context } from '../../context.ts';
import { logIncident } from '../../log.ts';
import { retryDelaySeconds } from '../terms/queue-retry.ts';
import type { SessionEvent } from '../verification/rules/result.ts';
import { writeSessionEvents } from '../verification/store.ts';
import { recordEvents } from './record-events.ts';

/**
 * Applies a batch and acknowledges it. When it fails, each message is tried by itself, so that one that cannot be
 * applied holds up no other; those that fail again wait longer each time (wrangler.toml allows tries for two days).
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

/** @throws what D1 or a queue throw; a repeat of the whole batch changes nothing that was done */
export async function consumeSessionEvents(
  ctx: Context,
  events: readonly SessionEvent[],
): Promise<void> {
  await writeSessionEvents(ctx.db, events);
  await recordEvents(ctx, events);
}
