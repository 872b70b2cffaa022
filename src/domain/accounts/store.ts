// SQL for accounts.
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../db/client.ts';
import { AFTER_CHANGE } from '../../db/insert-when.ts';
import { accounts, LOCKED_UNTIL_MS, mails } from '../../db/schema/index.ts';
import type { AccountRow } from './account.ts';
import { rehash, type Rehash } from '../../db/rehash.ts';
import { runTogether } from '../../db/run-together.ts';

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

/**
 * @param also more statements for the same transaction
 * @returns undefined when the email address or the subject is taken
 */
export async function insertAccount(
  db: Database,
  values: typeof accounts.$inferInsert,
  also: readonly Statement[],
): Promise<AccountRow | undefined> {
  const [[row]] = await db.batch([
    db.insert(accounts).values(values).onConflictDoNothing().returning(),
    ...also,
  ]);
  return row;
}

/**
 * Clears failed attempts and cancels a requested deletion after a sign-in. A lockout that is still
 * in force remains, since it does not affect the person who has just signed in. Writes nothing when
 * the previous statement of the batch changed nothing.
 */
export const resetBySignIn = (db: Database, id: number, nowMs: number): Statement[] => [
  db
    .update(accounts)
    .set({ failed_logins: 0, failed_since_ms: null })
    .where(and(eq(accounts.id, id), AFTER_CHANGE)),
  db
    .update(accounts)
    .set({ status: 'active', delete_at_ms: null })
    .where(
      sql`id = ${id} AND ${AFTER_CHANGE} AND (status = 'pending_deletion' OR ${isLockoutOver(nowMs)})`,
    ),
];

const isLockoutOver = (nowMs: number) =>
  sql`(status = 'locked' AND ${LOCKED_UNTIL_MS} <= ${nowMs})`;

/** @param count the number of failures in the current window, including this one */
export async function markFailedLogin(
  db: Database,
  id: number,
  count: number,
  nowMs: number,
): Promise<void> {
  await db.run(sql`
    UPDATE accounts SET
      failed_logins = CASE WHEN ${count} = 1 THEN 1 ELSE max(failed_logins, ${count}) END,
      failed_since_ms = CASE WHEN ${count} = 1 THEN ${nowMs} ELSE coalesce(failed_since_ms, ${nowMs}) END
    WHERE id = ${id}`);
}

/**
 * Blocks password sign-ins until a given time. Only an active account's status becomes `locked`.
 * @returns false when a lockout is already in force, which is then extended if `untilMs` is later
 */
export async function markLocked(
  db: Database,
  id: number,
  untilMs: number,
  nowMs: number,
): Promise<boolean> {
  const [row] = await db
    .update(accounts)
    .set({
      locked_until_ms: untilMs,
      status: sql`CASE WHEN status = 'active' THEN 'locked' ELSE status END`,
    })
    .where(sql`id = ${id} AND coalesce(locked_until_ms, 0) <= ${nowMs}`)
    .returning({ id: accounts.id });
  if (row === undefined)
    await db.run(
      sql`UPDATE accounts SET locked_until_ms = max(locked_until_ms, ${untilMs}) WHERE id = ${id}`,
    );
  return row !== undefined;
}

/**
 * Stores a new hash of the same password with the current cost, unless the password has been
 * changed in the meantime.
 */
export const updatePasswordHash = (db: Database, id: number, hashes: Rehash): Promise<void> =>
  rehash(db, accounts, id, hashes);

/**
 * Changes an account's status.
 * @param also statements that write only if the status changes; changes() in them refers to this
 *   update
 * @param from the expected status and deletion time; an account whose removal has begun does not
 *   match
 * @returns the changed row; undefined when the account no longer matches `from`
 */
export async function moveStatus(
  db: Database,
  id: number,
  from: Pick<AccountRow, 'status' | 'delete_at_ms'>,
  values: Partial<AccountRow>,
  also: readonly Statement[] = [],
): Promise<AccountRow | undefined> {
  const move = db
    .update(accounts)
    .set(values)
    .where(sql`id = ${id} AND status = ${from.status} AND delete_at_ms IS ${from.delete_at_ms}`)
    .returning();
  const [[row]] = await db.batch([move, ...also]);
  return row;
}

/** Sets accounts whose lockout has expired back to active, so that they are counted as active. */
export const lockoutsEnd = (db: Database, nowMs: number) =>
  db.update(accounts).set({ status: 'active' }).where(isLockoutOver(nowMs));

/**
 * Runs statements for an account without changing the account itself.
 * @param also the statements, which write only if the account exists; changes() in them refers to
 *   the no-op update that precedes them
 */
export async function writeIfAccountExists(
  db: Database,
  id: number,
  also: readonly Statement[],
): Promise<void> {
  await runTogether(db, [db.update(accounts).set({ id }).where(eq(accounts.id, id)), ...also]);
}

interface NewPassword {
  passwordHash: string;
  nowMs: number;
  /** Whether the password is set through a link in an email, which confirms the address. */
  provesEmail: boolean;
  when: Condition;
}

