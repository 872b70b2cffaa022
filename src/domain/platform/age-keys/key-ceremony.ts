// WebAuthn ceremonies of age keys: options for the browser, and the check of its answer. The challenge is the session's, which keeps its
// hash; the authenticator is given no person's name, and a random handle.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Context } from '../../../context.ts';
import { decodeBase64Url, encodeBase64Url } from '../../../crypto/encoding.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { credentialIdOf, relyingParty } from '../credentials/passkey-ceremony.ts';
import type { AgeKey } from './age-key.ts';

const HANDLE_BYTES = 32;

/** A discoverable credential with user verification; no attestation. @param age years, which is all that its owner sees of it */
export const keyCreationOptions = (
  ctx: Context,
  age: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpName: ctx.config.serviceName,
    rpID: relyingParty(ctx).rpID,
    userID: crypto.getRandomValues(new Uint8Array(HANDLE_BYTES)),
    // The page puts it in its visitor's words.
    userName: `${age}+`,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** Any key that the browser holds for this service. */
export const keyRequestOptions = (ctx: Context): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({ rpID: relyingParty(ctx).rpID, userVerification: 'required' });

/** An answer, not yet checked. */
export interface KeyAnswer {
  response: unknown;
  /** SHA-256 of the credential's id, hex. */
  id: string;
  /** SHA-256 of the challenge that it says it answers, hex. */
  challengeHash: string;
  /** SHA-256 of all of it, hex: made with the challenge, which is kept nowhere, it leads to nothing. */
  hash: string;
}

/** @returns undefined for what is no answer of a credential */
export async function readKeyAnswer(response: unknown): Promise<KeyAnswer | undefined> {
  const credentialId = credentialIdOf(response);
  const challenge = challengeOf(response);
  if (credentialId === undefined || challenge === undefined) return undefined;
  return {
    response,
    id: await sha256Hex(credentialId),
    challengeHash: await sha256Hex(challenge),
    hash: await sha256Hex(JSON.stringify(response)),
  };
}

/** The base64url text in the client's data, whose hash the session compares. */
function challengeOf(response: unknown): string | undefined {
  try {
    const { clientDataJSON } = (response as RegistrationResponseJSON).response;
    const text = new TextDecoder().decode(decodeBase64Url(clientDataJSON));
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    // It has no such data, or they are no JSON.
    return undefined;
  }
}

/** The session has compared it by its hash. */
const expectationsOf = (ctx: Context) => {
  const { rpID: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const expectedChallenge = () => true;
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
};

/** @returns undefined for anything wrong: origin, user verification, malformed key */
export async function verifyNewKey(
  ctx: Context,
  { response, id }: KeyAnswer,
): Promise<Pick<AgeKey, 'id' | 'publicKey' | 'counter'> | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      ...expectationsOf(ctx),
    });
    if (registrationInfo === undefined) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: encodeBase64Url(new Uint8Array(publicKey)), counter };
  } catch {
    // The library throws for everything an authenticator's answer can have wrong.
    return undefined;
  }
}

/**
 * @param frames origins whose pages may show ours in a frame: WebAuthn says which one did
 * @returns the counter that the answer says, whatever it was before; undefined for anything wrong
 */
export async function verifyKeyAnswer(
  ctx: Context,
  { response }: KeyAnswer,
  { publicKey }: Pick<AgeKey, 'publicKey'>,
  frames: readonly string[],
): Promise<number | undefined> {
  const answer = response as AuthenticationResponseJSON;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      ...expectationsOf(ctx),
      expectedTopOrigin: [...frames],
      // What a counter that fell means is not the library's to say.
      credential: { id: answer.id, publicKey: decodeBase64Url(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // As above.
    return undefined;
  }
}
