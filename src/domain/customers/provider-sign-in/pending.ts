// A browser's way to a customer's identity provider and back: what it began, or which factor it
// still owes. Stored in a one-time token whose address is in a cookie.
import type { Context } from '../../../context.ts';
import { SSO_TOKEN } from '../../../crypto/token-prefixes.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { issueOneTimeToken, readOneTimeToken } from '../../terms/one-time-token.ts';
import type { PendingProof } from '../staff/provider-proof.ts';

/** Long enough for a second factor at the provider. */
const LIFETIME_MS = 10 * MINUTE_MS;

/** A sign-in that is on its way to the provider. */
export interface BegunSignIn {
  kind: 'begun';
  tenantId: string;
  issuer: string;
  clientId: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** A sign-in that has returned and still owes a factor. */
export interface PendingSignIn extends PendingProof {
  email: string;
  /** `xch_…`, when a code is due. */
  challengeToken?: string;
}

/** @returns `xso_…`, for the cookie */
export const keepOnTheWay = (ctx: Context, payload: BegunSignIn | PendingSignIn): Promise<string> =>
  issueOneTimeToken(ctx, { prefix: SSO_TOKEN, payload, lifetimeMs: LIFETIME_MS });

/**
 * @param token the token in the cookie
 * @param access `peek` does not use the token up
 */
export async function readBegun(
  ctx: Context,
  token: string,
  access: 'peek' | 'redeem',
): Promise<BegunSignIn | undefined> {
  const kept = (await readOneTimeToken(ctx, SSO_TOKEN, token, access)) as
    | BegunSignIn
    | PendingSignIn
    | undefined;
  return kept?.kind === 'begun' ? kept : undefined;
}

/** Like readBegun, for a sign-in that still owes a factor. */
export async function readPending(
  ctx: Context,
  token: string,
  access: 'peek' | 'redeem' = 'peek',
): Promise<PendingSignIn | undefined> {
  const kept = (await readOneTimeToken(ctx, SSO_TOKEN, token, access)) as
    | BegunSignIn
    | PendingSignIn
    | undefined;
  return kept === undefined || kept.kind === 'begun' ? undefined : kept;
}
