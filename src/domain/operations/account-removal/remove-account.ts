// Removes accounts: 7 days after the owner requested it (signing-in/account-lifecycle), or
// immediately at an operator's request (D-44). Everything that refers to the account is deleted:
// first its objects, since only its rows identify them, then all rows in one transaction.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { prepareEndOfFace } from '../../faces/face-templates/account-face.ts';
import { endGrants } from '../../openid/grants/connections.ts';
import { forgetAgeChecks } from './forget-age-checks.ts';
import { clearPasswordGuesses } from '../../terms/password-guesses.ts';
import { forgetMailLinks } from '../../platform/mail/mail-link.ts';
import {
  prepareEndOfAccess,
  readAccount,
  type AccountOperation,
} from '../../signing-in/account-lifecycle/change-status.ts';
import type { Account } from '../../accounts/account.ts';
import { claimDueDeletions, claimRemoval, deleteAccount } from '../../accounts/store.ts';

/**
 * The maximum number of removals in one run. Each takes about a dozen of the 800 statements that a
 * run may use (bench/nightly/limits.ts); the next run continues.
 */
const REMOVED_AT_ONCE = 15;

/**
 * Removes an account, immediately and irreversibly (spec 3.1). The account is claimed first, so
 * that nobody can use or restore it. Later failures are logged, and a scheduled run or a repeated
 * call completes the removal (D-78).
 * @returns undefined when there is no such account, or when another call has already removed it
 */
export const removeAccount: AccountOperation = async (ctx, id, prepareEntry) => {
  const account = await readAccount(ctx, id);
  if (account === undefined) return undefined;
  const entry = await prepareEntry?.({ before: account.status });
  const signOut = prepareEndOfAccess(ctx, id, { endsTrust: true });
  // The enrolled face is deleted in the same transaction as the claim, because deleting biometrics
  // must not wait for anything that could fail.
  const face = prepareEndOfFace(ctx, id);
  const also = [...(entry?.statements ?? []), ...signOut.statements, face];
  const isFirst = await claimRemoval(ctx.db, id, ctx.now(), also);
  if (isFirst) entry?.announce();
  await signOut.finish();
  try {
    await forgetObjects(ctx, account);
    const isRemoved = await deleteAccount(ctx.db, id, isFirst ? [] : entry?.statements);
    if (!isRemoved) return undefined;
    if (!isFirst) entry?.announce();
  } catch (error) {
    logRemains(id, error);
  }
  return account;
};

/**
 * @throws any error from an object: the rows must be kept in that case, since only they identify
 *   the account's objects
 */
async function forgetObjects(ctx: Context, account: Account): Promise<void> {
  const { id, emailNormalized } = account;
  await endGrants(ctx, { accountId: id });
  await forgetAgeChecks(ctx, account);
  await forgetMailLinks(ctx, id);
  if (emailNormalized !== undefined)
    await clearPasswordGuesses(ctx, { realm: 'account', emailNormalized });
}

function logRemains(id: number, error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown';
  logIncident('account_not_removed', { account: id, error: name });
}

/**
 * Removes accounts whose grace period is over. A removal that fails does not stop the others.
 * Called by cron.
 */
export async function removeDueAccounts(ctx: Context): Promise<void> {
  for (const id of await claimDueDeletions(ctx.db, ctx.now(), REMOVED_AT_ONCE)) {
    try {
      await removeAccount(ctx, id);
    } catch (error) {
      logRemains(id, error);
    }
  }
}
