// The state of a browser on its way to a staff identity provider and back: the sign-in that it
// began, or the factor that is still required. The state is stored under a one-time token, which
// the browser keeps in a cookie.
import type { Context } from '../../../context.ts';
import { SSO_TOKEN } from '../../../crypto/token-prefixes.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { issueOneTimeToken, readOneTimeToken } from '../../terms/one-time-token.ts';
import type { StaffAudience, StaffScope } from '../staff/member.ts';
import type { PendingProof } from '../staff/provider-proof.ts';

/** How long a sign-in may take: long enough for a second factor at the provider. */
const LIFETIME_MS = 10 * MINUTE_MS;

/** A sign-in whose browser was sent to the provider and has not returned yet. */
export interface BegunSignIn extends StaffScope {
  kind: 'begun';
  issuer: string;
  clientId: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** A sign-in whose browser has returned from the provider, and which still requires a factor. */
export interface PendingSignIn extends PendingProof {
  audience: StaffAudience;
  email: string;
  /** The challenge token, `xch_…`, when an authenticator-app code is required. */
  challengeToken?: string;
}

/** @returns `xso_…`, for the cookie */
export const storeSignInState = (
  ctx: Context,
  payload: BegunSignIn | PendingSignIn,
): Promise<string> =>
  issueOneTimeToken(ctx, { prefix: SSO_TOKEN, payload, lifetimeMs: LIFETIME_MS });

/**
 * @param token the token from the cookie
 * @param audience the staff group (operators or customers' staff) whose sign-in page the browser
 *   uses; a sign-in begun on the other group's page is not found
 * @param access `peek` does not use the token up
 */
export async function readBegun(
  ctx: Context,
  token: string,
  audience: StaffAudience,
  access: 'peek' | 'redeem',
): Promise<BegunSignIn | undefined> {
  const kept = await readKept(ctx, token, audience, access);
  return kept?.kind === 'begun' ? kept : undefined;
}

/** Like readBegun, but for a sign-in that still requires a factor. */
export async function readPending(
  ctx: Context,
  token: string,
  audience: StaffAudience,
  access: 'peek' | 'redeem' = 'peek',
): Promise<PendingSignIn | undefined> {
  const kept = await readKept(ctx, token, audience, access);
  return kept === undefined || kept.kind === 'begun' ? undefined : kept;
}

async function readKept(
  ctx: Context,
  token: string,
  audience: StaffAudience,
  access: 'peek' | 'redeem',
): Promise<BegunSignIn | PendingSignIn | undefined> {
  const kept = (await readOneTimeToken(ctx, SSO_TOKEN, token, access)) as
    | BegunSignIn
    | PendingSignIn
    | undefined;
  return kept?.audience === audience ? kept : undefined;
}
