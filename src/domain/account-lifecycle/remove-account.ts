// The end of an account: its owner requests it and has 7 days to come back (D-44); an
// operator's removal is at once. Everything that names the account goes with it: objects first, since only rows know
// which they are, then all rows in one transaction.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { logIncident } from '../../log.ts';
import { endGrantObjects, revokeGrants } from '../grants/connections.ts';
import { announceLogout } from '../logout/announce.ts';
import { prepareNotice } from '../notifications/notification.ts';
import { endSessionsOf, requireFreshSignIn, type SignIn } from '../sessions/sign-in.ts';
import { forgetAgeChecks } from '../age-sharing/age-check.ts';
import { clearPasswordGuesses } from '../terms/guess-limits.ts';
import { forgetMailLinks } from '../mail/mail-link.ts';
import { readAccount, type AccountOperation } from './change-status.ts';
import {
  claimDueDeletion,
  deleteAccount,
  listDueDeletions,
  markPendingDeletion,
} from '../accounts/store.ts';

const REMOVED_AT_ONCE = 50;

/**
 * Signs the account out everywhere and disconnects all sites at once; the rest goes after 7 days unless the owner
 * signs in before (complete-sign-in.ts undoes it).
 * @returns when the deletion becomes final; undefined when the account is not active any more
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export async function requestDeletion(
  ctx: Context,
  signIn: SignIn,
): Promise<{ deleteAtMs: number } | undefined> {
  requireFreshSignIn(ctx, signIn);
  const { account } = signIn;
  const deleteAtMs = ctx.now() + LIFETIMES.deletionGraceMs;
  const details = { date: new Date(deleteAtMs).toISOString() };
  const notice = prepareNotice(ctx, account, { type: 'deletion_requested', details });
  if (!(await markPendingDeletion(ctx.db, account.id, deleteAtMs, notice.statements)))
    return undefined;
  notice.announce();
  await endSessionsOf(ctx, account.id);
  await revokeGrants(ctx, { accountId: account.id });
  return { deleteAtMs };
}

/**
 * Immediate and irreversible (spec 3.1). Repeating it completes what a failure left undone.
 * @returns undefined also when another removal came first
 */
export const removeAccount: AccountOperation = async (ctx, id, prepareEntry) => {
  const account = await readAccount(ctx, id);
  if (account === undefined) return undefined;
  await announceLogout(ctx, { accountId: id });
  await revokeGrants(ctx, { accountId: id });
  await forgetAgeChecks(ctx, account);
  await forgetMailLinks(ctx, id);
  if (account.emailNormalized !== undefined)
    await clearPasswordGuesses(ctx, account.emailNormalized);
  const entry = await prepareEntry?.({ before: account.status });
  const removed = await deleteAccount(ctx.db, id, entry?.statements);
  if (removed === undefined) return undefined;
  entry?.announce();
  // Also those of a consent given during the removal: no row names them any more.
  await endGrantObjects(ctx, removed.grantIds);
  return account;
};

/** By cron: removes accounts whose days of grace are over. One that fails holds up no other. */
export async function removeDueAccounts(ctx: Context): Promise<void> {
  for (const id of await listDueDeletions(ctx.db, ctx.now(), REMOVED_AT_ONCE)) {
    try {
      if (await claimDueDeletion(ctx.db, id, ctx.now())) await removeAccount(ctx, id);
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      logIncident('account_not_removed', { account: id, error: name });
    }
  }
}
