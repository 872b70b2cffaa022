// SQL for attempts: failed ones are rows, the one that succeeded is part of its delivery's row
// (db/schema/webhook-deliveries.ts).
import { and, eq, exists, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import {
  verificationSessions,
  webhookAttempts,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.ts';
import type { Attempt, AttemptFailure } from './delivery.ts';

type AttemptRow = typeof webhookAttempts.$inferSelect;
type DeliveryRow = typeof deliveries.$inferSelect;

const NAMES = ['number', 'url', 'at_ms', 'duration_ms', 'status', 'failure', 'answer'] as const;

/**
 * Inserts nothing when the delivery was deleted during the attempt, or already contains it. The
 * response is left out if the person was erased before the receiver answered, because it may repeat
 * the data that the receiver was sent.
 */
export function insertAttempt(db: Database, delivery: DeliveryRow, attempt: Attempt): Statement {
  const lacksIt = sql`EXISTS (SELECT 1 FROM ${deliveries}
    WHERE id = ${delivery.id} AND delivered_by ->> 'number' IS NOT ${attempt.number})`;
  const answer = sql`iif(${exists(erasedSession(db, delivery))}, NULL, ${attempt.answer ?? null})`;
  return insertWhen(db, webhookAttempts, toRow(delivery.id, attempt), lacksIt, {
    answer,
  }).onConflictDoNothing();
}

/** @returns the value of `delivered_by`, without the response if the person was erased */
export function deliveredBy(db: Database, delivery: DeliveryRow, attempt: Attempt): SQL {
  const { delivery_id: _, ...row } = toRow(delivery.id, attempt);
  const made = JSON.stringify({ ...row, answer: attempt.answer ?? null });
  return sql`iif(${exists(erasedSession(db, delivery))}, json_set(${made}, '$.answer', NULL), ${made})`;
}

/** Moves the attempts that succeeded to rows, before their deliveries are replayed. */
export const keepDeliveredBy = (db: Database, which: SQL | undefined): Statement =>
  db
    .insert(webhookAttempts)
    .select(
      sql`SELECT id, ${sql.join(
        NAMES.map((name) => sql`delivered_by ->> ${sql.raw(`'${name}'`)}`),
        sql`, `,
      )} FROM ${deliveries} WHERE ${and(which, isNotNull(deliveries.delivered_by))}`,
    )
    .onConflictDoNothing();

/** @param rows the attempts of this delivery that are rows, in any order */
export function attemptsOf({ delivered_by: json }: DeliveryRow, rows: readonly AttemptRow[]) {
  const last = json === null ? [] : [JSON.parse(json) as Omit<AttemptRow, 'delivery_id'>];
  return [...rows, ...last].map(toAttempt).toSorted((one, other) => one.number - other.number);
}

function toAttempt(row: Omit<AttemptRow, 'delivery_id'>): Attempt {
  return {
    number: row.number,
    url: row.url,
    atMs: row.at_ms,
    durationMs: row.duration_ms,
    ...(row.status !== null && { status: row.status }),
    ...(row.failure !== null && { failure: row.failure as AttemptFailure }),
    ...(row.answer !== null && { answer: row.answer }),
  };
}

const erasedSession = (db: Database, { session_id: id }: DeliveryRow) =>
  db
    .select({ one: sql`1` })
    .from(verificationSessions)
    .where(
      and(eq(verificationSessions.id, id ?? ''), isNotNull(verificationSessions.erased_at_ms)),
    );

const toRow = (deliveryId: string, attempt: Attempt) => ({
  delivery_id: deliveryId,
  number: attempt.number,
  url: attempt.url,
  at_ms: attempt.atMs,
  duration_ms: attempt.durationMs,
  status: attempt.status ?? null,
  failure: attempt.failure ?? null,
});
