// SQL for dead letters.
import { and, asc, count, eq, lt, max, min, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { deadLetters } from '../../../db/schema/index.ts';
import type { DeadLetter, DeadLetterCount } from './dead-letter.ts';

/** Writes one row for each subject of a queue; a repeated call updates the row's time and error. */
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

/** Counts dead letters, with one row for each queue that has any. */
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
 * Deletes dead letters about session events that have been applied and about emails that have been
 * sent or deleted, and any letter that has not been retried since `beforeMs`. The next attempt of a
 * delivery deletes the letter about it, so this function deletes a letter about a delivery only if
 * the letter has not been recorded again since `webhooksBeforeMs`. For a letter about a session
 * whose row has been deleted or has moved to a ledger (D-177), only `beforeMs` applies: these
 * letters are too rare to justify querying the ledgers on every run.
 */
export async function deleteSettled(
  db: Database,
  { beforeMs, webhooksBeforeMs }: { beforeMs: number; webhooksBeforeMs: number },
): Promise<void> {
  await db.batch([
    // Subjects have the form `<64 hex digits>:<version>`; domain/integration/webhooks creates them.
    db.delete(deadLetters).where(sql`${deadLetters.queue} = 'agate-session-events-dead'
      AND EXISTS (SELECT 1 FROM verification_sessions AS session
        WHERE session.id = substr(dead_letters.subject, 1, 64)
          AND session.version >= CAST(substr(dead_letters.subject, 66) AS INTEGER))`),
    db.delete(deadLetters).where(sql`${deadLetters.queue} = 'agate-mail-dead'
      AND NOT EXISTS (SELECT 1 FROM mails WHERE mails.id = dead_letters.subject AND mails.sent_at_ms IS NULL)`),
    db
      .delete(deadLetters)
      .where(
        and(
          eq(deadLetters.queue, 'agate-webhooks-dead'),
          lt(deadLetters.last_at_ms, webhooksBeforeMs),
        ),
      ),
    db.delete(deadLetters).where(lt(deadLetters.last_at_ms, beforeMs)),
  ]);
}

/** Deletes the letter about a subject whose work has been done after all. */
export const letterRemoval = (db: Database, queue: string, subject: string): Statement =>
  db.delete(deadLetters).where(and(eq(deadLetters.queue, queue), eq(deadLetters.subject, subject)));
