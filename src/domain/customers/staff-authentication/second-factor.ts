// The second factor of a sign-in: a challenge after the correct password, answered with a code.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { CHALLENGE_TOKEN } from '../../../crypto/token-prefixes.ts';
import { AppError } from '../../../errors.ts';
import type { StaffAudience, Caller } from '../staff/member.ts';
import { proofFor, type PendingProof } from '../staff/provider-proof.ts';
import { hashRecoveryCode } from '../staff/recovery-codes.ts';
import { hasRecoveryCode, useOfRecoveryCode, useOfTotpStep } from '../staff/second-factor-store.ts';
import type { StaffSignIn, StaffTokens } from '../staff/sessions.ts';
import { findStaff } from '../staff/store.ts';
import type { StaffRow } from '../staff/staff-row.ts';
import { matchTotp, unsealTotpSecret } from '../staff/totp.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { issueOneTimeToken, readOneTimeToken } from '../../terms/one-time-token.ts';
import { auditFailedSignIn, completeSignInOf } from './complete-sign-in.ts';
import { memberGuessCounter } from './staff-limits.ts';

/** Tries per challenge (D-51). */
const CHALLENGE_TRIES = 5;

interface Challenge {
  audience: StaffAudience;
  staffId: number;
  /** When the entered password was set; the challenge ends if the password is changed. */
  passwordChangedAtMs: number | null;
}

/** @returns `xch_…`: valid for one sign-in, five tries and five minutes */
export function issueChallenge(ctx: Context, row: StaffRow): Promise<string> {
  const challenge: Challenge = {
    audience: row.audience,
    staffId: row.id,
    passwordChangedAtMs: row.password_changed_at_ms,
  };
  return issueOneTimeToken(ctx, {
    prefix: CHALLENGE_TOKEN,
    payload: challenge,
    lifetimeMs: LIFETIMES.staffChallengeMs,
    tries: CHALLENGE_TRIES,
  });
}

/**
 * Completes the sign-in. The code is used up in the transaction that starts the session.
 * @param code a code from the authenticator app, or a recovery code
 * @param pending the browser's pending proof from the identity provider
 * @throws AppError INVALID_CREDENTIALS for a wrong code, and also for a challenge that is used up,
 *   expired or unknown; SSO_REQUIRED
 */
export async function answerChallenge(
  ctx: Context,
  audience: StaffAudience,
  { challengeToken, code }: { challengeToken: string; code: string },
  caller: Caller,
  pending?: PendingProof,
): Promise<StaffTokens> {
  const access = (how: 'attempt' | 'redeem') =>
    readOneTimeToken(ctx, CHALLENGE_TOKEN, challengeToken, how);
  const challenge = (await access('attempt')) as Challenge | undefined;
  const row = challenge === undefined ? undefined : await findStaff(ctx.db, challenge.staffId);
  if (row === undefined || !isMeantFor(challenge, audience, row)) throw wrongCode();
  const counted = await countAgainst(ctx, memberGuessCounter(ctx, 'code', row.id));
  const proof = await checkSecondFactor(ctx, row, code);
  const isGood = proof !== undefined && (await access('redeem')) !== undefined;
  if (isGood) await counted.refund();
  const provider = proofFor(pending, row.id, 'second');
  const tokens = isGood
    ? await completeSignInOf(ctx, row, { ...proof, caller, provider })
    : undefined;
  if (tokens === undefined) {
    auditFailedSignIn(ctx, row, 'code', caller);
    throw wrongCode();
  }
  return tokens;
}

const isMeantFor = (challenge: Challenge | undefined, audience: StaffAudience, row: StaffRow) =>
  challenge?.audience === audience &&
  challenge.passwordChangedAtMs === row.password_changed_at_ms &&
  row.deactivated_at_ms === null;

const wrongCode = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The code or the challenge is not valid.');

/**
 * @returns undefined when the code is neither a current authenticator code nor a recovery code, or
 *   has been used before
 */
async function checkSecondFactor(
  ctx: Context,
  row: StaffRow,
  code: string,
): Promise<Required<Pick<StaffSignIn, 'method' | 'uses'>> | undefined> {
  if (row.totp_secret === null || row.totp_enabled_at_ms === null) return undefined;
  const secret = await unsealTotpSecret(ctx.config, row.id, row.totp_secret);
  const step = matchTotp(secret, code, ctx.now());
  if (step !== undefined)
    return step > row.totp_last_step
      ? { method: 'totp', uses: useOfTotpStep(ctx.db, row.id, step) }
      : undefined;
  const hash = await hashRecoveryCode(code);
  if (hash === undefined || !(await hasRecoveryCode(ctx.db, row.id, hash))) return undefined;
  return { method: 'recovery_code', uses: useOfRecoveryCode(ctx.db, row.id, hash) };
}
