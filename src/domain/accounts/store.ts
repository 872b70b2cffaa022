// SQL of accounts.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { runTogether, type Database, type Statement } from '../../db/client.ts';
import { accounts } from '../../db/schema/index.ts';
import type { AccountRow } from './account.ts';

export async function findRowByEmail(
  db: Database,
  emailNormalized: string,
): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email_normalized, emailNormalized));
  return row;
}

export async function findRow(db: Database, id: number): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row;
}

/** @returns undefined when the mail address or the subject is taken */
export async function insertAccount(
  db: Database,
  values: typeof accounts.$inferInsert,
): Promise<AccountRow | undefined> {
  const [row] = await db.insert(accounts).values(values).onConflictDoNothing().returning();
  return row;
}

/** Ends what a sign-in ends (failures, a deletion that was asked for) and writes what belongs to it. */
export async function writeSignIn(
  db: Database,
  id: number,
  also: readonly Statement[],
): Promise<void> {
  await runTogether(db, [
    db
      .update(accounts)
      .set({ failed_logins: 0, failed_since_ms: null, locked_until_ms: null })
      .where(eq(accounts.id, id)),
    db
      .update(accounts)
      .set({ status: 'active', delete_at_ms: null })
      .where(sql`id = ${id} AND status IN ('pending_deletion', 'locked')`),
    ...also,
  ]);
}

/** @param lockedUntilMs for the failure that uses the limit up; only an active account's status tells of it */
export async function markFailedLogin(
  db: Database,
  id: number,
  count: number,
  { nowMs, lockedUntilMs }: { nowMs: number; lockedUntilMs?: number },
): Promise<void> {
  await db.run(sql`
    UPDATE accounts SET
      failed_logins = CASE WHEN ${count} = 1 THEN 1 ELSE max(failed_logins, ${count}) END,
      failed_since_ms = CASE WHEN ${count} = 1 THEN ${nowMs} ELSE coalesce(failed_since_ms, ${nowMs}) END,
      locked_until_ms = coalesce(${lockedUntilMs ?? null}, locked_until_ms),
      status = CASE WHEN ${lockedUntilMs ?? null} IS NOT NULL AND status = 'active' THEN 'locked' ELSE status END
    WHERE id = ${id}`);
}

/** The same password with today's cost, unless it was changed meanwhile. */
export async function updatePasswordHash(
  db: Database,
  id: number,
  before: string | null,
  after: string,
): Promise<void> {
  await db
    .update(accounts)
    .set({ password_hash: after })
    .where(
      and(
        eq(accounts.id, id),
        before === null ? isNull(accounts.password_hash) : eq(accounts.password_hash, before),
      ),
    );
}
