// Operators' changes to the status of one account (spec 3.1). A suspension and a forced logout end
// sessions and grants. A deletion that the owner requested stays scheduled during a suspension;
// lifting the suspension cancels it. A change and its audit entry are written in one transaction.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { runTogether } from '../../../db/run-together.ts';
import type { LinkedAudit } from '../../platform/audit/record.ts';
import { prepareSignOut } from '../sessions/sign-in.ts';
import {
  isDeleted,
  toAccount,
  type Account,
  type AccountRow,
  type AccountStatus,
} from '../../accounts/account.ts';
import { clearPasswordGuesses } from '../../terms/password-guesses.ts';
import { findRow, lockoutsEnd, moveStatus, writeIfAccountExists } from '../../accounts/store.ts';
import { statusAfter, type StatusOperation } from '../../accounts/transitions.ts';

/** `conflict`: the account's status does not allow the operation. */
export type StatusOutcome =
  | { ok: true; before: Account; after: Account }
  | { ok: false; reason: 'not_found' | 'conflict' };

/** Creates the audit entry for a change; called again if another change was written first. */
export type PrepareEntry = (change: {
  before: AccountStatus;
  after?: AccountStatus;
}) => Promise<LinkedAudit>;

/**
 * An operation on accounts of any status.
 * @param prepareEntry creates the audit entry that is written in the same transaction
 * @returns the account before the change; undefined when there is no such account
 */
export type AccountOperation = (
  ctx: Context,
  id: number,
  prepareEntry?: PrepareEntry,
) => Promise<Account | undefined>;

/**
 * Any account → suspended. All sessions and grants end, and new ones are refused (S-27). Repeated
 * calls change nothing.
 */
export async function suspendAccount(
  ctx: Context,
  id: number,
  prepareEntry?: PrepareEntry,
): Promise<StatusOutcome> {
  const { statements, finish } = prepareEndOfAccess(ctx, id, { endsTrust: true });
  const outcome = await changeStatus(ctx, id, {
    operation: 'suspend',
    values: {},
    also: statements,
    prepareEntry,
  });
  if (outcome.ok) await finish();
  return outcome;
}

/**
 * Suspended → active; cancels a requested deletion. If the deletion is already due, the outcome is
 * `conflict`.
 */
export const unsuspendAccount = (
  ctx: Context,
  id: number,
  prepareEntry?: PrepareEntry,
): Promise<StatusOutcome> =>
  changeStatus(ctx, id, { operation: 'unsuspend', values: { delete_at_ms: null }, prepareEntry });

/**
 * Locked → active; clears failed sign-ins, even if the account is not locked.
 * @throws any error from the object that counts failed sign-ins; in that case nothing has changed
 */
export async function unlockAccount(
  ctx: Context,
  id: number,
  prepareEntry?: PrepareEntry,
): Promise<StatusOutcome> {
  const { emailNormalized } = (await readAccount(ctx, id)) ?? {};
  // Failures are cleared first: otherwise a failed call could leave an account that is unlocked in
  // D1 but still blocked by its counted failures (D-78).
  if (emailNormalized !== undefined)
    await clearPasswordGuesses(ctx, { realm: 'account', emailNormalized });
  const values = { failed_logins: 0, failed_since_ms: null, locked_until_ms: null };
  return changeStatus(ctx, id, { operation: 'unlock', values, prepareEntry });
}

/** Ends all sessions and grants without changing the status. */
export const forceLogout: AccountOperation = async (ctx, id, prepareEntry) => {
  const account = await readAccount(ctx, id);
  if (account === undefined) return undefined;
  const entry = await prepareEntry?.({ before: account.status });
  const { statements, finish } = prepareEndOfAccess(ctx, id, { endsTrust: true });
  await writeIfAccountExists(ctx.db, id, [...(entry?.statements ?? []), ...statements]);
  entry?.announce();
  await finish();
  return account;
};

/**
 * Ends lockouts that have expired (D-62). Called by cron, and before accounts are counted by
 * status.
 */
export const endExpiredLockouts = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  runTogether(ctx.db, [lockoutsEnd(ctx.db, ctx.now())]);

/** Reads an account by id, for operators' views and other use cases without a session. */
export async function readAccount(ctx: Context, id: number): Promise<Account | undefined> {
  const row = await findRow(ctx.db, id);
  return row === undefined ? undefined : toAccount(row, ctx.now());
}

/**
 * Prepares the end of all sessions and grants of an account. From the commit on, every read of D1
 * sees that they have ended; `finish` then ends the grants' objects.
 */
export const prepareEndOfAccess = (
  ctx: Context,
  accountId: number,
  { endsTrust }: { endsTrust: boolean },
) => prepareSignOut(ctx, { accountId }, { grants: { accountId }, endsTrust });

interface StatusChange {
  operation: StatusOperation;
  values: Partial<AccountRow>;
  /** Further statements to run in the same transaction. */
  also?: readonly Statement[];
  prepareEntry: PrepareEntry | undefined;
}

/**
 * Changes the status by compare-and-swap, so that concurrent operations apply one after another.
 */
async function changeStatus(
  ctx: Context,
  id: number,
  { operation, values, also = [], prepareEntry }: StatusChange,
): Promise<StatusOutcome> {
  for (;;) {
    const row = await findRow(ctx.db, id);
    if (row === undefined) return { ok: false, reason: 'not_found' };
    const before = toAccount(row, ctx.now());
    const status = statusAfter(operation, before.status);
    const isRestored = operation === 'unsuspend' && isDeleted(row, ctx.now());
    if (status === undefined || isRestored) return { ok: false, reason: 'conflict' };
    const entry = await prepareEntry?.({ before: before.status, after: status });
    const together = [...(entry?.statements ?? []), ...also];
    const moved = await moveStatus(ctx.db, id, row, { ...values, status }, together);
    if (moved === undefined) continue;
    entry?.announce();
    return { ok: true, before, after: toAccount(moved, ctx.now()) };
  }
}
