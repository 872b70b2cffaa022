// SQL of accounts.
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

/** @param also written with it @returns undefined when the email address or the subject is taken */
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
 * Resets what a sign-in resets: failures, a requested deletion. A lockout in force stays: it is others' who are locked out.
 * Nothing is written when the statement before these in the batch changed nothing.
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

/** @param count of the failures in the window */
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

/** Only an active account's status becomes `locked`. @returns false when another lockout is in force */
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

/** The same password at today's cost, unless it was changed in between. */
export const updatePasswordHash = (db: Database, id: number, hashes: Rehash): Promise<void> =>
  rehash(db, accounts, id, hashes);

/**
 * @param also written with it, or not at all; its changes() refers to this update
 * @param from a removal that began since then counts as another status
 * @returns the row as it then is; undefined when its status is not `from` any more
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

/** Expired lockouts must not be counted as a status. */
export const lockoutsEnd = (db: Database, nowMs: number) =>
  db.update(accounts).set({ status: 'active' }).where(isLockoutOver(nowMs));

/** Changes nothing of an account that is there. @param also written if it is; see moveStatus */
export async function writeBeside(
  db: Database,
  id: number,
  also: readonly Statement[],
): Promise<void> {
  await runTogether(db, [db.update(accounts).set({ id }).where(eq(accounts.id, id)), ...also]);
}

interface NewPassword {
  passwordHash: string;
  nowMs: number;
  /** Set by a link in a mail. */
  provesEmail: boolean;
  when: Condition;
}

/** The address and the password that the row had, for what a link proves. */
export const hasStill = ({
  email_normalized: address,
  password_changed_at_ms: changedAtMs,
}: Pick<AccountRow, 'email_normalized' | 'password_changed_at_ms'>): Condition =>
  sql`email_normalized IS ${address} AND password_changed_at_ms IS ${changedAtMs}`;

/** For what is written with a new password, or not at all: no two hashes are alike. */
export const passwordIs = (id: number, passwordHash: string): Condition =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND password_hash = ${passwordHash})`;

/**
 * A new password ends a lockout: the guesses were at the old one.
 * @param when without which it stays what it is
 * @param notice goes with it; each writes when the one before it did
 * @param also written in the same transaction whether or not the password is
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
 * @param also written with it; its changes() refers to this update
 * @returns false when the account is not active any more
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
 * Nobody can use or restore the account any more, and the schedule removes it if nothing else does.
 * @param also written with it; its changes() refers to this update
 * @returns false when it was claimed before
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
 * Suspends accounts whose time has come, so that their owners cannot restore them any more; also those that were claimed before or
 * suspended by operators. By lot: one that cannot be removed stays, and would be in front of the rest.
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
 * Every row that names the account goes with it (foreign keys cascade), and every mail to it, in one transaction.
 * @param also written with it; see moveStatus
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
