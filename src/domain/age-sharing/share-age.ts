// Use cases of a signed-in person on a customer's check: pass it by the account's verified bracket, or keep its result
// in the account. The browser must have the cookies of both.
import type { Context } from '../../context.ts';
import { requireFreshSignIn, type SignIn } from '../sessions/sign-in.ts';
import { acceptsBracket, isKeepable } from '../verification/rules/account-age.ts';
import {
  callSession,
  viewSession,
  type BrowserProof,
  type HostedSession,
} from '../verification/browser-session.ts';
import { AppError } from '../../errors.ts';
import { bracketMetBy } from '../terms/age-bracket.ts';
import {
  readVerifiedAge,
  storeVerifiedAge,
  type VerifiedAge,
} from '../verified-ages/verified-age.ts';

export interface AccountOffer {
  signedIn: boolean;
  /** The account's bracket reaches this check's gate. */
  canReuse: boolean;
  /** The check was passed and its result is in no account yet; without a sign-in the person may sign in first. */
  canKeep: boolean;
}

/** What the page may offer. One object call, and one D1 read where a bracket can be reused. */
export async function readAccountOffer(
  ctx: Context,
  proof: BrowserProof,
  signIn: SignIn | undefined,
): Promise<AccountOffer> {
  const { record } = await viewSession(ctx, proof);
  const gate = record.request.gate ?? Number.POSITIVE_INFINITY;
  const verified =
    signIn !== undefined && acceptsBracket(record)
      ? await readVerifiedAge(ctx, signIn.account.id)
      : undefined;
  return {
    signedIn: signIn !== undefined,
    canReuse: (verified?.bracket ?? 0) >= gate,
    canKeep: isKeepable(record) && bracketMetBy(gate) !== undefined,
  };
}

/**
 * Passes the check by the account's bracket: `verification_type: agate_id`.
 * @throws AppError FRESH_SIGN_IN_REQUIRED (a browser found signed in may be in other hands), CONFLICT
 */
export async function reuseVerifiedAge(
  ctx: Context,
  proof: BrowserProof,
  signIn: SignIn,
): Promise<HostedSession> {
  requireFreshSignIn(ctx, signIn);
  const { bracket } = (await readVerifiedAge(ctx, signIn.account.id)) ?? {};
  if (bracket === undefined) throw new AppError('CONFLICT', 'The account has no verified age.');
  return callSession(ctx, proof, (stub, hash) => stub.reuseVerifiedAge(hash, bracket));
}

/**
 * Keeps a passed check's bracket in the account, once.
 * @throws AppError CONFLICT when it was not passed, was kept before, or was no check of its own
 */
export async function keepVerifiedAge(
  ctx: Context,
  proof: BrowserProof,
  { account }: SignIn,
): Promise<VerifiedAge> {
  const { record } = await callSession(ctx, proof, (stub, hash) => stub.keepVerifiedAge(hash));
  const bracket = bracketMetBy(record.request.gate ?? 0);
  const verifiedAtMs = record.completedAtMs ?? ctx.now();
  return storeVerifiedAge(ctx, account.id, {
    ...(bracket !== undefined && { bracket }),
    level: 'ml',
    verifiedAtMs,
  });
}
