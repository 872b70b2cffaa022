// Operators' actions on accounts, each with its audit entry in the same transaction.
// domain/signing-in/account-lifecycle carries out the changes.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Account } from '../../accounts/account.ts';
import { removeAccount } from '../account-removal/remove-account.ts';
import {
  forceLogout,
  suspendAccount,
  unlockAccount,
  unsuspendAccount,
  type PrepareEntry,
  type StatusOutcome,
} from '../../signing-in/account-lifecycle/change-status.ts';
import { prepareLinkedAudit, type Actor } from '../../platform/audit/record.ts';

const CONFLICTS = {
  suspend: 'This account cannot be suspended.',
  unsuspend: 'This account is not suspended.',
  unlock: 'This account cannot be unlocked.',
} as const;

type Operation = keyof typeof CONFLICTS;

type Change = (ctx: Context, id: number, prepareEntry: PrepareEntry) => Promise<StatusOutcome>;

const OPERATIONS: Record<Operation, Change> = {
  suspend: suspendAccount,
  unsuspend: unsuspendAccount,
  unlock: unlockAccount,
};

/** The account to act on, and the operator's reason. */
interface Wish {
  id: number;
  reason?: string | undefined;
}

/**
 * Suspends, unsuspends or unlocks an account (spec 3.1).
 * @throws AppError NOT_FOUND; CONFLICT when the account's status does not allow the operation, in
 *   which case nothing changes
 */
export async function changeAccountStatus(
  ctx: Context,
  operation: Operation,
  wish: Wish,
  actor: Actor,
): Promise<Account> {
  const prepareEntry = entryOf(ctx, actor, `account.${operation}`, wish);
  const outcome = await OPERATIONS[operation](ctx, wish.id, prepareEntry);
  if (!outcome.ok)
    throw outcome.reason === 'not_found'
      ? notFound()
      : new AppError('CONFLICT', CONFLICTS[operation]);
  return outcome.after;
}

/**
 * Ends all sessions and grants of an account. Does nothing for an account that does not exist,
 * because spec 4.1 provides no 404 for this call.
 */
export async function endAllSessions(
  ctx: Context,
  { id, reason }: Wish,
  actor: Actor,
): Promise<void> {
  const target = { type: 'account', id };
  const entry = { actor, action: 'account.force_logout', target, ...afterOf({ reason }) };
  await forceLogout(ctx, id, () => prepareLinkedAudit(ctx, entry));
}

/**
 * Deletes an account immediately and irreversibly; only the audit entry remains.
 * @throws AppError NOT_FOUND
 */
export async function deleteAccount(ctx: Context, wish: Wish, actor: Actor): Promise<void> {
  const removed = await removeAccount(ctx, wish.id, entryOf(ctx, actor, 'account.delete', wish));
  if (removed === undefined) throw notFound();
}

/**
 * Prepares an audit entry. It contains only the account's id and status and the operator's reason,
 * because the entry outlives the account.
 */
const entryOf =
  (ctx: Context, actor: Actor, action: string, { id, reason }: Wish): PrepareEntry =>
  ({ before, after: status }) =>
    prepareLinkedAudit(ctx, {
      actor,
      action,
      target: { type: 'account', id },
      before: { status: before },
      ...afterOf({ status, reason }),
    });

const afterOf = ({ status, reason }: { status?: string | undefined; reason: string | undefined }) =>
  status === undefined && reason === undefined
    ? {}
    : {
        after: { ...(status !== undefined && { status }), ...(reason !== undefined && { reason }) },
      };
