// Use cases for a signed-in person in the middle of a customer's check: pass the check with the
// account's verified bracket, or keep the check's result in the account. The browser must have both
// the account's cookie and the check's cookie.
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import type { SignIn } from '../sessions/session.ts';
import {
  acceptsAge,
  acceptsAges,
  isKeepable,
  isKeptBy,
  proofOf,
  type ShownAge,
} from '../../verification/rules/age/account-age.ts';
import type { SessionRecord } from '../../verification/rules/session/session.ts';
import { hasUsedUpAttempts } from '../../verification/attempts.ts';
import {
  callSession,
  viewSession,
  type BrowserProof,
  type HostedSession,
} from '../../verification/browser-session.ts';
import { AppError } from '../../../errors.ts';
import { bracketMetBy } from '../../terms/age-bracket.ts';
import { countReuse, requireGesture } from './reuse-limits.ts';
import type { VerifiedAge } from '../../accounts/verified-ages/kept-age.ts';
import {
  predictStoring,
  isSourceTrusted,
  readVerifiedAge,
  storeVerifiedAge,
  type NewVerifiedAge,
} from '../../accounts/verified-ages/verified-age.ts';

export interface AccountOffer {
  signedIn: boolean;
  /** Whether the account has an age that this check accepts. */
  canReuse: boolean;
  /**
   * Whether the check passed and no account keeps its result yet; a person who is not signed in may
   * sign in first.
   */
  canKeep: boolean;
}

/**
 * Determines what the page can offer, and omits anything that would be refused. Makes one Durable
 * Object call, one D1 read if a bracket can be reused or a result kept, and a second Durable Object
 * call for an account that can keep the result.
 */
export async function readAccountOffer(
  ctx: Context,
  proof: BrowserProof,
  signIn: SignIn | undefined,
): Promise<AccountOffer> {
  const { record } = await viewSession(ctx, proof);
  const verified =
    signIn !== undefined && acceptsAges(record)
      ? await readVerifiedAge(ctx, signIn.account.id)
      : undefined;
  return {
    signedIn: signIn !== undefined,
    canReuse:
      signIn !== undefined &&
      verified !== undefined &&
      acceptsAge(record, shownBy(signIn, verified), ctx.now()) &&
      (ctx.face !== undefined || record.request.accept?.ownerFace !== true),
    canKeep: await canKeep(ctx, record, signIn?.account),
  };
}

const shownBy = ({ session }: SignIn, { bracket, proof, verifiedAtMs }: VerifiedAge): ShownAge => ({
  ...(bracket !== undefined && { bracket }),
  proof,
  verifiedAtMs,
  deviceSinceMs: session.createdAtMs,
});

/**
 * Whether the account can keep the check's result. The session records which account has claimed
 * the result; the account's row records whether the age has been stored.
 */
async function canKeep(
  ctx: Context,
  record: SessionRecord,
  account: SignIn['account'] | undefined,
): Promise<boolean> {
  const keeper = account && (await keeperOf(account, record.id));
  const age = ageOf(ctx, record);
  if (age?.bracket === undefined || !isKeepable(record, ctx.config.keptAges, keeper)) return false;
  if (account === undefined) return isSourceTrusted(ctx, age);
  if (await hasUsedUpAttempts(ctx, account.subject)) return false;
  const foreseen = await predictStoring(ctx, account.id, age);
  return foreseen === 'write' || (foreseen === 'leave' && !isKeptBy(record, keeper));
}

/**
 * Derives an identifier for an account, to be used in one session only, so that ages kept from
 * several sessions cannot be linked.
 */
const keeperOf = ({ subject }: SignIn['account'], sessionId: string): Promise<string> =>
  sha256Hex(JSON.stringify([sessionId, subject]));

/** @returns undefined for a check that measured no age */
function ageOf(ctx: Context, record: SessionRecord): NewVerifiedAge | undefined {
  const proof = proofOf(record);
  if (proof === undefined) return undefined;
  const bracket = bracketMetBy(record.request.gate ?? 0);
  return {
    ...(bracket !== undefined && { bracket }),
    proof,
    verifiedAtMs: record.end?.atMs ?? ctx.now(),
  };
}

/**
 * Passes the check with the account's age, if the check accepts it; the result then has
 * `verification_type: agate_id`.
 * @throws AppError FRESH_SIGN_IN_REQUIRED (someone other than the owner may be using a signed-in
 *   browser), FACE_REQUIRED, TOO_MANY_REQUESTS as in countReuse, CONFLICT
 */
export async function reuseVerifiedAge(
  ctx: Context,
  proof: BrowserProof,
  signIn: SignIn,
): Promise<HostedSession> {
  const { record } = await viewSession(ctx, proof);
  const age = await readVerifiedAge(ctx, signIn.account.id);
  const shown = age && shownBy(signIn, age);
  if (shown === undefined || !acceptsAge(record, shown, ctx.now()))
    throw new AppError('CONFLICT', 'The account has no age that this check accepts.');
  requireGesture(ctx, signIn, record);
  const counted = await countReuse(ctx, signIn, record);
  try {
    return await callSession(ctx, proof, (stub, hash) => stub.reuseVerifiedAge(hash, shown));
  } catch (error) {
    await counted.refund();
    throw error;
  }
}

/**
 * Stores a passed check's bracket in the account; no other account can then store it. A repeated
 * call returns the same age, and stores the age if an earlier call failed to.
 * @throws AppError CONFLICT when the check did not pass, belongs to another account, was passed
 *   with an account's age, or does not meet the service's own policy; also while the account must
 *   wait before its own next check, because a customer's check would then amount to an extra
 *   attempt
 */
export async function keepVerifiedAge(
  ctx: Context,
  proof: BrowserProof,
  { account }: SignIn,
): Promise<VerifiedAge> {
  if (await hasUsedUpAttempts(ctx, account.subject))
    throw new AppError('CONFLICT', 'The account has no attempts left for now.');
  const keeper = await keeperOf(account, proof.sessionId);
  const { record } = await callSession(ctx, proof, (stub, hash) =>
    stub.keepVerifiedAge(hash, ctx.config.keptAges, keeper),
  );
  const age = ageOf(ctx, record);
  const kept = age && (await storeVerifiedAge(ctx, account.id, age));
  if (kept === undefined) throw new AppError('CONFLICT', 'This result may not be kept.');
  return kept;
}
