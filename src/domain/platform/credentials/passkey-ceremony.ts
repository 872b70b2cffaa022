// WebAuthn ceremonies for accounts and staff: creates the options for the browser, stores the
// challenge until the response arrives, and verifies the response. The caller looks up the passkeys
// and decides what a valid response leads to.
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
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { encodeBase64Url, encodeUtf8 } from '../../../crypto/encoding.ts';
import { CEREMONY_TOKEN } from '../../../crypto/token-prefixes.ts';
import type { NewPasskey, Passkey } from './passkey.ts';
import { issueOneTimeToken, readOneTimeToken } from '../../terms/one-time-token.ts';

/**
 * The group of people for whom a ceremony is valid. A ceremony begun for one group is refused for
 * any other.
 */
export type CeremonyAudience = 'account' | 'admin' | 'dashboard';

const LIFETIMES_MS: Record<CeremonyAudience, number> = {
  account: LIFETIMES.ceremonyMs,
  admin: LIFETIMES.staffCeremonyMs,
  dashboard: LIFETIMES.staffCeremonyMs,
};

/** The purpose of a registration, which is stored until the response arrives. */
type Registration =
  /** An additional passkey. */
  | { kind: 'add'; ownerId: number }
  /** A new account with only a passkey. */
  | { kind: 'sign_up'; subject: string; displayName?: string; locale: string };

type Ceremony = { kind: 'sign_in' } | Registration;
type StoredCeremony = Ceremony & { audience: CeremonyAudience; challenge: string };
type CeremonyOf<K extends Ceremony['kind']> = Extract<StoredCeremony, { kind: K }>;

export interface BegunCeremony<Options> {
  /**
   * A `xwa_…` token that is sent back with the response. It is valid once, and expires after the
   * lifetime set for the audience.
   */
  ceremony: string;
  options: Options;
}

/**
 * The options for `startAuthentication` of @simplewebauthn/browser, with or without conditional UI.
 */
export type BegunAuthentication = BegunCeremony<PublicKeyCredentialRequestOptionsJSON>;

/** The options for `startRegistration` of @simplewebauthn/browser. */
export type BegunRegistration = BegunCeremony<PublicKeyCredentialCreationOptionsJSON>;

/**
 * The person that a passkey is created for: the user handle, which is encoded in UTF-8 (WebAuthn
 * Level 3, 5.4.3), and the names that the authenticator displays.
 */
export interface PasskeyUser {
  handle: string;
  name: string;
  displayName: string;
}

/** An existing passkey, listed so that the authenticator does not create a second one. */
interface ExcludedCredential {
  id: string;
  transports?: string[];
}

/**
 * @param allowed credential ids; if absent, any passkey that the browser holds for this service is
 *   allowed
 */
export async function beginAuthentication(
  ctx: Context,
  audience: CeremonyAudience,
  allowed?: readonly string[],
): Promise<BegunAuthentication> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).rpID,
    userVerification: 'required',
    ...(allowed !== undefined && { allowCredentials: allowed.map((id) => ({ id })) }),
  });
  return keep(ctx, audience, { kind: 'sign_in' }, options);
}

/**
 * Begins the registration of a discoverable credential, with user verification and without
 * attestation.
 */
