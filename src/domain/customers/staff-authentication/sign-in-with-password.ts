// Staff sign-in with a password, up to the second factor if one is enabled. Unknown email
// addresses, wrong passwords and members without a password get the same response in the same time.
// So do members who have not confirmed their address, unless the request names their customer
// (D-79).
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { judgePassword } from '../../platform/credentials/judge-password.ts';
import type { Caller, StaffScope } from '../staff/member.ts';
import { updatePasswordHash } from '../staff/password-store.ts';
import { proofFor, type PendingProof } from '../staff/provider-proof.ts';
import { unauthorized, type StaffTokens } from '../staff/sessions.ts';
import { findStaffByEmail } from '../staff/store.ts';
import { toMember } from '../staff/staff-row.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { tooManyGuesses } from '../../terms/guess-limits.ts';
import { countPasswordGuess } from '../../terms/password-guesses.ts';
import { auditFailedSignIn, completeSignInOf } from './complete-sign-in.ts';
import { issueChallenge } from './second-factor.ts';
import { ownerOf } from './staff-limits.ts';

export type SignInAnswer =
  | { done: true; tokens: StaffTokens }
  /** The password was correct; a code is still required. */
  | { done: false; challengeToken: string };

/**
 * @param scope if it names a customer, members who have not confirmed the address are also found
 * @param pending the browser's pending proof from the identity provider; a correct password links
 *   the provider's subject to the member
 * @throws AppError INVALID_CREDENTIALS; TOO_MANY_REQUESTS as D-62 defines it for accounts;
 *   FORBIDDEN when the password is correct but the member is deactivated; UNAUTHORIZED when the
 *   password has been replaced in the meantime; SSO_REQUIRED when the password is correct but not
 *   sufficient
 */
export async function signInStaffWithPassword(
  ctx: Context,
  scope: StaffScope,
  { email, password }: { email: string; password: string },
  caller: Caller,
  pending?: PendingProof,
): Promise<SignInAnswer> {
  const emailNormalized = parseEmailAddress(email)?.normalized ?? '';
  // The member is looked up before counting, because guesses are counted per owner of the password.
  const found = await findStaffByEmail(ctx.db, scope, emailNormalized);
  const owner = found ? ownerOf(toMember(found)) : { realm: scope.audience, emailNormalized };
  const guess = await countPasswordGuess(ctx, owner, caller);
  if (!guess.ok) throw tooManyGuesses(ctx, ctx.config.guessLimits.staffSignIn, guess.lockedUntilMs);
  const judged = await judgePassword(found, password, (row, hash) =>
    updatePasswordHash(ctx.db, row.id, { before: row.password_hash, after: hash }),
  );
  if (!judged.ok) {
    if (judged.row !== undefined) auditFailedSignIn(ctx, judged.row, 'password', caller);
    throw new AppError('INVALID_CREDENTIALS', 'The email address or the password is wrong.');
  }
  await guess.refund();
  const { row } = judged;
  if (row.deactivated_at_ms !== null)
    throw new AppError('FORBIDDEN', 'This account is deactivated.');
  await judged.renewHash();
  if (row.totp_enabled_at_ms !== null)
    return { done: false, challengeToken: await issueChallenge(ctx, row) };
  const provider = proofFor(pending, row.id, 'first');
  const tokens = await completeSignInOf(ctx, row, { method: 'password', caller, provider });
  if (tokens === undefined) throw unauthorized();
  return { done: true, tokens };
}
