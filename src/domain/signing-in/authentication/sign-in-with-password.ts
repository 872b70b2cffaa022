// Sign-in to an account with an email address and a password. A wrong password and an unknown
// address produce the same response after the same time, even during a lockout; a suspension is
// revealed only to those who know the password.
import type { Context } from '../../../context.ts';
import { recordAttempt } from '../../accounts/login-history/login-history.ts';
import { notify } from '../../accounts/notifications/notification.ts';
import { AMR_PASSWORD } from '../../terms/authentication.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { logIncident } from '../../../log.ts';
import { isDeleted, toAccount, type AccountRow } from '../../accounts/account.ts';
import {
  completeSignIn,
  readSignInFacts,
  type SignInCookies,
  type SignInOutcome,
} from './complete-sign-in.ts';
import { judgePassword } from '../../platform/credentials/judge-password.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { countPasswordGuess } from '../../terms/password-guesses.ts';
import {
  findRowByEmail,
  markFailedLogin,
  markLocked,
  updatePasswordHash,
} from '../../accounts/store.ts';

interface PasswordSignIn extends SignInCookies {
  /** The address as typed. */
  email: string;
  password: string;
  visitor: Visitor;
}

type PasswordSignInOutcome =
  | SignInOutcome
  /**
   * The sign-in was refused because of too many wrong passwords from this network, whether or not
   * the account exists.
   */
  | { ok: false; reason: 'locked'; untilMs: number };

/**
 * Signs in. Ten failures in 15 minutes from one network block the account's password from that
 * network for 15 minutes; a hundred from all networks block it from everywhere except known
 * devices; thirty from one network for any accounts block the network (D-62, D-51). Signing in
 * cancels a requested deletion. All reads happen in parallel before the password is checked, even
 * for an unknown address; all writes happen in parallel afterwards.
 * @returns on success, the cookies to set (http/auth/account-cookie.ts)
 * @throws AppError TOO_MANY_REQUESTS when the network is blocked
 */
export async function signInWithPassword(
  ctx: Context,
  { email, password, visitor, ...cookies }: PasswordSignIn,
): Promise<PasswordSignInOutcome> {
  const emailNormalized = parseEmailAddress(email)?.normalized ?? email.trim().toLowerCase();
  const owner = { realm: 'account', emailNormalized } as const;
  const { knownDevice } = cookies;
  const [guess, found, facts] = await Promise.all([
    countPasswordGuess(ctx, owner, { ip: visitor.ip, knownDevice }),
    findRowByEmail(ctx.db, emailNormalized),
    readSignInFacts(ctx, { emailNormalized }, { visitor, ...cookies }),
  ]);
  if (!guess.ok) return { ok: false, reason: 'locked', untilMs: guess.lockedUntilMs };

  const known = found === undefined || isDeleted(found, ctx.now()) ? undefined : found;
  const judged = await judgePassword(known, password, (row, hash) =>
    updatePasswordHash(ctx.db, row.id, { before: row.password_hash, after: hash }),
  );
  if (!judged.ok) {
    // The failure is recorded after the response, so that the response for an unknown account is
    // not faster.
    if (judged.row !== undefined) ctx.defer(recordFailure(ctx, judged.row, visitor, guess));
    if (guess.isLast) return { ok: false, reason: 'locked', untilMs: guess.lockedUntilMs };
    return { ok: false, reason: 'invalid' };
  }
  ctx.defer(judged.renewHash());
  const account = toAccount(judged.row, ctx.now());
  const { password_changed_at_ms: passwordChangedAtMs } = judged.row;
  const proof = { method: 'password', amr: AMR_PASSWORD, passwordChangedAtMs } as const;
  const proven = { ...proof, visitor, ...cookies };
  const [outcome] = await Promise.all([
    completeSignIn(ctx, account, proven, facts),
    guess.refund().catch(logKeptGuess),
  ]);
  return outcome;
}

/**
 * Logs the error without throwing it, because the sign-in has succeeded. A guess that is not
 * refunded has one effect only: the correct password counts against the limit.
 */
function logKeptGuess(error: unknown): void {
  logIncident('guess_not_refunded', { error: error instanceof Error ? error.name : 'unknown' });
}

async function recordFailure(
  ctx: Context,
  row: AccountRow,
  visitor: Visitor,
  guess: { isLast: boolean; count: number; lockedUntilMs: number },
): Promise<void> {
  const outcome = guess.isLast ? 'locked' : 'failed';
  const nowMs = ctx.now();
  await markFailedLogin(ctx.db, row.id, guess.count, nowMs);
  await recordAttempt(ctx, row.id, { method: 'password', outcome, ...visitor });
  // Several guesses may lock the account at the same time, but the owner is notified only once.
  const isNews = guess.isLast && (await markLocked(ctx.db, row.id, guess.lockedUntilMs, nowMs));
  if (isNews) await notify(ctx, toAccount(row, nowMs), { type: 'sign_in_locked' });
}
