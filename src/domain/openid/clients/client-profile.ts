// The settings that a security profile imposes on a client, regardless of the client's own. Pure.
import type { OAuthClient } from './oauth-client.ts';

/** FAPI 2.0 Security Profile, 5.3.2: PAR only, key-bound tokens, ES256 signatures. */
export const FAPI2 = {
  pushesRequests: true,
  needsProof: true,
  idTokenAlg: 'ES256',
} as const satisfies Partial<OAuthClient>;

export const withProfile = (client: OAuthClient): OAuthClient =>
  client.profile === 'fapi2' ? { ...client, ...FAPI2 } : client;
