// A relying party, as data. Finding one: client.ts.
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { ClientKey } from './client-keys.ts';

export interface OAuthClient {
  /** `xoc_…`. */
  id: string;
  tenantId: string;
  name: string;
  /** A `data:` URL. */
  logo?: string;
  logoUrl?: string;
  redirectUris: string[];
  scopes: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri?: string;
  /** Opened in a frame when a person signs out (D-111). */
  frontchannelLogoutUri?: string;
  /** The age thresholds that its claims may speak of; absent: all (D-56). */
  ageThresholds?: readonly AgeBracket[];
  /** Its requests may come without a code challenge, with a nonce (D-103). */
  pkceOptional?: boolean;
  /** Those may come without a nonce, too. */
  nonceOptional?: boolean;
  /** Its ID tokens have the claims of userinfo (D-133). */
  idTokenClaims?: boolean;
  /** A program on people's devices, which listens at a port that is free (D-134). */
  isNative?: boolean;
  /** It takes no sign-in by face (D-99). */
  refusesFace?: true;
  /** Of its tenant: whoever shares an age with it shows the account's face first (D-104). */
  ownerFace?: true;
  /** An app on people's devices, which can keep no secret (D-105). */
  isPublic?: boolean;
  /** It gets tokens that are bound to a key, and no others (D-112). */
  needsProof?: boolean;
  /** It proves itself by its signature, and has no secret that works (D-153). */
  provesByKey?: boolean;
  /** Public halves of its keys, or where they are; at most one of them. */
  jwks?: { keys: readonly ClientKey[] };
  jwksUri?: string;
  /** Its requests come by PAR alone (RFC 9126 6). */
  pushesRequests?: boolean;
  /** What signs its ID tokens; absent: RS256. */
  idTokenAlg?: 'RS256' | 'ES256';
  /** The settings that the profile asks for are set, whatever they were before (client-profile.ts). */
  profile?: 'fapi2';
  /** For requests without `max_age`, and for userinfo (RFC 9470). */
  defaultMaxAgeSeconds?: number;
  /** May ask for device codes (RFC 8628). */
  usesDevices?: boolean;
  /** Its pages may ask the browser for a sign-in, without leaving them (D-158). */
  usesFedcm?: boolean;
  /** Origins of its pages, which may call the token endpoints from a browser. */
  webOrigins?: readonly string[];
  /** Its customer is, by operators: nobody signs in there, and people can still sign out (D-116). */
  isSuspended?: true;
}

/** How `client_kind` names them. */
export const CLIENT_KINDS = ['web', 'native'] as const;

export const kindOf = ({
  isNative,
}: Pick<OAuthClient, 'isNative'>): (typeof CLIENT_KINDS)[number] =>
  isNative === true ? 'native' : 'web';

/** How `token_endpoint_auth_method` names it; undefined: by a secret, in either way to send one. */
export const methodOf = ({
  isPublic,
  provesByKey,
}: Pick<OAuthClient, 'isPublic' | 'provesByKey'>): 'none' | 'private_key_jwt' | undefined => {
  if (isPublic === true) return 'none';
  return provesByKey === true ? 'private_key_jwt' : undefined;
};
