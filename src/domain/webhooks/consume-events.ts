// Use case: session events from the queue become list rows and funnels (store.ts), and what customers are told
// (domain/webhooks). Repeats and disorder change nothing.
import type { Context } from '../../context.ts';
import { recordEvents } from './record-events.ts';
import type { SessionEvent } from '../verification/session-event.ts';
import { writeSessionEvents } from '../verification/store.ts';

/** @throws what D1 or a queue throw: the queue then delivers the whole batch again */
export async function consumeSessionEvents(
  ctx: Context,
  events: readonly SessionEvent[],
): Promise<void> {
  await writeSessionEvents(ctx.db, events);
  await recordEvents(ctx, events);
}
