// WebAuthn ceremonies for age keys: creates the options for the browser and verifies the browser's
// response. The session creates the challenge and stores its hash; the authenticator receives a
// random handle and no name.
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

/**
 * Creates options for a discoverable credential with user verification and without attestation.
 * @param age the age in years, which is all that the key's owner sees of the key
 */
export const keyCreationOptions = (
  ctx: Context,
  age: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpName: ctx.config.serviceName,
    rpID: relyingParty(ctx).rpID,
    userID: crypto.getRandomValues(new Uint8Array(HANDLE_BYTES)),
    // The page replaces this name with text in the visitor's language.
    userName: `${age}+`,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** Creates options that request any key that the browser has for this service. */
export const keyRequestOptions = (ctx: Context): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({ rpID: relyingParty(ctx).rpID, userVerification: 'required' });

/** A browser's response that has not been verified yet. */
export interface KeyAnswer {
  response: unknown;
  /** SHA-256 of the credential's id, hex. */
  id: string;
  /** SHA-256, in hex, of the challenge that the response claims to answer. */
  challengeHash: string;
  /**
   * SHA-256 of the whole response, hex. It cannot be linked to anything, because the response
   * contains a challenge that is not stored.
   */
  hash: string;
}

/** @returns undefined when the value is not a credential's response */
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

/** Extracts the base64url challenge from the client data; the session compares its hash. */
function challengeOf(response: unknown): string | undefined {
  try {
    const { clientDataJSON } = (response as RegistrationResponseJSON).response;
    const text = new TextDecoder().decode(decodeBase64Url(clientDataJSON));
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    // The response has no client data, or the client data is not JSON.
    return undefined;
  }
}

/** Accepts any challenge, because the session has already compared its hash. */
const expectationsOf = (ctx: Context) => {
  const { rpID: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const expectedChallenge = () => true;
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
};

/**
 * @returns undefined for any fault, such as a wrong origin, missing user verification or a
 *   malformed key
 */
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
    // The library throws an error for every fault in a response.
    return undefined;
  }
}

/**
 * @param frames origins whose pages may embed the service's pages in a frame; the response states
 *   which one did
 * @returns the signature counter in the response, not yet compared with the previous one; undefined
 *   for any fault
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
      // The caller, not the library, handles a counter that did not increase.
      credential: { id: answer.id, publicKey: decodeBase64Url(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws an error for every fault in a response.
    return undefined;
  }
}
