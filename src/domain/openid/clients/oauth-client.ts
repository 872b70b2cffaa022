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
  /** The URL that is opened in a frame when a person signs out (D-111). */
  frontchannelLogoutUri?: string;
  /** The age thresholds for which the client may receive claims; absent for all (D-56). */
  ageThresholds?: readonly AgeBracket[];
  /** Whether the client's requests may omit the code challenge if they have a nonce (D-103). */
  pkceOptional?: boolean;
  /** Whether requests without a code challenge may also omit the nonce. */
  nonceOptional?: boolean;
  /** Whether the client's ID tokens contain the claims of userinfo responses (D-133). */
  idTokenClaims?: boolean;
  /**
   * Whether the client is a native app, which may receive redirects on any free port of the
   * person's device (D-134).
   */
  isNative?: boolean;
  /** Whether the client does not accept sign-ins by face (D-99). */
  refusesFace?: true;
  /**
   * A setting of the client's tenant: people must show the face that is enrolled in their account
   * before they share an age with the client (D-104).
   */
  ownerFace?: true;
  /**
   * Whether the client is public: it runs on people's devices, and cannot keep a secret (D-105).
   */
  isPublic?: boolean;
  /** Whether the client only receives tokens that are bound to a key (D-112). */
  needsProof?: boolean;
  /**
   * Whether the client authenticates with a signature (`private_key_jwt`), so that a secret does
   * not work (D-153).
   */
  provesByKey?: boolean;
  /** The client's public keys, or their URL; at most one of the two. */
  jwks?: { keys: readonly ClientKey[] };
  jwksUri?: string;
  /** Whether the client must send its requests through PAR (RFC 9126 6). */
  pushesRequests?: boolean;
  /** The algorithm that signs the client's ID tokens; absent for RS256. */
  idTokenAlg?: 'RS256' | 'ES256';
  /**
   * The client's security profile, whose settings override the client's own (client-profile.ts).
   */
  profile?: 'fapi2';
  /**
   * The maximum age of a sign-in, for authorization requests without `max_age` and for userinfo
   * requests (RFC 9470).
   */
  defaultMaxAgeSeconds?: number;
  /** Whether the client may request device codes (RFC 8628). */
  usesDevices?: boolean;
  /**
   * Whether the client's pages may use FedCM: the browser signs people in without leaving the page
   * (D-158).
   */
  usesFedcm?: boolean;
  /** Origins of the client's pages that may call the token endpoints from a browser (CORS). */
  webOrigins?: readonly string[];
  /**
   * Whether operators have suspended the client's customer: nobody can sign in to the client, but
   * people can still sign out (D-116).
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
 *   may use `client_secret_basic` or `client_secret_post`
 */
export const methodOf = ({
  isPublic,
  provesByKey,
}: Pick<OAuthClient, 'isPublic' | 'provesByKey'>): 'none' | 'private_key_jwt' | undefined => {
  if (isPublic === true) return 'none';
  return provesByKey === true ? 'private_key_jwt' : undefined;
};
