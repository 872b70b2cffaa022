// What operators do to accounts, each written into the audit with what it changed. What happens to the account
// itself is domain/accounts' business.
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Account } from '../accounts/account.ts';
import { removeAccount } from '../accounts/remove-account.ts';
import {
  forceLogout,
  suspendAccount,
  unlockAccount,
  unsuspendAccount,
  type StandingOutcome,
} from '../accounts/standing.ts';
import { recordAudit, type Actor, type AuditFields } from '../audit/record.ts';

const CONFLICTS = {
  suspend: 'This account cannot be suspended.',
  unsuspend: 'This account is not suspended.',
  unlock: 'This account cannot be unlocked.',
} as const;

type Operation = keyof typeof CONFLICTS;

const OPERATIONS: Record<Operation, (ctx: Context, id: number) => Promise<StandingOutcome>> = {
  suspend: suspendAccount,
  unsuspend: unsuspendAccount,
  unlock: unlockAccount,
};

/**
 * Suspends, unsuspends or unlocks (spec 3.1).
 * @throws AppError NOT_FOUND; CONFLICT for an account of another status, which stays as it is
 */
export async function changeStanding(
  ctx: Context,
  operation: Operation,
  id: number,
  actor: Actor,
): Promise<Account> {
  const outcome = await OPERATIONS[operation](ctx, id);
  if (!outcome.ok)
    throw outcome.reason === 'not_found'
      ? notFound()
      : new AppError('CONFLICT', CONFLICTS[operation]);
  const { before, after } = outcome;
  await note(ctx, actor, `account.${operation}`, id, {
    before: { status: before.status },
    after: { status: after.status },
  });
  return after;
}

/** Ends all sessions and grants; an account that does not exist has none (spec 4.1 knows no 404 here). */
export async function endAllSessions(ctx: Context, id: number, actor: Actor): Promise<void> {
  const account = await forceLogout(ctx, id);
  if (account !== undefined) await note(ctx, actor, 'account.force_logout', id);
}

/** At once and for good. What stays is that it happened. @throws AppError NOT_FOUND */
export async function deleteAccount(ctx: Context, id: number, actor: Actor): Promise<void> {
  const removed = await removeAccount(ctx, id);
  if (removed === undefined) throw notFound();
  await note(ctx, actor, 'account.delete', id, { before: { status: removed.status } });
}

const note = (
  ctx: Context,
  actor: Actor,
  action: string,
  id: number,
  changes: { before?: AuditFields; after?: AuditFields } = {},
): Promise<void> =>
  recordAudit(ctx, { actor, action, target: { type: 'account', id }, ...changes });
