// Use cases of the end of an account: its owner asks for it and has 7 days to come back (decisions 5); an
// operator's removal is at once. Everything that names the account goes with it.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { logIncident } from '../../log.ts';
import { revokeGrants } from '../grants/connections.ts';
import { forgetMailsTo } from '../mail/queue-mail.ts';
import { prepareNotice } from '../notifications/notification.ts';
import { endSessionsOf, requireFreshSignIn, type SignIn } from '../sessions/sign-in.ts';
import type { Account } from './account.ts';
import { clearPasswordGuesses } from './guess-limits.ts';
import { readAccount, suspendAccount } from './standing.ts';
import { claimDueDeletion, deleteAccount, listDueDeletions, markPendingDeletion } from './store.ts';

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

/** At once and for good (spec 3.1). @returns the account as it was, or undefined when there is none */
export async function removeAccount(ctx: Context, id: number): Promise<Account | undefined> {
  const account = await readAccount(ctx, id);
  // Suspended first: a consent given at this moment would leave a grant nobody can reach any more.
  if (account === undefined || !(await suspendAccount(ctx, id)).ok) return undefined;
  await deleteAccount(ctx.db, id);
  const { email, emailNormalized } = account;
  if (email !== undefined) await forgetMailsTo(ctx, email);
  if (emailNormalized !== undefined) await clearPasswordGuesses(ctx, emailNormalized);
  return account;
}

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
