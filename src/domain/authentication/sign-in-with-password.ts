// Sign-in to an account with mail address and password. A wrong password and an unknown address answer alike and take the
// same time, also when they are locked out; only those who know the password learn of a suspension.
import type { Context } from '../../context.ts';
import { pauseGrants } from '../grants/connections.ts';
import { recordAttempt } from '../login-history/login-history.ts';
import { notify } from '../notifications/notification.ts';
import { AMR_PASSWORD } from '../terms/authentication.ts';
import type { Visitor } from '../terms/visitor.ts';
import { isDeleted, toAccount, type AccountRow } from '../accounts/account.ts';
import { completeSignIn, type SignInOutcome } from './complete-sign-in.ts';
import { judgePassword, type PasswordAudience } from './judge-password.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import {
  clearPasswordGuesses,
  countAgainst,
  countPasswordGuess,
  type Counter,
} from '../terms/guess-limits.ts';
import { findRowByEmail, markFailedLogin, updatePasswordHash } from '../accounts/store.ts';

interface PasswordSignIn {
  /** As typed. */
  email: string;
  password: string;
  visitor: Visitor;
  /** The account cookie the browser came with, if any: it stops working. */
  replaces?: string | undefined;
}

const ACCOUNTS: PasswordAudience<AccountRow> = {
  findByEmail: async (ctx, emailNormalized) => {
    const row = await findRowByEmail(ctx.db, emailNormalized);
    return row === undefined || isDeleted(row, ctx.now()) ? undefined : row;
  },
  storeHash: (ctx, row, hash) => updatePasswordHash(ctx.db, row.id, row.password_hash, hash),
};

/**
 * Ten failures in 15 minutes lock an account for 15 minutes, thirty an address (D-43, D-51). Signing in
 * cancels a requested deletion.
 * @returns on success the cookie to set (http/auth/account-cookie.ts)
 * @throws AppError TOO_MANY_REQUESTS for the address
 */
export async function signInWithPassword(
  ctx: Context,
  { email, password, visitor, replaces }: PasswordSignIn,
): Promise<SignInOutcome> {
  const { signInAddress } = ctx.config.guessLimits;
  const emailNormalized = parseEmailAddress(email)?.normalized ?? email.trim().toLowerCase();
  const counters: Counter[] = visitor.ip === undefined ? [] : [[signInAddress, visitor.ip]];
  const counted = await countAgainst(ctx, ...counters);
  const guess = await countPasswordGuess(ctx, emailNormalized);
  if (!guess.ok) return { ok: false, reason: 'locked', untilMs: guess.lockedUntilMs };

  const judged = await judgePassword(ctx, ACCOUNTS, { emailNormalized, password });
  const lockedUntilMs = judged.row?.locked_until_ms ?? 0;
  if (ctx.now() < lockedUntilMs) return { ok: false, reason: 'locked', untilMs: lockedUntilMs };
  if (!judged.ok) {
    // After the answer: an unknown account must not be the faster one.
    if (judged.row !== undefined) ctx.defer(recordFailure(ctx, judged.row, visitor, guess));
    if (guess.isLast) return { ok: false, reason: 'locked', untilMs: guess.lockedUntilMs };
    return { ok: false, reason: 'invalid' };
  }
  await clearPasswordGuesses(ctx, emailNormalized);
  await counted.refund();
  await judged.renewHash();
  const account = toAccount(judged.row, ctx.now());
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
  if (guess.isLast) await pauseGrants(ctx, row.id, guess.lockedUntilMs);
  await recordAttempt(ctx, row.id, { method: 'password', outcome, ...visitor });
  if (guess.isLast) await notify(ctx, toAccount(row, ctx.now()), { type: 'sign_in_locked' });
}
