// Signing staff in by password, and by a second factor where one is on. Unknown mail addresses, wrong passwords
// and members without a password answer alike and take the same time.
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { checkPassword, hashPassword } from '../../crypto/password.ts';
import { randomToken } from '../../crypto/random.ts';
import { CHALLENGE_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError } from '../../errors.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { countAgainst, refundGuess } from '../terms/guess-limits.ts';
import { actorFor, recordAudit } from '../audit/record.ts';
import { takeRecoveryCode } from './credential-store.ts';
import type { Audience, Caller, StaffMember } from './member.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { startStaffSession, type StaffSession, type StaffTokens } from './sessions.ts';
import {
  findStaff,
  findStaffByEmail,
  setPasswordHash,
  toMember,
  useTotpStep,
  type StaffRow,
} from './store.ts';
import { matchTotp, unsealTotpSecret } from './totp.ts';

/** Tries per challenge (D-51). */
const CHALLENGE_TRIES = 5;

export type SignInAnswer =
  | { done: true; tokens: StaffTokens }
  /** The password was right; a code is due. */
  | { done: false; challengeToken: string };

interface Challenge {
  audience: Audience;
  staffId: number;
  /** The password that was right; a newer one ends the challenge. */
  passwordChangedAtMs: number | null;
}

const wrong = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The mail address or the password is not right.');

/**
 * @throws AppError INVALID_CREDENTIALS; TOO_MANY_REQUESTS per account and per address; FORBIDDEN when the
 *   password is right and the member deactivated
 */
export async function signInWithPassword(
  ctx: Context,
  audience: Audience,
  { email, password }: { email: string; password: string },
  caller: Caller,
): Promise<SignInAnswer> {
  const normalized = parseEmailAddress(email)?.normalized ?? '';
  const { staffAddress, staffSignIn } = ctx.config.guessLimits;
  const [byAddress, byMail] = [`${audience}:${caller.ip}`, await mailKey(audience, normalized)];
  await countAgainst(ctx, staffAddress, byAddress);
  await countAgainst(ctx, staffSignIn, byMail);
  const row = await findStaffByEmail(ctx.db, audience, normalized);
  const check = await checkPassword(password, row?.password_hash ?? undefined);
  if (row === undefined || !check.ok) {
    if (row !== undefined) noteFailure(ctx, toMember(row), 'password', caller);
    throw wrong();
  }
  await refundGuess(ctx, staffAddress, byAddress);
  await refundGuess(ctx, staffSignIn, byMail);
  if (row.deactivated_at_ms !== null)
    throw new AppError('FORBIDDEN', 'This account is deactivated.');
  if (check.outdated) await setPasswordHash(ctx.db, row.id, await hashPassword(password));
  if (row.totp_enabled_at_ms !== null)
    return {
      done: false,
      challengeToken: await issueChallenge(ctx, {
        audience,
        staffId: row.id,
        passwordChangedAtMs: row.password_changed_at_ms,
      }),
    };
  return { done: true, tokens: await admitOwner(ctx, row, 'password', caller) };
}

/**
 * The second factor: a code of the authenticator, or a recovery code. The challenge is good for one sign-in,
 * five tries and five minutes.
 * @throws AppError INVALID_CREDENTIALS, alike for a wrong code and for a challenge that is used up, late or unknown
 */
export async function answerChallenge(
  ctx: Context,
  audience: Audience,
  { challengeToken, code }: { challengeToken: string; code: string },
  caller: Caller,
): Promise<StaffTokens> {
  const parsed = parseToken(challengeToken);
  const object =
    parsed?.prefix === CHALLENGE_TOKEN ? ctx.objects.oneTimeToken(parsed.objectId) : undefined;
  if (parsed === undefined || object === undefined) throw wrongCode();
  const secretHash = await sha256Hex(parsed.secret);
  const attempt = await object.attempt(secretHash);
  const challenge = attempt.ok ? (JSON.parse(attempt.payload) as Challenge) : undefined;
  const row = challenge === undefined ? undefined : await findStaff(ctx.db, challenge.staffId);
  if (row === undefined || !isMeantFor(challenge, audience, row)) throw wrongCode();
  const { staffSignIn } = ctx.config.guessLimits;
  const key = await mailKey(row.audience, row.email_normalized);
  await countAgainst(ctx, staffSignIn, key);
  const method = await useSecondFactor(ctx, row, code);
  if (method === undefined || !(await object.redeem(secretHash)).ok) {
    noteFailure(ctx, toMember(row), 'code', caller);
    throw wrongCode();
  }
  await refundGuess(ctx, staffSignIn, key);
  return admitOwner(ctx, row, method, caller);
}

