// Scheduled use case: list rows that did not learn of their session's end or erasure ask its object. A queue that gave a
// message up, or a backup that was restored, leaves such rows.
import { MINUTE_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { runTogether } from '../../../db/run-together.ts';
import { logIncident } from '../../../log.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { listUnerased } from '../../verification/history-store.ts';
import { listOverdue, rowsEnd } from '../../verification/store.ts';
import { consumeSessionEvents } from '../webhooks/consume-events.ts';
import { redaction } from '../webhooks/event-store.ts';

/** Rows keep the end a session began with: visitors may extend it by half an hour. */
const OVERDUE_MS = 45 * MINUTE_MS;
/** The next run takes the rest. */
const MOST = 150;
const OF_EACH_TENANT = 50;
/** Sessions asked at a time; their events are written together. */
const SLICE = 25;

/** By cron. Events keep their versions and ids, so that what did arrive changes nothing. */
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
  const answers = await Promise.all(ids.map((id) => askSession(ctx, id)));
  const events = answers.filter((answer): answer is SessionEvent => typeof answer === 'object');
  const gone = ids.filter((_id, n) => answers[n] === 'gone');
  if (events.length > 0) await writeEnds(ctx, events);
  if (gone.length > 0)
    await runTogether(ctx.db, [rowsEnd(ctx.db, gone, nowMs), ...redaction(ctx.db, gone)]);
}

/** One that cannot be written holds up no other. It is found by halves: one by one they would use up a run's statements. */
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

/** @returns undefined when the object cannot be reached now: the next run asks again */
async function askSession(
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
