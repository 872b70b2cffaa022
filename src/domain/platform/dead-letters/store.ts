// SQL for dead letters.
import { asc, count, lt, max, min, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { deadLetters } from '../../../db/schema/index.ts';
import type { DeadLetter, DeadLetterCount } from './dead-letter.ts';

/** One row for each subject of a queue; a repeat updates its time. */
export async function upsertDeadLetter(
  db: Database,
  { queue, subject, error }: DeadLetter,
  nowMs: number,
): Promise<void> {
  const values = { error: error ?? null, last_at_ms: nowMs };
  await db
    .insert(deadLetters)
    .values({ queue, subject, first_at_ms: nowMs, ...values })
    .onConflictDoUpdate({ target: [deadLetters.queue, deadLetters.subject], set: values });
}

/** One row for each queue that has dead letters. */
export async function countByQueue(db: Database): Promise<DeadLetterCount[]> {
  const rows = await db
    .select({
      queue: deadLetters.queue,
      count: count(),
      oldestAtMs: min(deadLetters.first_at_ms),
      newestAtMs: max(deadLetters.last_at_ms),
    })
    .from(deadLetters)
    .groupBy(deadLetters.queue)
    .orderBy(asc(deadLetters.queue));
  return rows.map(({ oldestAtMs, newestAtMs, ...row }) => ({
    ...row,
    oldestAtMs: oldestAtMs ?? 0,
    newestAtMs: newestAtMs ?? 0,
  }));
}

/**
 * Deletes dead letters about session events that were applied, emails that were sent or deleted,
 * deliveries that ended and endpoints without pending attempts, and all letters that were not
 * retried since `beforeMs`.
 */
export async function deleteSettled(db: Database, beforeMs: number): Promise<void> {
  await db.batch([
    // `<64 hex digits>:<version>`, as domain/integration/webhooks names them.
    db.delete(deadLetters).where(sql`${deadLetters.queue} = 'agate-session-events-dead'
      AND EXISTS (SELECT 1 FROM verification_sessions AS session
        WHERE session.id = substr(dead_letters.subject, 1, 64)
          AND session.version >= CAST(substr(dead_letters.subject, 66) AS INTEGER))`),
    db.delete(deadLetters).where(sql`${deadLetters.queue} = 'agate-mail-dead'
      AND NOT EXISTS (SELECT 1 FROM mails WHERE mails.id = dead_letters.subject AND mails.sent_at_ms IS NULL)`),
    db.delete(deadLetters).where(sql`${deadLetters.queue} = 'agate-webhooks-dead'
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries
        WHERE webhook_deliveries.id = dead_letters.subject AND webhook_deliveries.state = 'pending')
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries
        WHERE webhook_deliveries.endpoint_id = dead_letters.subject AND webhook_deliveries.state = 'pending')`),
    db.delete(deadLetters).where(lt(deadLetters.last_at_ms, beforeMs)),
  ]);
}
