// Scheduled use case: queries a session's object when the list row lacks the session's end or
// erasure. Such rows remain when a queue has given up on a message, or a backup has been restored.
import { MINUTE_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { runTogether } from '../../../db/run-together.ts';
import { logIncident } from '../../../log.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { listUnerased } from '../../verification/history-store.ts';
import { listOverdue, rowsEnd } from '../../verification/store.ts';
import { consumeSessionEvents } from '../webhooks/consume-events.ts';
import { earlierRedaction } from '../webhooks/earlier-event-store.ts';
import { findOwners } from '../webhooks/event-store.ts';
import { redactInLedgers } from '../webhooks/ledgers.ts';

/**
 * How much time must pass after the expiry in a session's list row before the session counts as
 * overdue. The row keeps the original expiry, which the visitor may since have extended by half an
 * hour.
 */
const OVERDUE_MS = 45 * MINUTE_MS;
/** The maximum number of overdue sessions in one run; the next run handles the rest. */
const MOST = 150;
const OF_EACH_TENANT = 50;
/** The number of sessions read in parallel; their events are written together. */
const SLICE = 25;

/**
 * Requests the last event again from the objects of overdue sessions and of old sessions that have
 * not been erased, and writes these events. If an object no longer exists, marks its row as ended
 * and redacts its events. Resent events keep their versions and ids, so resending an event that did
 * arrive has no effect. Called by cron.
 */
export async function reconcileSessions(ctx: Context): Promise<void> {
  const nowMs = ctx.now();
  const most = { ofEach: OF_EACH_TENANT, limit: MOST };
  const overdue = await listOverdue(ctx.db, nowMs - OVERDUE_MS, most);
  const ids = [...overdue, ...(await listUnerased(ctx.db, nowMs, SLICE))];
  if (ids.length > 0) logIncident('sessions_reconciled', { sessions: ids.length });
  for (let start = 0; start < ids.length; start += SLICE)
    await reconcileSlice(ctx, ids.slice(start, start + SLICE), nowMs);
}

async function reconcileSlice(ctx: Context, ids: readonly string[], nowMs: number): Promise<void> {
  const answers = await Promise.all(ids.map((id) => readLatestEvent(ctx, id)));
  const events = answers.filter((answer): answer is SessionEvent => typeof answer === 'object');
  const gone = ids.filter((_id, n) => answers[n] === 'gone');
  if (events.length > 0) await writeEnds(ctx, events);
  if (gone.length === 0) return;
  // Events are redacted before the rows are marked as ended, because the next run repeats the
  // redaction only for rows that are not marked. They are redacted again afterwards, in case an
  // event arrived in between.
  const owned = await findOwners(ctx.db, gone);
  await redactInLedgers(ctx, owned);
  await runTogether(ctx.db, [rowsEnd(ctx.db, gone, nowMs), ...earlierRedaction(ctx.db, gone)]);
  await redactInLedgers(ctx, owned);
}

/**
 * Writes events; an event that fails does not stop the others. The failing event is found by
 * bisection, because writing every event separately would use up the statements that a run may
 * execute.
 */
async function writeEnds(ctx: Context, events: readonly SessionEvent[]): Promise<void> {
  const [first, ...others] = events;
  try {
    await consumeSessionEvents(ctx, events);
  } catch (error) {
    const half = Math.ceil(events.length / 2);
    if (others.length > 0) {
      await writeEnds(ctx, events.slice(0, half));
      await writeEnds(ctx, events.slice(half));
    } else if (first !== undefined) {
      const name = error instanceof Error ? error.name : 'unknown';
      logIncident('session_not_reconciled', { session: first.row.id, error: name });
    }
  }
}

/** @returns undefined when the object cannot be reached now: the next run tries again */
async function readLatestEvent(
  ctx: Context,
  id: string,
): Promise<SessionEvent | 'running' | 'gone' | undefined> {
  try {
    const stub = ctx.objects.session(id);
    return stub === undefined ? 'gone' : await stub.repeatEvent();
  } catch {
    return undefined;
  }
}
