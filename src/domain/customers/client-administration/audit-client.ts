// The audit log's record of a relying party: its fields without credentials.
import type { Context } from '../../../context.ts';
import {
  prepareAudit,
  type AuditFields,
  type NewAuditEntry,
  type TenantActor,
} from '../../platform/audit/record.ts';
import type { ClientKey } from '../../openid/clients/client-keys.ts';
import { kindOf, methodOf, type OAuthClient } from '../../openid/clients/oauth-client.ts';

/**
 * Prepares the audit entry for a change to a client. `before` and `after` contain fields under the
 * names that describeClient uses.
 * @param id the client's id
 */
export const prepareClientAudit = (
  ctx: Context,
  actor: TenantActor,
  verb: 'create' | 'update' | 'rotate_secret' | 'delete',
  id: string,
  { before, after }: Pick<NewAuditEntry, 'before' | 'after'>,
) =>
  prepareAudit(ctx, {
    actor,
    action: `oauth_client.${verb}`,
    target: { type: 'oauth_client', id },
    ...(before !== undefined && { before: withoutPicture(before) }),
    ...(after !== undefined && { after: withoutPicture(after) }),
  });

/** Replaces a logo with its length in characters. */
function withoutPicture(fields: AuditFields): AuditFields {
  const { logo } = fields;
  return typeof logo === 'string' ? { ...fields, logo: `${logo.length} characters` } : fields;
}

/**
 * Describes a public key by its `kid`, and by enough of the key to distinguish it from another key
 * with the same `kid`.
 */
const nameOf = ({ kid, kty, n, x = '', y = '' }: ClientKey): string =>
  `${kid ?? kty}:${(n ?? `${x}${y}`).slice(-16)}`;

export const describeClient = (client: OAuthClient) => ({
  name: client.name,
  logo: client.logo ?? null,
  logo_url: client.logoUrl ?? null,
  redirect_uris: client.redirectUris.join(' '),
  scopes: client.scopes.join(' '),
  post_logout_redirect_uris: client.postLogoutRedirectUris.join(' '),
  backchannel_logout_uri: client.backchannelLogoutUri ?? null,
  frontchannel_logout_uri: client.frontchannelLogoutUri ?? null,
  age_thresholds: client.ageThresholds?.join(' ') ?? null,
  refuses_face: client.refusesFace === true,
  dpop_bound_access_tokens: client.needsProof === true,
  pkce_optional: client.pkceOptional === true,
  nonce_optional: client.nonceOptional === true,
  id_token_claims: client.idTokenClaims === true,
  client_kind: kindOf(client),
  require_pushed_authorization_requests: client.pushesRequests === true,
  id_token_signed_response_alg: client.idTokenAlg ?? 'RS256',
  profile: client.profile ?? null,
  default_max_age: client.defaultMaxAgeSeconds ?? null,
  device_flow: client.usesDevices === true,
  fedcm: client.usesFedcm === true,
  token_endpoint_auth_method: methodOf(client) ?? 'client_secret',
  jwks: client.jwks?.keys.map(nameOf).join(' ') ?? null,
  jwks_uri: client.jwksUri ?? null,
  ...(client.isPublic === true && {
    web_origins: client.webOrigins?.join(' ') ?? '',
  }),
});
