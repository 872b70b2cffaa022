// The order within a session: of the events that its customer gets, one that comes before an earlier one waits for it. Queues
// promise no order, and an event that could not be written comes again later than those behind it.
import type { Context } from '../../../context.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { retryDelaySeconds } from '../../terms/queue-retry.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { readVersions } from '../../verification/store.ts';

/** Longer than the tries of an event are apart: what is missing for longer is lost. */
const HELD_MS = 45 * MINUTE_MS;
const LAST_DELAY_SECONDS = 60;

type EventMessage = Message<SessionEvent>;

/**
 * Asks again soon for those that come too early. Reads D1 only where a session has another event than its end.
 * @returns the others, those of a session in their order
 */
export async function holdEarly(
  ctx: Pick<Context, 'db' | 'now'>,
  messages: readonly EventMessage[],
): Promise<EventMessage[]> {
  const follows = ({ body, timestamp }: EventMessage): boolean =>
    body.after !== undefined && ctx.now() < timestamp.getTime() + HELD_MS;
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

/** A message that cannot be read is of no session. */
export const idOf = ({ body }: EventMessage): string => rowOf(body)?.id ?? '';
const versionOf = ({ body }: EventMessage): number => rowOf(body)?.version ?? 0;
const rowOf = (body: SessionEvent): SessionEvent['row'] | null => body.row;
