// SQL for pending email address changes, and for applying them.
import { and, eq, exists, gt, lte, ne } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { runTogether } from '../../../db/run-together.ts';
import { accounts, emailChanges } from '../../../db/schema/index.ts';
import { toAccount, type Account } from '../../accounts/account.ts';
import type { EmailChange } from './pending-change.ts';

export async function replaceChange(
  db: Database,
  accountId: number,
  change: EmailChange,
): Promise<void> {
  const values = {
    email: change.email,
    email_normalized: change.emailNormalized,
    requested_at_ms: change.requestedAtMs,
    expires_at_ms: change.expiresAtMs,
    old_confirmed_at_ms: change.oldConfirmed ? change.requestedAtMs : null,
    new_confirmed_at_ms: null,
  };
  await db
    .insert(emailChanges)
    .values({ account_id: accountId, ...values })
    .onConflictDoUpdate({ target: emailChanges.account_id, set: values });
}

export async function findChange(
  db: Database,
  accountId: number,
): Promise<EmailChange | undefined> {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges.account_id, accountId));
  return row === undefined ? undefined : toChange(row);
}

export async function deleteChange(db: Database, accountId: number): Promise<void> {
  await runTogether(db, [changeRemoval(db, accountId)]);
}

export const changeRemoval = (db: Database, accountId: number): Statement =>
  db.delete(emailChanges).where(eq(emailChanges.account_id, accountId));

/** Deletes expired changes. No index is needed, because the table holds only one day's changes. */
export async function deleteExpiredChanges(db: Database, nowMs: number): Promise<void> {
  await deleteAtOnce(db, emailChanges, lte(emailChanges.expires_at_ms, nowMs));
}

interface Confirmation {
  accountId: number;
  side: 'old' | 'new';
  requestedAtMs: number;
  nowMs: number;
}

/**
 * @returns the updated change with its account; undefined when the change was replaced or
 *   withdrawn, or has expired
 */
export async function confirmSide(
  db: Database,
  { accountId, side, requestedAtMs, nowMs }: Confirmation,
): Promise<(EmailChange & { account: Account }) | undefined> {
  const [row] = await db
    .update(emailChanges)
    .set(side === 'old' ? { old_confirmed_at_ms: nowMs } : { new_confirmed_at_ms: nowMs })
    .where(
      and(
        eq(emailChanges.account_id, accountId),
        eq(emailChanges.requested_at_ms, requestedAtMs),
        gt(emailChanges.expires_at_ms, nowMs),
      ),
    )
    .returning();
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (row === undefined || account === undefined) return undefined;
  return { ...toChange(row), account: toAccount(account, nowMs) };
}

/**
 * Applies a change.
 * @param also statements that run in order, each only if the previous one changed something
 * @returns `taken` when a different account has the address, and the change has been discarded;
 *   `gone` when the change was withdrawn in the meantime
 */
export async function applyChange(
  db: Database,
  accountId: number,
  change: EmailChange,
  nowMs: number,
  also: readonly Statement[],
): Promise<'applied' | 'taken' | 'gone'> {
  const { email, emailNormalized, requestedAtMs } = change;
  const drop = async () => {
    await deleteChange(db, accountId);
    return 'taken' as const;
  };
  if (await isAddressTaken(db, emailNormalized, accountId)) return drop();
  const isIt = and(
    eq(emailChanges.account_id, accountId),
    eq(emailChanges.requested_at_ms, requestedAtMs),
    eq(emailChanges.email_normalized, emailNormalized),
  );
  try {
    const [applied] = await db.batch([
      db
        .update(accounts)
        .set({ email, email_normalized: emailNormalized, email_verified_at_ms: nowMs })
        .where(and(eq(accounts.id, accountId), exists(db.select().from(emailChanges).where(isIt))))
        .returning({ id: accounts.id }),
      ...also,
      db.delete(emailChanges).where(isIt),
    ]);
    return applied.length > 0 ? 'applied' : 'gone';
  } catch (error) {
    // If two accounts confirm the same address at the same time, the unique index lets only one of
    // them have it.
    if (!(await isAddressTaken(db, emailNormalized, accountId))) throw error;
    return drop();
  }
}

export async function isAddressTaken(
  db: Database,
  emailNormalized: string,
  byOtherThan: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email_normalized, emailNormalized), ne(accounts.id, byOtherThan)));
  return rows.length > 0;
}

function toChange(row: typeof emailChanges.$inferSelect): EmailChange {
  return {
    email: row.email,
    emailNormalized: row.email_normalized,
    requestedAtMs: row.requested_at_ms,
    expiresAtMs: row.expires_at_ms,
    oldConfirmed: row.old_confirmed_at_ms !== null,
    newConfirmed: row.new_confirmed_at_ms !== null,
  };
}
