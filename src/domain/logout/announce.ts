// Queues one logout notice for every site that a signed-out browser was signed in to. Sending them is deliver.ts.
import type { Context } from '../../context.ts';
import { logIncident } from '../../log.ts';
import { listReceivers, type EndedSessions } from './store.ts';

/** Queues take this many messages at a time. */
const BATCH = 100;

/** Call it while the sessions' grants have their rows. Never throws: a person must be able to leave. */
export async function announceLogout(
  ctx: Pick<Context, 'db' | 'now' | 'queues'>,
  ended: EndedSessions,
): Promise<void> {
  try {
    const notices = await listReceivers(ctx.db, ended, ctx.now());
    for (let start = 0; start < notices.length; start += BATCH)
      await ctx.queues.logouts.sendBatch(
        notices.slice(start, start + BATCH).map((body) => ({ body })),
      );
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('logout_not_announced', { error: name });
  }
}
