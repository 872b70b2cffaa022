// Notifies sites when a browser that was signed in to them signs out. The transaction that ends the
// browser's session inserts a row for each notice; afterwards the notices are queued, and
// deliver.ts sends them.
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import { logIncident } from '../../../log.ts';
import { KEPT_MS, type LogoutNotice } from './notice.ts';
import {
  claimOverdue,
  deleteNoticesBefore,
  insertNotices,
  listNotices,
  type LoggedOut,
} from './store.ts';

/** The maximum number of messages per call to a queue. */
const BATCH = 100;
const SWEPT_AT_ONCE = 500;

interface PreparedLogout {
  /** Inserts the notices; must run in the batch that ends the sessions. */
  statement: Statement;
  /**
   * Queues the notices; must be called after the commit. Never throws, because people must always
   * be able to sign out; the sweep picks up whatever was not queued.
   */
  announce: () => Promise<void>;
}

/** @param when the condition under which sites are notified */
export function prepareLogout(ctx: Context, ended: LoggedOut, when?: Condition): PreparedLogout {
  const cause = randomToken(18);
  return {
    statement: insertNotices(ctx.db, cause, ended, { nowMs: ctx.now(), when }),
    announce: async () => {
      try {
        await queueNotices(ctx, await listNotices(ctx.db, cause));
      } catch (error) {
        const name = error instanceof Error ? error.name : 'unknown';
        logIncident('logout_not_announced', { error: name });
      }
    },
  };
}

/**
 * Queues again the notices whose messages were lost, and deletes notices that are too old to send.
 * Called by cron.
 */
export async function sweepLogouts(ctx: Pick<Context, 'db' | 'now' | 'queues'>): Promise<void> {
  const nowMs = ctx.now();
  await deleteNoticesBefore(ctx.db, nowMs - KEPT_MS);
  await queueNotices(ctx, await claimOverdue(ctx.db, nowMs, SWEPT_AT_ONCE));
}

export async function queueNotices(
  ctx: Pick<Context, 'queues'>,
  notices: readonly LogoutNotice[],
): Promise<void> {
  for (let start = 0; start < notices.length; start += BATCH)
    await ctx.queues.logouts.sendBatch(
      notices.slice(start, start + BATCH).map((body) => ({ body })),
    );
}
