// When an account is removed, erases the age checks that its owner took for the account itself
// rather than for a site.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Account } from '../../accounts/account.ts';
import { eraseSession } from '../../integration/session-copies/erase-session.ts';
import { listOwnChecks } from '../../signing-in/age-sharing/age-check.ts';
import { cancelAsTenant } from '../../verification/backend-session.ts';
import { firstPartyPrincipal } from '../../verification/first-party-principal.ts';

/**
 * Cancels the running checks of a removed account, and erases the personal data of all its checks.
 */
export async function forgetAgeChecks(
  ctx: Context,
  account: Pick<Account, 'subject'>,
): Promise<void> {
  const rows = await listOwnChecks(ctx, account);
  await Promise.all(rows.map(({ token }) => forgetCheck(ctx, token)));
}

async function forgetCheck(ctx: Context, token: string): Promise<void> {
  await cancelAsTenant(ctx, firstPartyPrincipal(ctx), token).catch(unlessOver);
  // If the database is unavailable, the session's alarm completes the erasure.
  await eraseSession(ctx, firstPartyPrincipal(ctx), token).catch(unlessOver);
}

/** Ignores the errors for sessions that have already ended or been erased. */
function unlessOver(error: unknown): void {
  const isOver =
    error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT');
  if (!isOver) throw error;
}
