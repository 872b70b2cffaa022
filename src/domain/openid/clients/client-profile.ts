// What a security profile of a client sets, in place of what is registered beside it. Pure.
import type { OAuthClient } from './oauth-client.ts';

/** FAPI 2.0 Security Profile, 5.3.2: PAR alone, tokens bound to a key, signatures by ES256. */
export const FAPI2 = {
  pushesRequests: true,
  needsProof: true,
  idTokenAlg: 'ES256',
} as const satisfies Partial<OAuthClient>;

export const withProfile = (client: OAuthClient): OAuthClient =>
  client.profile === 'fapi2' ? { ...client, ...FAPI2 } : client;
