// Use case: writes session events from the queue to list rows and funnels (verification/store.ts) and to the event feed
// (record-events.ts). Idempotent.
import type { Context } from '../../../context.ts';
import { runTogether } from '../../../db/run-together.ts';
import { logIncident } from '../../../log.ts';
import { noteDeadLetter } from '../../platform/dead-letters/dead-letters.ts';
import { retryDelaySeconds } from '../../terms/queue-retry.ts';
import { isListed } from '../../verification/rules/face/face-check.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { sessionRows } from '../../verification/store.ts';
import { hold, holdEarly, idOf } from './keep-order.ts';
import { prepareEvents } from './record-events.ts';
import { prepareReviewMails } from './review-mails.ts';

/**
 * Applies a batch and acknowledges it. When that fails, each message is processed on its own, so that one bad message
 * does not block the others; failed ones are retried with backoff (for two days, wrangler.toml), and what comes after one of
 * them in its session waits (keep-order.ts).
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

/** Consumer of the dead letters: keeps trying for as long again, and shows operators what still fails. */
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

/** @returns the name of the error when it failed */
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

/** A message that cannot be read has no other name than its own. */
function nameEvent({ id, body }: Message<SessionEvent>): string {
  const { row } = body as { row?: Partial<SessionEvent['row']> | null };
  return row?.id === undefined ? id : `${row.id}:${row.version ?? 0}`;
}

/** What follows from a session that no list knows; a repeat changes nothing. @throws to have the event again */
type Settle = (ctx: Context, event: SessionEvent) => Promise<void>;

/** Of events that come from lists. */
const noSettling: Settle = async () => {};

/**
 * List rows, feed, deliveries and erasures in one transaction: a row that knows its session's end means that the event is
 * there too. Sessions that ended or were erased learn that it is written.
 * @throws what D1, a queue or an object throw; repeating the whole batch is safe
 */
export async function consumeSessionEvents(
  ctx: Context,
  events: readonly SessionEvent[],
  settle: Settle = noSettling,
): Promise<void> {
  // The others have no row and no event of the feed.
  const listed = events.filter(({ row }) => isListed(row));
  const { statements, announce } = await prepareEvents(ctx, listed);
  const mails = await prepareReviewMails(ctx, listed);
  const rows = sessionRows(ctx.db, listed, ctx.now(), mails.behind);
  await runTogether(ctx.db, [...rows, ...statements]);
  await announce();
  mails.announce();
  for (const event of events) if (!isListed(event.row)) await settle(ctx, event);
  await Promise.all(events.map((event) => confirmEvent(ctx, event)));
}

/** Until then the session's object sends the event again. */
async function confirmEvent(ctx: Context, { type, row }: SessionEvent): Promise<void> {
  if (type === 'completed' || type === 'retaken')
    await ctx.objects.session(row.id)?.confirmEnd(row.version);
  if (type === 'erased') await ctx.objects.session(row.id)?.confirmErasure();
}
