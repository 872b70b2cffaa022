// Maps a customer's OAuth clients to wire fields.
import { thresholdsOf } from '../../domain/terms/age-bracket.ts';
import { kindOf, methodOf } from '../../domain/openid/clients/oauth-client.ts';
import type { OwnClient } from '../../domain/openid/clients/own-client.ts';
import { presentProfile, presentProof } from '../../http/contracts/client.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export function presentOAuthClient({ client, createdAtMs, previousSecretUntilMs = 0 }: OwnClient) {
  const { logo, logoUrl, backchannelLogoutUri, frontchannelLogoutUri } = client;
  return {
    id: client.id,
    // OAuth calls the id of a client `client_id` (D-61).
    client_id: client.id,
    name: client.name,
    ...(logo !== undefined && { logo }),
    ...(logoUrl !== undefined && { logo_url: logoUrl }),
    redirect_uris: client.redirectUris,
    scopes: client.scopes,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(backchannelLogoutUri !== undefined && { backchannel_logout_uri: backchannelLogoutUri }),
    ...(frontchannelLogoutUri !== undefined && { frontchannel_logout_uri: frontchannelLogoutUri }),
    age_thresholds: [...thresholdsOf(client)],
    client_kind: kindOf(client),
    pkce_optional: client.pkceOptional === true,
    nonce_optional: client.nonceOptional === true,
    id_token_claims: client.idTokenClaims === true,
    refuses_face: client.refusesFace === true,
    dpop_bound_access_tokens: client.needsProof === true,
    ...presentProof(client, methodOf(client)),
    ...presentProfile(client),
    ...(client.isPublic === true && {
      web_origins: [...(client.webOrigins ?? [])],
    }),
    created_at: toTimestamp(createdAtMs),
    ...(previousSecretUntilMs > Date.now() && {
      previous_secret_expires_at: toTimestamp(previousSecretUntilMs),
    }),
  };
}

/** Maps a client with its secret, which is shown only after creation and rotation. */
export const presentClientWithSecret = (own: OwnClient, secret: string | undefined) => ({
  ...presentOAuthClient(own),
  ...(secret !== undefined && { client_secret: secret }),
});
