// SQL for face challenges. The end of a challenge and all its effects are written in one
// transaction.
import { and, asc, eq, gt, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import { batchAround, type Condition, type Database, type Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import type { RowCondition } from '../../../db/insert-rows.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { faceChallenges } from '../../../db/schema/index.ts';
import { hasNotEnded } from '../../../db/tenant-state.ts';
import type { FaceOwner } from '../../faces/face-templates/template.ts';
import { statusOf, toEndReason, type ChallengeEnd, type FaceChallenge } from './challenge.ts';

/** @returns false when the challenge already exists, or its customer has ended */
export async function insertChallenge(db: Database, challenge: FaceChallenge): Promise<boolean> {
  const { id, tenantId, test, kind, userId, sessionId, createdAtMs, expiresAtMs } = challenge;
  const row = {
    id,
    tenant_id: tenantId,
    test,
    kind,
    user_id: userId,
    session_id: sessionId ?? null,
    status: 'processing' as const,
    created_at_ms: createdAtMs,
    expires_at_ms: expiresAtMs,
  };
  const inserted = await insertWhen(db, faceChallenges, row, hasNotEnded(tenantId))
    .onConflictDoNothing()
    .returning({ id: faceChallenges.id });
  return inserted.length > 0;
}

/**
 * The status is a literal, as in the partial index: with a bound parameter, SQLite would not use
 * the index.
 */
const isProcessing = sql`${faceChallenges.status} = 'processing'`;

/** Whether the challenge can still end; once its person has been erased, it cannot. */
export const isOpen = ({ id }: Pick<FaceChallenge, 'id'>, nowMs: number): Condition =>
  sql`EXISTS (SELECT 1 FROM face_challenges WHERE id = ${id} AND status = 'processing' AND expires_at_ms > ${nowMs})`;

/**
 * Writes the end of a challenge.
 * @param effects statements that belong to the end, each of which runs only if isOpen holds
 * @returns false when the challenge had already ended and nothing was written
 */
export async function writeEnd(
  db: Database,
  { id }: Pick<FaceChallenge, 'id'>,
  end: ChallengeEnd,
  nowMs: number,
  effects: readonly Statement[],
): Promise<boolean> {
  const ended = db
    .update(faceChallenges)
    .set({
      status: statusOf(end),
      passed: end.passed,
      failure_reason: end.passed ? null : end.reason,
      completed_at_ms: nowMs,
    })
    .where(
      and(
        eq(faceChallenges.id, id),
        eq(faceChallenges.status, 'processing'),
        gt(faceChallenges.expires_at_ms, nowMs),
      ),
    )
    .returning({ id: faceChallenges.id });
  return (await batchAround(db, effects, ended, [])).length > 0;
}

/**
 * @returns undefined for an unknown challenge, and for one that belongs to another customer,
 *   another mode or an erased person
 */
export async function findChallenge(
  db: Database,
  { tenantId, test }: Omit<FaceOwner, 'userId'>,
  id: string,
): Promise<FaceChallenge | undefined> {
  const [row] = await db
    .select()
    .from(faceChallenges)
    .where(
      and(
        eq(faceChallenges.id, id),
        eq(faceChallenges.tenant_id, tenantId),
        eq(faceChallenges.test, test),
        ne(faceChallenges.status, 'erased'),
      ),
    );
  return row && toChallenge(row);
}

/**
 * The values that erasure writes. The row itself stays until it is a day old, so that a repeated
 * request does not begin a new challenge.
 */
const ERASED = {
  status: 'erased',
  user_id: '',
  session_id: null,
  passed: null,
  failure_reason: null,
  completed_at_ms: null,
} as const;

/**
 * Erases the challenges of a person.
 * @param together further statements for the same transaction
 * @returns the ids of the challenges' sessions, which the caller has to erase too: a finished
 *   session refers to the person while its result is kept
 */
export async function eraseChallenges(
  db: Database,
  { tenantId, test, userId }: FaceOwner,
  together: readonly Statement[],
): Promise<string[]> {
  const isTheirs = and(
    eq(faceChallenges.tenant_id, tenantId),
    eq(faceChallenges.test, test),
    eq(faceChallenges.user_id, userId),
  );
  const [erased] = await db.batch([
    db
      .select({ sessionId: faceChallenges.session_id })
      .from(faceChallenges)
      .where(and(isTheirs, isNotNull(faceChallenges.session_id))),
    db.update(faceChallenges).set(ERASED).where(isTheirs),
    ...together,
  ]);
  return erased.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
}

/** Lists overdue unfinished challenges, oldest first. */
export async function listDue(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<FaceChallenge[]> {
  const rows = await db
    .select()
    .from(faceChallenges)
    .where(and(isProcessing, lte(faceChallenges.expires_at_ms, nowMs)))
    .orderBy(asc(faceChallenges.expires_at_ms))
    .limit(limit);
  return rows.map(toChallenge);
}

/**
 * The condition for the event and deliveries of an expiry: false when the challenge ended before it
 * could expire, or its person has been erased.
 */
export const hasExpired: RowCondition = (valueOf) =>
  sql`EXISTS (SELECT 1 FROM face_challenges WHERE id = ${valueOf('subject')} AND status = 'expired')`;

/**
 * Expires challenges.
 * @param atMs when they expired
 * @param effects statements that belong to the expiries, each of which runs only if hasExpired
 *   holds
 */
export async function writeExpiry(
  db: Database,
  challenges: readonly Pick<FaceChallenge, 'id'>[],
  atMs: number,
  effects: readonly Statement[],
): Promise<void> {
  const ids = JSON.stringify(challenges.map(({ id }) => id));
  const expired = db
    .update(faceChallenges)
    .set({ status: 'expired', expires_at_ms: sql`min(${faceChallenges.expires_at_ms}, ${atMs})` })
    .where(and(sql`${faceChallenges.id} IN (SELECT value FROM json_each(${ids}))`, isProcessing));
  await batchAround(db, [], expired, effects);
}

/**
 * Deletes old challenges, except those that are still processing, whose end and event must be
 * recorded first.
 */
export async function deleteChallengesBefore(db: Database, beforeMs: number): Promise<void> {
  await deleteAtOnce(
    db,
    faceChallenges,
    and(lt(faceChallenges.created_at_ms, beforeMs), ne(faceChallenges.status, 'processing')),
  );
}

function toChallenge(row: typeof faceChallenges.$inferSelect): FaceChallenge {
  const { passed, completed_at_ms: atMs, failure_reason: text } = row;
  const reason = toEndReason(text) ?? 'internal_error';
  return {
    id: row.id,
    tenantId: row.tenant_id,
    test: row.test,
    userId: row.user_id,
    kind: row.kind,
    ...(row.session_id !== null && { sessionId: row.session_id }),
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    ...(atMs !== null && {
      end: passed === true ? { passed, atMs } : { passed: false, reason, atMs },
    }),
  };
}
