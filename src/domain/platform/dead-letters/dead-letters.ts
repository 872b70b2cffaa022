// Messages that queues gave up on. They are recorded for operators when they arrive in a
// dead-letter queue, and deleted once the queue's consumer or a sweep has completed the work after
// all.
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { retryDelaySeconds } from '../../terms/queue-retry.ts';
import { countByQueue, deleteSettled, upsertDeadLetter } from './store.ts';
import type { DeadLetter, DeadLetterCount } from './dead-letter.ts';

/**
 * How long a letter is kept after the last retry of its message. Dead-letter queues stop retrying
 * sooner than this, so a message that has not been retried within this time is beyond repair.
 */
const KEPT_MS = 30 * DAY_MS;
/**
 * How long a letter about a webhook delivery is kept after it was last recorded. A ledger queues a
 * pending delivery again every ten minutes, so a letter that is not recorded again within this time
 * is about a delivery that is no longer pending.
 */
const WEBHOOKS_KEPT_MS = HOUR_MS;

/**
 * Counts dead letters for operators and for the readiness check, with a single query.
 * @returns the count for each queue that has dead letters, sorted by queue name
 */
export const countDeadLetters = (ctx: Pick<Context, 'db'>): Promise<DeadLetterCount[]> =>
  countByQueue(ctx.db);

/**
 * Records a dead letter. Never throws: if a letter cannot be recorded, its message is still
 * retried.
 */
export async function noteDeadLetter(
  ctx: Pick<Context, 'db' | 'now'>,
  letter: DeadLetter,
): Promise<void> {
  try {
    await upsertDeadLetter(ctx.db, letter, ctx.now());
  } catch {
    logIncident('dead_letter_not_noted', { queue: letter.queue, subject: letter.subject });
  }
}

/**
 * The consumer for dead-letter queues whose messages each refer to one row. A sweep queues such
 * rows again, so this consumer only records and acknowledges the messages.
 * @param subjectOf returns the row's id
 */
export async function noteLetters<Body>(
  ctx: Pick<Context, 'db' | 'now'>,
  { queue, messages }: Pick<MessageBatch<Body>, 'queue' | 'messages'>,
  subjectOf: (body: Body) => string,
): Promise<void> {
  logIncident('dead_letters', { queue, messages: messages.length });
  for (const message of messages) {
    try {
      await upsertDeadLetter(ctx.db, { queue, subject: subjectOf(message.body) }, ctx.now());
      message.ack();
    } catch {
      message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    }
  }
}

/**
 * Deletes letters whose work has been done after all, and letters that are beyond repair. Called by
 * cron.
 */
export const forgetSettledLetters = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteSettled(ctx.db, {
    beforeMs: ctx.now() - KEPT_MS,
    webhooksBeforeMs: ctx.now() - WEBHOOKS_KEPT_MS,
  });
