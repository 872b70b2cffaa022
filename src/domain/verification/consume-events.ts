// Use case: session events from the queue become list rows and funnels. Repeats and disorder change nothing (store.ts).
import type { Context } from '../../context.ts';
import type { SessionEvent } from './session-event.ts';
import { writeSessionEvents } from './store.ts';

/** @throws whatever D1 throws: the queue then delivers the whole batch again */
export async function consumeSessionEvents(
  ctx: Pick<Context, 'db'>,
  events: readonly SessionEvent[],
): Promise<void> {
  await writeSessionEvents(ctx.db, events);
}
