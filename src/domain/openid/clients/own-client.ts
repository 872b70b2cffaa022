// A relying party as its customer sees and edits it, as plain data.
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { ClientKey } from './client-keys.ts';
import type { OAuthClient } from './oauth-client.ts';

/** A client as its owner sees it, without its secrets. */
export interface OwnClient {
  client: OAuthClient;
  createdAtMs: number;
  /** The time until which the previous secret still works. */
  previousSecretUntilMs?: number;
}

/** The fields that can be edited; null removes a value. */
export interface ClientChanges {
  name?: string | undefined;
  logo?: string | null | undefined;
  logoUrl?: string | null | undefined;
  redirectUris?: readonly string[] | undefined;
  scopes?: readonly string[] | undefined;
  postLogoutRedirectUris?: readonly string[] | undefined;
  backchannelLogoutUri?: string | null | undefined;
  frontchannelLogoutUri?: string | null | undefined;
  ageThresholds?: readonly AgeBracket[] | null | undefined;
  refusesFace?: boolean | undefined;
  needsProof?: boolean | undefined;
  pkceOptional?: boolean | undefined;
  idTokenClaims?: boolean | undefined;
  isNative?: boolean | undefined;
  provesByKey?: boolean | undefined;
  jwks?: { keys: readonly ClientKey[] } | null | undefined;
  jwksUri?: string | null | undefined;
  pushesRequests?: boolean | undefined;
  idTokenAlg?: 'RS256' | 'ES256' | undefined;
  profile?: 'fapi2' | null | undefined;
  defaultMaxAgeSeconds?: number | null | undefined;
  usesDevices?: boolean | undefined;
  usesFedcm?: boolean | undefined;
  webOrigins?: readonly string[] | undefined;
}
