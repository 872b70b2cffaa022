// SQL for sign-in attempts.
import { desc, eq, lte, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { loginAttempts } from '../../../db/schema/index.ts';
import type { Visitor } from '../../terms/visitor.ts';
import type { Familiarity, HistoryOwner, LoginAttempt } from './login-attempt.ts';

/** Inserts the attempt only if the previous statement of the batch changed something. */
export const insertAttemptOfChange = (
  db: Database,
  accountId: number,
  attempt: LoginAttempt,
): Statement => insertWhen(db, loginAttempts, toRow(accountId, attempt), AFTER_CHANGE);

export async function writeAttempt(
  db: Database,
  accountId: number,
  attempt: LoginAttempt,
): Promise<void> {
  await db.insert(loginAttempts).values(toRow(accountId, attempt));
}

export async function listAttemptsOf(
  db: Database,
  accountId: number,
  limit: number,
): Promise<LoginAttempt[]> {
  const rows = await db
    .select()
    .from(loginAttempts)
    .where(eq(loginAttempts.account_id, accountId))
    .orderBy(desc(loginAttempts.at_ms), desc(loginAttempts.id))
    .limit(limit);
  return rows.map((row) => ({
    method: row.method,
    outcome: row.outcome,
    device: row.device,
    ...(row.place !== null && { place: row.place }),
    ...(row.ip !== null && { ip: row.ip }),
    atMs: row.at_ms,
  }));
}

export async function findFamiliarity(
  db: Database,
  owner: HistoryOwner,
  { device, place }: Visitor,
): Promise<Familiarity> {
  const accountId =
    'accountId' in owner
      ? sql`${owner.accountId}`
      : sql`(SELECT id FROM accounts WHERE email_normalized = ${owner.emailNormalized})`;
  const row = await db.get<{ total: number; same: number }>(sql`
    SELECT count(*) AS total, count(*) FILTER (WHERE device = ${device} AND place IS ${place ?? null}) AS same
    FROM login_attempts WHERE account_id = ${accountId} AND outcome = 'success'`);
  if ((row?.total ?? 0) === 0) return 'first';
  return (row?.same ?? 0) > 0 ? 'known' : 'new';
}

export async function deleteAttemptsBefore(db: Database, untilMs: number): Promise<void> {
  await deleteInSlices(db, loginAttempts, lte(loginAttempts.at_ms, untilMs));
}

function toRow(accountId: number, attempt: LoginAttempt): typeof loginAttempts.$inferInsert {
  return {
    account_id: accountId,
    method: attempt.method,
    outcome: attempt.outcome,
    device: attempt.device,
    place: attempt.place ?? null,
    ip: attempt.ip ?? null,
    at_ms: attempt.atMs,
  };
}
