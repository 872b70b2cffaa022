// Order within a session: an event that arrives before an earlier event of its session waits for
// that event. Queues guarantee no order, and an event that could not be written is redelivered
// after later events.
import type { Context } from '../../../context.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { retryDelaySeconds } from '../../terms/queue-retry.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { mayBeMoved } from '../../verification/rules/session/moved-rows.ts';
import { readVersions } from '../../verification/store.ts';

/**
 * How long an event waits for an earlier one: longer than the pauses between retries, so an earlier
 * event that is still missing by then counts as lost.
 */
const HELD_MS = 45 * MINUTE_MS;
const LAST_DELAY_SECONDS = 60;

type EventMessage = Message<SessionEvent>;

/**
 * Holds back events that arrived before an earlier event of their session; the queue redelivers
 * them after a short delay. Reads D1 only if some events follow another event.
 * @returns the events that need not wait, ordered within each session
 */
export async function holdEarly(
  ctx: Pick<Context, 'db' | 'now'>,
  messages: readonly EventMessage[],
): Promise<EventMessage[]> {
  // An event that arrives long after the session's end is not held: by then, all earlier events
  // will have been written or lost, and the session's row may have been moved from D1 to a ledger.
  const follows = ({ body, timestamp }: EventMessage): boolean =>
    body.after !== undefined &&
    ctx.now() < timestamp.getTime() + HELD_MS &&
    !mayBeMoved(rowOf(body)?.completedAtMs ?? null, ctx.now());
  const due = messages.filter((message) => !follows(message));
  const following = messages.filter(follows).toSorted((a, b) => versionOf(a) - versionOf(b));
  if (following.length === 0) return due;
  const written = await readVersions(ctx.db, [...new Set(following.map(idOf))]);
  for (const message of due) note(written, message);
  for (const message of following) {
    const isEarly = (written.get(idOf(message)) ?? 0) < (message.body.after ?? 0);
    if (isEarly) hold(message);
    else {
      note(written, message);
      due.push(message);
    }
  }
  return due;
}

export const hold = (message: EventMessage): void =>
  message.retry({
    delaySeconds: Math.min(LAST_DELAY_SECONDS, retryDelaySeconds(message.attempts)),
  });

function note(written: Map<string, number>, message: EventMessage): void {
  const known = written.get(idOf(message)) ?? 0;
  written.set(idOf(message), Math.max(known, versionOf(message)));
}

/** @returns the session's id; empty for a message that cannot be read */
export const idOf = ({ body }: EventMessage): string => rowOf(body)?.id ?? '';
const versionOf = ({ body }: EventMessage): number => rowOf(body)?.version ?? 0;
const rowOf = (body: SessionEvent): SessionEvent['row'] | null => body.row;
