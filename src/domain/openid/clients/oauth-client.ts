// A relying party as plain data. client.ts looks it up.
import type { StoredResidency } from '../../terms/residency.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { ClientKey } from './client-keys.ts';

export interface OAuthClient extends StoredResidency {
  /** The client id, `xoc_…`. */
  id: string;
  tenantId: string;
  name: string;
  /** The logo as a `data:` URL. */
  logo?: string;
  logoUrl?: string;
  redirectUris: string[];
  scopes: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri?: string;
  /** Opened in a frame when a person signs out (D-111). */
  frontchannelLogoutUri?: string;
  /** The age thresholds that its claims may contain; absent: all (D-56). */
  ageThresholds?: readonly AgeBracket[];
  /** Its requests may omit the code challenge if they have a nonce (D-103). */
  pkceOptional?: boolean;
  /** Requests without a code challenge may omit the nonce, too. */
  nonceOptional?: boolean;
  /** Its ID tokens carry the claims of userinfo (D-133). */
  idTokenClaims?: boolean;
  /** A program on people's devices, which listens on any free port (D-134). */
  isNative?: boolean;
  /** It does not accept sign-in by face (D-99). */
  refusesFace?: true;
  /**
   * A setting of its tenant: people must show their account's face before they share an age with it
   * (D-104).
   */
  ownerFace?: true;
  /** An app on people's devices, which cannot keep a secret (D-105). */
  isPublic?: boolean;
  /** It gets only tokens that are bound to a key (D-112). */
  needsProof?: boolean;
  /** It authenticates by signature (`private_key_jwt`); a secret does not work (D-153). */
  provesByKey?: boolean;
  /** Its public keys, or their address; at most one of the two. */
  jwks?: { keys: readonly ClientKey[] };
  jwksUri?: string;
  /** Its requests must come by PAR (RFC 9126 6). */
  pushesRequests?: boolean;
  /** The algorithm that signs its ID tokens; absent: RS256. */
  idTokenAlg?: 'RS256' | 'ES256';
  /** The profile's settings override the client's own (client-profile.ts). */
  profile?: 'fapi2';
  /** The maximum age of the sign-in, for requests without `max_age` and for userinfo (RFC 9470). */
  defaultMaxAgeSeconds?: number;
  /** It may ask for device codes (RFC 8628). */
  usesDevices?: boolean;
  /** Its pages may use FedCM: the browser signs people in without leaving the page (D-158). */
  usesFedcm?: boolean;
  /** Origins of its pages, which may call the token endpoints from a browser (CORS). */
  webOrigins?: readonly string[];
  /**
   * Operators suspended its customer: nobody can sign in there, but people can still sign out
   * (D-116).
   */
  isSuspended?: true;
}

/** The values of `client_kind`. */
export const CLIENT_KINDS = ['web', 'native'] as const;

export const kindOf = ({
  isNative,
}: Pick<OAuthClient, 'isNative'>): (typeof CLIENT_KINDS)[number] =>
  isNative === true ? 'native' : 'web';

/**
 * @returns the client's `token_endpoint_auth_method`; undefined for a client with a secret, which
 *   it may send in either way
 */
export const methodOf = ({
  isPublic,
  provesByKey,
}: Pick<OAuthClient, 'isPublic' | 'provesByKey'>): 'none' | 'private_key_jwt' | undefined => {
  if (isPublic === true) return 'none';
  return provesByKey === true ? 'private_key_jwt' : undefined;
};