export async function beginRegistration(
  ctx: Context,
  audience: CeremonyAudience,
  registration: Registration,
  user: PasskeyUser,
  excluded: ExcludedCredential[],
): Promise<BegunRegistration> {
  const options = await generateRegistrationOptions({
    rpName: ctx.config.serviceName,
    rpID: relyingParty(ctx).rpID,
    userID: new Uint8Array(encodeUtf8(user.handle)),
    userName: user.name,
    userDisplayName: user.displayName,
    attestationType: 'none',
    excludeCredentials: excluded,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return keep(ctx, audience, registration, options);
}

/**
 * Consumes the ceremony, so that it cannot be used again.
 * @returns undefined for unknown, used and expired ceremonies, and for ceremonies of a different
 *   kind or audience
 */
export async function redeemCeremony<K extends Ceremony['kind']>(
  ctx: Context,
  audience: CeremonyAudience,
  kind: K,
  token: string,
): Promise<CeremonyOf<K> | undefined> {
  const payload = await readOneTimeToken(ctx, CEREMONY_TOKEN, token, 'redeem');
  const ceremony = payload as StoredCeremony | undefined;
  const isMeant = ceremony?.kind === kind && ceremony.audience === audience;
  return isMeant ? (ceremony as CeremonyOf<K>) : undefined;
}

/** @param response the authenticator's response as the browser sent it, unvalidated */
export function credentialIdOf(response: unknown): string | undefined {
  const id = typeof response === 'object' && response !== null && 'id' in response && response.id;
  return typeof id === 'string' && id.length <= 1400 ? id : undefined;
}

/**
 * Finds the passkey that an earlier attempt at the same registration created. If the ceremony has
 * been used and this passkey exists, only the service's response was lost (D-136).
 * @param own the passkeys of the signed-in person
 */
export function findJustAdded(
  ctx: Context,
  audience: CeremonyAudience,
  own: readonly Passkey[],
  response: unknown,
): Passkey | undefined {
  const id = credentialIdOf(response);
  const sinceMs = ctx.now() - LIFETIMES_MS[audience];
  return own.find(({ credentialId, createdAtMs }) => credentialId === id && createdAtMs > sinceMs);
}

type KnownPasskey = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter'>;

/**
 * @param userHandle the handle of the passkey's owner; if given, a response with a different handle
 *   is refused
 * @returns undefined for any fault: signature, challenge, origin, user verification, or a counter
 *   that should have increased but did not
 */
export async function verifyAuthentication(
  ctx: Context,
  { challenge }: CeremonyOf<'sign_in'>,
  response: unknown,
  passkey: KnownPasskey,
  userHandle?: string,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const answer = response as AuthenticationResponseJSON;
  try {
    const named = answer.response.userHandle;
    if (userHandle !== undefined && named !== undefined && named !== encodeHandle(userHandle))
      return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      ...expectationsOf(ctx, challenge),
      credential: {
        id: passkey.credentialId,
        publicKey: passkey.publicKey,
        counter: passkey.counter,
      },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { counter: newCounter, backedUp: credentialBackedUp } : undefined;
  } catch {
    // The library throws an error for every fault in a response.
    return undefined;
  }
}

/** @returns undefined for any fault: challenge, origin, user verification, malformed key */
export async function verifyRegistration(
  ctx: Context,
  { challenge }: CeremonyOf<Registration['kind']>,
  response: unknown,
): Promise<Omit<NewPasskey, 'name' | 'createdAtMs'> | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      ...expectationsOf(ctx, challenge),
    });
    if (registrationInfo === undefined) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: new Uint8Array(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? [])
        .filter((one) => typeof one === 'string')
        .slice(0, 8),
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws an error for every fault in a response.
    return undefined;
  }
}

/** Returns the host and the origin of our pages (WebAuthn Level 3, 5.1.2). */
export function relyingParty({ config }: Context): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(config.baseUrl);
  return { rpID: hostname, origin };
}

function expectationsOf(ctx: Context, expectedChallenge: string) {
  const { rpID: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
}

const encodeHandle = (handle: string): string => encodeBase64Url(encodeUtf8(handle));

async function keep<Options extends { challenge: string }>(
  ctx: Context,
  audience: CeremonyAudience,
  ceremony: Ceremony,
  options: Options,
): Promise<BegunCeremony<Options>> {
  const payload: StoredCeremony = { ...ceremony, audience, challenge: options.challenge };
  const lifetimeMs = LIFETIMES_MS[audience];
  const token = await issueOneTimeToken(ctx, { prefix: CEREMONY_TOKEN, payload, lifetimeMs });
  return { ceremony: token, options };
}
