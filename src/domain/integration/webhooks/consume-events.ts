// Use case: writes session events from the queue to the event feed (record-events.ts) and to list
// rows with their steps (verification/store.ts). Idempotent.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { noteDeadLetter } from '../../platform/dead-letters/dead-letters.ts';
import { retryDelaySeconds } from '../../terms/queue-retry.ts';
import { isListed } from '../../verification/rules/face/face-check.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { applyLateEvents } from '../moved-sessions/late-events.ts';
import { sessionRows } from '../../verification/store.ts';
import { hold, holdEarly, idOf } from './keep-order.ts';
import { earlierRedaction } from './earlier-event-store.ts';
import { runAndFindErased } from './event-store.ts';
import { redactInLedgers } from './ledgers.ts';
import { prepareEvents, recordEvents } from './record-events.ts';
import { prepareReviewMails } from './review-mails.ts';

/**
 * Applies a batch and acknowledges it. If that fails, each message is processed separately, so that
 * one bad message does not block the others; failed messages are retried with backoff for two days
 * (wrangler.toml), and later events of the same session wait (keep-order.ts).
 */
export async function receiveSessionEvents(
  ctx: Context,
  messages: readonly Message<SessionEvent>[],
  settle: Settle,
): Promise<void> {
  let due = messages;
  try {
    due = await holdEarly(ctx, messages);
    await consumeSessionEvents(
      ctx,
      due.map(({ body }) => body),
      settle,
    );
    for (const message of due) message.ack();
  } catch {
    await receiveEach(ctx, due, settle);
  }
}

async function receiveEach(
  ctx: Context,
  messages: readonly Message<SessionEvent>[],
  settle: Settle,
): Promise<void> {
  const failed = new Set<string>();
  for (const message of messages)
    if (message.body.after !== undefined && failed.has(idOf(message))) hold(message);
    else if ((await receiveOne(ctx, message, settle)) !== undefined) failed.add(idOf(message));
}

/**
 * Consumes the dead-letter queue: retries its messages for as long again as the main queue did, and
 * reports to operators the messages that still fail.
 */
export async function receiveDeadEvents(
  ctx: Context,
  { queue, messages }: Pick<MessageBatch<SessionEvent>, 'queue' | 'messages'>,
  settle: Settle,
): Promise<void> {
  logIncident('dead_letters', { queue, messages: messages.length });
  for (const message of messages) {
    const subject = nameEvent(message);
    const error = await receiveOne(ctx, message, settle);
    if (error !== undefined) await noteDeadLetter(ctx, { queue, subject, error });
  }
}

/** @returns the name of the error; undefined on success */
async function receiveOne(
  ctx: Context,
  message: Message<SessionEvent>,
  settle: Settle,
): Promise<string | undefined> {
  try {
    await consumeSessionEvents(ctx, [message.body], settle);
    message.ack();
    return undefined;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('session_event_failed', { error: name, attempts: message.attempts });
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    return name;
  }
}

/** Identifies the event; a message that cannot be read is identified by its own id. */
function nameEvent({ id, body }: Message<SessionEvent>): string {
  const { row } = body as { row?: Partial<SessionEvent['row']> | null };
  return row?.id === undefined ? id : `${row.id}:${row.version ?? 0}`;
}

/**
 * Handles an event of a session that has no list row; handling it again has no effect.
 * @throws any error, after which the event is delivered again
 */
type Settle = (ctx: Context, event: SessionEvent) => Promise<void>;

/** Does nothing, for queues that carry only events of listed sessions. */
const noSettling: Settle = async () => {};

/**
 * Records events and deliveries in ledgers, then writes list rows in D1, so a row that shows its
 * session's end implies that the event has been recorded. Events of erased sessions lose their
 * personal data, whether the event or the erasure arrives first. Finally confirms the processing to
 * the objects of ended and erased sessions.
 * @throws any error from D1, a queue or an object; repeating the whole batch is safe
 */
export async function consumeSessionEvents(
  ctx: Context,
  events: readonly SessionEvent[],
  settle: Settle = noSettling,
): Promise<void> {
  // Unlisted sessions have neither a list row nor an event in the feed.
  const listed = events.filter(({ row }) => isListed(row));
  const announce = await recordEvents(ctx, await prepareEvents(ctx, listed));
  const mails = await prepareReviewMails(ctx, listed);
  const applied = await applyLateEvents(ctx, listed);
  const erased = listed.filter(({ type }) => type === 'erased').map(({ row }) => row.id);
  const rows = [
    ...applied.before,
    ...sessionRows(ctx.db, applied.events, ctx.now(), mails.behind),
    ...(erased.length > 0 ? earlierRedaction(ctx.db, erased) : []),
  ];
  const ids = [...new Set(listed.map(({ row }) => row.id))];
  if (ids.length > 0)
    await redactInLedgers(ctx, [...applied.erased, ...(await runAndFindErased(ctx.db, rows, ids))]);
  await announce();
  mails.announce();
  for (const event of events) if (!isListed(event.row)) await settle(ctx, event);
  await Promise.all(events.map((event) => confirmEvent(ctx, event)));
}

/** Confirms the event to the session's object, which resends the event until it is confirmed. */
async function confirmEvent(ctx: Context, { type, row }: SessionEvent): Promise<void> {
  if (type === 'completed' || type === 'retaken')
    await ctx.objects.session(row.id)?.confirmEnd(row.version);
  if (type === 'erased') await ctx.objects.session(row.id)?.confirmErasure();
}
