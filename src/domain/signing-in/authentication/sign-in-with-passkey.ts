// Sign-in to an account with a passkey. The authenticator, not the page, identifies the person
// (discoverable credentials), after verifying the user.
import type { Context } from '../../../context.ts';
import { completeSignIn, type SignInCookies, type SignInOutcome } from './complete-sign-in.ts';
import { recordAttempt } from '../../accounts/login-history/login-history.ts';
import { amrOfPasskey } from '../../terms/authentication.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { findOwnedPasskey, useOfPasskey } from '../../accounts/passkeys/store.ts';
import {
  beginAuthentication,
  credentialIdOf,
  redeemCeremony,
  verifyAuthentication,
  type BegunAuthentication,
} from '../../platform/credentials/passkey-ceremony.ts';

interface PasskeySignIn extends SignInCookies {
  ceremony: string;
  /** The authenticator's response as the browser sent it, unvalidated. */
  response: unknown;
  visitor: Visitor;
}

export const beginPasskeySignIn = (ctx: Context): Promise<BegunAuthentication> =>
  beginAuthentication(ctx, 'account');

/**
 * Completes the sign-in, and cancels a requested deletion. `invalid` covers an unknown passkey, a
 * wrong response and an expired or used ceremony. A lockout affects only passwords (D-62), so it
 * does not prevent a sign-in with a passkey.
 */
export async function finishPasskeySignIn(
  ctx: Context,
  { ceremony, response, visitor, ...cookies }: PasskeySignIn,
): Promise<SignInOutcome> {
  const begun = await redeemCeremony(ctx, 'account', 'sign_in', ceremony);
  const credentialId = credentialIdOf(response);
  if (begun === undefined || credentialId === undefined) return { ok: false, reason: 'invalid' };
  const owned = await findOwnedPasskey(ctx.db, credentialId, ctx.now());
  if (owned === undefined) return { ok: false, reason: 'invalid' };
  const { account, passkey } = owned;
  const verified = await verifyAuthentication(ctx, begun, response, passkey, account.subject);
  if (verified === undefined) {
    await recordAttempt(ctx, account.id, { method: 'passkey', outcome: 'failed', ...visitor });
    return { ok: false, reason: 'invalid' };
  }
  const amr = amrOfPasskey(verified.backedUp);
  const uses = useOfPasskey(ctx.db, passkey.id, verified.counter, ctx.now());
  const proven = { method: 'passkey', amr, visitor, ...cookies, uses } as const;
  return completeSignIn(ctx, account, proven);
}
