// Use case: sign-in with a passkey. The page does not say who comes: the authenticator does (discoverable
// credentials), after it has verified its user.
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import { completeSignIn, type SignInOutcome } from './complete-sign-in.ts';
import { recordAttempt } from '../login-history/login-history.ts';
import { amrOfPasskey } from '../terms/authentication.ts';
import type { Visitor } from '../terms/visitor.ts';
import { keepCeremony, redeemCeremony, relyingParty } from '../passkeys/ceremony.ts';
import { advanceCounter, findOwnedPasskey, type OwnedPasskey } from '../passkeys/store.ts';

export interface BegunPasskeySignIn {
  /** `xwa_…`: comes back with the answer, within 10 minutes. */
  ceremony: string;
  /** For `startAuthentication` of @simplewebauthn/browser, also as conditional UI. */
  options: PublicKeyCredentialRequestOptionsJSON;
}

export interface PasskeySignIn {
  ceremony: string;
  /** What the browser's authenticator said, not yet looked at. */
  response: unknown;
  visitor: Visitor;
  /** The account cookie the browser came with. */
  replaces?: string | undefined;
}

export async function beginPasskeySignIn(ctx: Context): Promise<BegunPasskeySignIn> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).rpID,
    userVerification: 'required',
  });
  const ceremony = await keepCeremony(ctx, { kind: 'sign_in', challenge: options.challenge });
  return { ceremony, options };
}

/** `invalid` covers an unknown passkey, a wrong answer and a late or used ceremony. Undoes a deletion. */
export async function finishPasskeySignIn(
  ctx: Context,
  { ceremony, response, visitor, replaces }: PasskeySignIn,
): Promise<SignInOutcome> {
  const begun = await redeemCeremony(ctx, ceremony, 'sign_in');
  const credentialId = credentialIdOf(response);
  if (begun === undefined || credentialId === undefined) return { ok: false, reason: 'invalid' };
  const owned = await findOwnedPasskey(ctx.db, credentialId, ctx.now());
  if (owned === undefined) return { ok: false, reason: 'invalid' };
  const { account } = owned;
  const verified = await verify(ctx, begun.challenge, response, owned);
  if (
    verified === undefined ||
    !(await advanceCounter(ctx.db, owned.passkey.id, verified.counter, ctx.now()))
  ) {
    await recordAttempt(ctx, account.id, { method: 'passkey', outcome: 'failed', ...visitor });
    return { ok: false, reason: 'invalid' };
  }
  if (account.status === 'locked')
    return { ok: false, reason: 'locked', untilMs: owned.lockedUntilMs };
  const amr = amrOfPasskey(verified.backedUp);
  return completeSignIn(ctx, account, { method: 'passkey', amr, visitor, replaces });
}

/** @returns undefined for anything wrong: signature, challenge, origin, user verification, a counter that fell */
async function verify(
  ctx: Context,
  challenge: string,
  response: unknown,
  { account, passkey }: OwnedPasskey,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { rpID, origin } = relyingParty(ctx);
  const answer = response as AuthenticationResponseJSON;
  try {
    const { userHandle } = answer.response;
    if (userHandle !== undefined && userHandle !== encodeBase64Url(encodeUtf8(account.subject)))
      return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: passkey.publicKey,
        counter: passkey.counter,
      },
    });
    if (!verified) return undefined;
    return {
      counter: authenticationInfo.newCounter,
      backedUp: authenticationInfo.credentialBackedUp,
    };
  } catch {
    // The library throws for everything an authenticator's answer can have wrong.
    return undefined;
  }
}

function credentialIdOf(response: unknown): string | undefined {
  const id = typeof response === 'object' && response !== null && 'id' in response && response.id;
  return typeof id === 'string' && id.length <= 1400 ? id : undefined;
}
