// Use case: sign-in with mail and password. A wrong password and an unknown mail answer alike and take the same
// time, also when they are locked out; suspension is told only to those who know the password.
import type { Context } from '../../context.ts';
import { checkPassword, hashPassword } from '../../crypto/password.ts';
import { holdGrants } from '../grants/connections.ts';
import { recordAttempt } from '../login-history/login-history.ts';
import { notify } from '../notifications/notification.ts';
import { AMR_PASSWORD } from '../terms/authentication.ts';
import type { Visitor } from '../terms/visitor.ts';
import { isDeleted, toAccount, type AccountRow } from '../accounts/account.ts';
import { completeSignIn, type SignInOutcome } from './complete-sign-in.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import {
  clearPasswordGuesses,
  countAgainst,
  countPasswordGuess,
  refundGuess,
} from '../terms/guess-limits.ts';
import { findRowByEmail, markFailedLogin, updatePasswordHash } from '../accounts/store.ts';

export interface PasswordSignIn {
  /** As typed. */
  email: string;
  password: string;
  visitor: Visitor;
  /** The account cookie the browser came with, if any: it stops working. */
  replaces?: string | undefined;
}

/**
 * Ten failures in 15 minutes lock an account for 15 minutes, thirty an address (D-43, D-51). Signing in
 * undoes a deletion that was asked for.
 * @returns on success the cookie to set (http/auth/account-cookie.ts)
 * @throws AppError TOO_MANY_REQUESTS for the address
 */
export async function signInWithPassword(
  ctx: Context,
  { email, password, visitor, replaces }: PasswordSignIn,
): Promise<SignInOutcome> {
  const { signInAddress } = ctx.config.guessLimits;
  const normalized = parseEmailAddress(email)?.normalized ?? email.trim().toLowerCase();
  if (visitor.ip !== undefined) await countAgainst(ctx, signInAddress, visitor.ip);
  const guess = await countPasswordGuess(ctx, normalized);
  if (!guess.ok) return { ok: false, reason: 'locked', untilMs: guess.lockedUntilMs };

  const found = await findRowByEmail(ctx.db, normalized);
  const row = found === undefined || isDeleted(found, ctx.now()) ? undefined : found;
  const check = await checkPassword(password, row?.password_hash ?? undefined);
  const lockedUntilMs = row?.locked_until_ms ?? 0;
  if (ctx.now() < lockedUntilMs) return { ok: false, reason: 'locked', untilMs: lockedUntilMs };
  if (!check.ok || row === undefined) {
    // After the answer: an unknown account must not be the faster one.
    if (row !== undefined) ctx.defer(recordFailure(ctx, row, visitor, guess));
    if (guess.isLast) return { ok: false, reason: 'locked', untilMs: guess.lockedUntilMs };
    return { ok: false, reason: 'invalid' };
  }
  await clearPasswordGuesses(ctx, normalized);
  if (visitor.ip !== undefined) await refundGuess(ctx, signInAddress, visitor.ip);
  if (check.outdated)
    await updatePasswordHash(ctx.db, row.id, row.password_hash, await hashPassword(password));
  const account = toAccount(row, ctx.now());
  return completeSignIn(ctx, account, { method: 'password', amr: AMR_PASSWORD, visitor, replaces });
}

async function recordFailure(
  ctx: Context,
  row: AccountRow,
  visitor: Visitor,
  guess: { isLast: boolean; count: number; lockedUntilMs: number },
): Promise<void> {
  const outcome = guess.isLast ? 'locked' : 'failed';
  await markFailedLogin(ctx.db, row.id, guess.count, {
    nowMs: ctx.now(),
    ...(guess.isLast && { lockedUntilMs: guess.lockedUntilMs }),
  });
  if (guess.isLast) await holdGrants(ctx, row.id, guess.lockedUntilMs);
  await recordAttempt(ctx, row.id, { method: 'password', outcome, ...visitor });
  if (guess.isLast) await notify(ctx, toAccount(row, ctx.now()), { type: 'sign_in_locked' });
}