/**
 * The condition that the account still has the address and the password that it had when an emailed
 * link was created.
 */
export const hasStill = ({
  email_normalized: address,
  password_changed_at_ms: changedAtMs,
}: Pick<AccountRow, 'email_normalized' | 'password_changed_at_ms'>): Condition =>
  sql`email_normalized IS ${address} AND password_changed_at_ms IS ${changedAtMs}`;

/**
 * The condition that this password hash is the stored one. Hashes are salted and thus unique, so
 * the condition shows whether the write of this hash has taken effect.
 */
export const passwordIs = (id: number, passwordHash: string): Condition =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND password_hash = ${passwordHash})`;

/**
 * Sets a new password, which ends a lockout, because the failed guesses were for the old password.
 * @param when the condition under which the password changes
 * @param notice statements for the same transaction, each of which writes only if the one before it
 *   changed something
 * @param also more statements for the same transaction, which run whether or not the password
 *   changes
 */
export async function writePassword(
  db: Database,
  id: number,
  { passwordHash, nowMs, provesEmail, when }: NewPassword,
  { notice, also }: { notice: readonly Statement[]; also: readonly Statement[] },
): Promise<boolean> {
  const [written] = await db.batch([
    db
      .update(accounts)
      .set({
        password_hash: passwordHash,
        password_changed_at_ms: nowMs,
        ...(provesEmail && {
          email_verified_at_ms: sql`coalesce(email_verified_at_ms, ${nowMs})`,
        }),
        failed_logins: 0,
        failed_since_ms: null,
        locked_until_ms: null,
      })
      .where(and(eq(accounts.id, id), when))
      .returning({ id: accounts.id }),
    ...notice,
    db
      .update(accounts)
      .set({ status: 'active' })
      .where(
        and(
          eq(accounts.id, id),
          eq(accounts.status, 'locked'),
          eq(accounts.password_hash, passwordHash),
        ),
      ),
    ...also,
  ]);
  return written.length > 0;
}

/**
 * Marks an account for deletion.
 * @param also more statements for the same transaction; changes() in them refers to this update
 * @returns false when the account is no longer active
 */
export async function markPendingDeletion(
  db: Database,
  id: number,
  deleteAtMs: number,
  also: readonly Statement[],
): Promise<boolean> {
  const [marked] = await db.batch([
    db
      .update(accounts)
      .set({ status: 'pending_deletion', delete_at_ms: deleteAtMs, locked_until_ms: null })
      .where(sql`id = ${id} AND status IN ('active', 'locked')`)
      .returning({ id: accounts.id }),
    ...also,
  ]);
  return marked.length > 0;
}

/**
 * Claims an account for removal. Afterwards, nobody can use or restore it, and a scheduled run
 * completes the removal if the caller does not.
 * @param also more statements for the same transaction; changes() in them refers to this update
 * @returns false when it had already been claimed
 */
export async function claimRemoval(
  db: Database,
  id: number,
  nowMs: number,
  also: readonly Statement[],
): Promise<boolean> {
  const [claimed] = await db.batch([
    db
      .update(accounts)
      .set({ status: 'suspended', delete_at_ms: nowMs })
      .where(
        sql`id = ${id} AND NOT (status = 'suspended' AND coalesce(delete_at_ms, ${nowMs} + 1) <= ${nowMs})`,
      )
      .returning({ id: accounts.id }),
    ...also,
  ]);
  return claimed.length > 0;
}

/**
 * Suspends accounts whose deletion is due, so that their owners can no longer restore them.
 * Accounts that have already been claimed, or that operators have suspended, are included. The
 * accounts are picked at random, so that accounts whose removal keeps failing do not block the
 * others.
 */
export async function claimDueDeletions(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<number[]> {
  const due = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(lte(accounts.delete_at_ms, nowMs), sql`status IN ('pending_deletion', 'suspended')`))
    .orderBy(sql`random()`)
    .limit(limit);
  const rows = await db
    .update(accounts)
    .set({ status: 'suspended' })
    .where(inArray(accounts.id, due))
    .returning({ id: accounts.id });
  return rows.map(({ id }) => id);
}

/**
 * Deletes an account, every row that refers to it (foreign keys cascade), and every email to it, in
 * one transaction.
 * @param also more statements for the same transaction; changes() in them refers to the deletion
 * @returns false when there is no such account
 */
export async function deleteAccount(
  db: Database,
  id: number,
  also: readonly Statement[] = [],
): Promise<boolean> {
  const ofAccount = sql`${mails.recipient} IN (
    SELECT email FROM accounts WHERE id = ${id}
    UNION ALL SELECT email FROM email_changes WHERE account_id = ${id})`;
  const [, removed] = await db.batch([
    db.delete(mails).where(ofAccount),
    db.delete(accounts).where(eq(accounts.id, id)).returning({ id: accounts.id }),
    ...also,
  ]);
  return removed.length > 0;
}

export async function updateProfile(
  db: Database,
  id: number,
  values: Partial<Pick<AccountRow, 'display_name' | 'locale'>>,
): Promise<void> {
  await db.update(accounts).set(values).where(eq(accounts.id, id));
}