const isMeantFor = (challenge: Challenge | undefined, audience: Audience, row: StaffRow) =>
  challenge?.audience === audience &&
  challenge.passwordChangedAtMs === row.password_changed_at_ms &&
  row.deactivated_at_ms === null;

/**
 * As admit, unless a newer password has ended everything meanwhile.
 * @param row as it was when its owner proved who they are
 * @throws AppError UNAUTHORIZED
 */
export const admitOwner = (
  ctx: Context,
  row: StaffRow,
  method: StaffSession['method'],
  caller: Caller,
): Promise<StaffTokens> => admit(ctx, toMember(row), method, caller, row.password_changed_at_ms);

/** Begins the session and writes it down. @param passwordChangedAtMs see startStaffSession */
export async function admit(
  ctx: Context,
  member: StaffMember,
  method: StaffSession['method'],
  caller: Caller,
  passwordChangedAtMs?: number | null,
): Promise<StaffTokens> {
  const tokens = await startStaffSession(ctx, member, method, caller, passwordChangedAtMs);
  await recordAudit(ctx, {
    actor: actorFor(member, caller),
    action: 'auth.login',
    target: { type: 'staff', id: member.id },
    after: { method },
  });
  return tokens;
}

/**
 * Checks the password of somebody who is signed in, before a sensitive step.
 * @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS
 */
export async function requirePassword(
  ctx: Context,
  member: StaffMember,
  password: string,
): Promise<StaffRow> {
  const row = await findStaff(ctx.db, member.id);
  if (row === undefined) throw wrong();
  const { staffSignIn } = ctx.config.guessLimits;
  const key = await mailKey(row.audience, row.email_normalized);
  await countAgainst(ctx, staffSignIn, key);
  const check = await checkPassword(password, row.password_hash ?? undefined);
  if (!check.ok) throw new AppError('INVALID_CREDENTIALS', 'The password is not right.');
  await refundGuess(ctx, staffSignIn, key);
  return row;
}

const wrongCode = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The code or the challenge is not valid.');

/** Limits know nobody's address. */
const mailKey = async (audience: Audience, normalized: string): Promise<string> =>
  `${audience}:${await sha256Hex(normalized)}`;

async function issueChallenge(ctx: Context, challenge: Challenge): Promise<string> {
  const objectId = ctx.objects.newOneTimeTokenId();
  const secret = randomToken(32);
  await ctx.objects
    .oneTimeToken(objectId)
    ?.issue(
      await sha256Hex(secret),
      JSON.stringify(challenge),
      ctx.now() + LIFETIMES.staffChallengeMs,
      CHALLENGE_TRIES,
    );
  return formatToken({ prefix: CHALLENGE_TOKEN, objectId, secret });
}

/** @returns undefined when the code is neither; a good one is used up */
async function useSecondFactor(
  ctx: Context,
  row: StaffRow,
  code: string,
): Promise<'totp' | 'recovery_code' | undefined> {
  if (row.totp_secret === null || row.totp_enabled_at_ms === null) return undefined;
  const secret = await unsealTotpSecret(ctx.config, row.id, row.totp_secret);
  const step = matchTotp(secret, code, ctx.now());
  if (step !== undefined) return (await useTotpStep(ctx.db, row.id, step)) ? 'totp' : undefined;
  const hash = await hashRecoveryCode(code);
  const taken = hash !== undefined && (await takeRecoveryCode(ctx.db, row.id, hash));
  return taken ? 'recovery_code' : undefined;
}

/** After the answer, so that its time does not tell who is known. */
function noteFailure(
  ctx: Context,
  member: StaffMember,
  factor: 'password' | 'code',
  caller: Caller,
): void {
  const { staffId: _nobody, ...actor } = actorFor(member, caller);
  const entry = recordAudit(ctx, {
    actor,
    action: 'auth.login_failed',
    target: { type: 'staff', id: member.id },
    after: { factor },
  });
  ctx.defer(entry.catch(() => undefined));
}
