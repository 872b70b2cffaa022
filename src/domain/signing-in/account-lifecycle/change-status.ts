// What operators do to the status of one account (spec 3.1). Sessions and grants end with a suspension and a forced logout;
// a deletion the owner requested survives a suspension unless the account is unsuspended. A change and its audit entry are
// one transaction.
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
import { findRow, lockoutsEnd, moveStatus, writeBeside } from '../../accounts/store.ts';
import { statusAfter, type StatusOperation } from '../../accounts/transitions.ts';

/** `conflict`: not for an account of this status. */
export type StatusOutcome =
  | { ok: true; before: Account; after: Account }
  | { ok: false; reason: 'not_found' | 'conflict' };

/** Makes the audit entry of a change; called again when another change came first. */
export type PrepareEntry = (change: {
  before: AccountStatus;
  after?: AccountStatus;
}) => Promise<LinkedAudit>;

/**
 * For accounts of any status.
 * @param prepareEntry its audit entry is written in the transaction that changes the rows
 * @returns the account as it was; undefined when there is none
 */
export type AccountOperation = (
  ctx: Context,
  id: number,
  prepareEntry?: PrepareEntry,
) => Promise<Account | undefined>;

/** Any account → suspended. All sessions and grants end; no new ones begin (S-27). Repeats change nothing. */
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

/** Suspended → active; a requested deletion is cancelled, but for one whose time has come. */
export const unsuspendAccount = (
  ctx: Context,
  id: number,
  prepareEntry?: PrepareEntry,
): Promise<StatusOutcome> =>
  changeStatus(ctx, id, { operation: 'unsuspend', values: { delete_at_ms: null }, prepareEntry });

/**
 * Locked → active; failed sign-ins are reset, also of an account that is not locked.
 * @throws what the object of the failures throws: then nothing has changed
 */
export async function unlockAccount(
  ctx: Context,
  id: number,
  prepareEntry?: PrepareEntry,
): Promise<StatusOutcome> {
  const { emailNormalized } = (await readAccount(ctx, id)) ?? {};
  // Before: an account that is unlocked by its row and blocked by its failures would be half done (D-78).
  if (emailNormalized !== undefined)
    await clearPasswordGuesses(ctx, { realm: 'account', emailNormalized });
  const values = { failed_logins: 0, failed_since_ms: null, locked_until_ms: null };
  return changeStatus(ctx, id, { operation: 'unlock', values, prepareEntry });
}

/** Ends all sessions and grants; the status stays. */
export const forceLogout: AccountOperation = async (ctx, id, prepareEntry) => {
  const account = await readAccount(ctx, id);
  if (account === undefined) return undefined;
  const entry = await prepareEntry?.({ before: account.status });
  const { statements, finish } = prepareEndOfAccess(ctx, id, { endsTrust: true });
  await writeBeside(ctx.db, id, [...(entry?.statements ?? []), ...statements]);
  entry?.announce();
  await finish();
  return account;
};

/** By cron, and before accounts are counted by status: a lockout expires by itself (D-62). */
export const endExpiredLockouts = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  runTogether(ctx.db, [lockoutsEnd(ctx.db, ctx.now())]);

/** For operators' views and for use cases that know an id only. */
export async function readAccount(ctx: Context, id: number): Promise<Account | undefined> {
  const row = await findRow(ctx.db, id);
  return row === undefined ? undefined : toAccount(row, ctx.now());
}

/** All sessions and grants of an account. Every read of D1 knows at once, and what asks the grants' objects with `finish`. */
export const prepareEndOfAccess = (
  ctx: Context,
  accountId: number,
  { endsTrust }: { endsTrust: boolean },
) => prepareSignOut(ctx, { accountId }, { grants: { accountId }, endsTrust });

interface StatusChange {
  operation: StatusOperation;
  values: Partial<AccountRow>;
  /** Written with the change. */
  also?: readonly Statement[];
  prepareEntry: PrepareEntry | undefined;
}

/** Compare and swap: concurrent operations apply one after the other. */
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
