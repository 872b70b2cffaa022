// Use case: the owner of an account requests its deletion, and can cancel it by signing in within 7
// days (D-44). operations/account-removal then removes the account.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { prepareDisconnection } from '../../openid/grants/connections.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import { requireFreshSignIn } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { prepareEndOfAccess } from './change-status.ts';
import { markPendingDeletion } from '../../accounts/store.ts';

/**
 * Signs the account out everywhere and disconnects all sites immediately. The account itself is
 * deleted after 7 days unless the owner signs in before then (complete-sign-in.ts cancels the
 * deletion).
 * @returns when the deletion becomes final; undefined when the account is no longer active
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
  const notice = prepareNotice(
    ctx,
    account,
    { type: 'deletion_requested', details },
    { ofChange: true },
  );
  // Devices stay trusted, so that every sign-in method that worked before can still be used to
  // cancel the deletion.
  const signOut = prepareEndOfAccess(ctx, account.id, { endsTrust: false });
  const disconnection = prepareDisconnection(ctx, account.id);
  const also = [...notice.statements, ...signOut.statements, disconnection];
  if (!(await markPendingDeletion(ctx.db, account.id, deleteAtMs, also))) return undefined;
  notice.announce();
  await signOut.finish();
  return { deleteAtMs };
}
