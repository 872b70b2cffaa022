// Wire shapes of a customer's OAuth clients. Field values are validated in domain/customers/client-administration, all at once.
import { givenName, oneOfNumbers } from '../../http/fields.ts';
import { z } from '@hono/zod-openapi';
import { ClientProfile, ClientProof, EXAMPLE_KEY } from '../../http/contracts/client.ts';
import { AGE_BRACKETS, type AgeBracket } from '../../domain/terms/age-bracket.ts';
import { SCOPES } from '../../domain/terms/scope.ts';
import { CLIENT_KINDS } from '../../domain/openid/clients/oauth-client.ts';
import type { ClientChanges } from '../../domain/openid/clients/own-client.ts';
import type { ClientRegistration } from '../../domain/customers/client-administration/register-client.ts';

export const OAuthClient = z
  .object({
    id: z.string().openapi({ example: 'xoc_7pFq0cW4mT2y' }),
    client_id: z
      .string()
      .openapi({ description: 'The same as `id`.', example: 'xoc_7pFq0cW4mT2y' }),
    name: z.string(),
    logo: z.string().optional(),
    logo_url: z.string().optional(),
    redirect_uris: z.array(z.string()),
    scopes: z.array(z.string()).openapi({ example: ['openid', 'age_verification'] }),
    post_logout_redirect_uris: z.array(z.string()),
    backchannel_logout_uri: z.string().optional(),
    frontchannel_logout_uri: z.string().optional(),
    age_thresholds: z.array(oneOfNumbers(AGE_BRACKETS)).openapi({
      description: 'The ages that claims may speak of; they say nothing about others.',
      example: [18],
    }),
    client_kind: z.enum(CLIENT_KINDS).openapi({
      description:
        '`native`: a program on people’s devices; its redirect URIs at 127.0.0.1 and [::1] are good with any port (RFC 8252 7.3).',
    }),
    pkce_optional: z.boolean().openapi({
      description: 'It may send requests without PKCE; they must have a `nonce`.',
    }),
    nonce_optional: z
      .boolean()
      .openapi({ description: 'Those may come without a `nonce`, too: an operator allows it.' }),
    id_token_claims: z
      .boolean()
      .openapi({ description: 'Its ID tokens have the claims of the granted scopes.' }),
    refuses_face: z.boolean().openapi({ description: 'It takes no sign-in by face.' }),
    dpop_bound_access_tokens: z
      .boolean()
      .openapi({ description: 'It gets tokens bound to a key, and no others (RFC 9449 5.2).' }),
    ...ClientProof,
    ...ClientProfile,
    web_origins: z
      .array(z.string())
      .optional()
      .openapi({ example: ['https://app.example'] }),
    created_at: z.string(),
    previous_secret_expires_at: z
      .string()
      .optional()
      .openapi({ description: 'Until then the previous secret is valid as well.' }),
  })
  .openapi('OAuthClient');

export const OAuthClientWithSecret = OAuthClient.extend({
  client_secret: z
    .string()
    .optional()
    .openapi({ description: 'It is not shown again. Public clients have none.' }),
}).openapi('OAuthClientWithSecret');

const JWKS_RULE = 'jwks must be a JSON Web Key Set.';
const jwkText = z.string({ error: JWKS_RULE }).optional();
const ofPrivateKey = jwkText.openapi({
  description: 'Of a private or symmetric key, which is refused.',
});
const jwkTexts = z.array(z.string({ error: JWKS_RULE }), { error: JWKS_RULE }).optional();

/** Members of RFC 7517 and 7518; the domain decides which of them are stored. */
const GivenKey = z.strictObject(
  {
    kty: z.string({ error: JWKS_RULE }),
    kid: jwkText,
    use: jwkText,
    alg: jwkText,
    crv: jwkText,
    x: jwkText,
    y: jwkText,
    n: jwkText,
    e: jwkText,
    ext: z.boolean({ error: JWKS_RULE }).optional(),
    key_ops: jwkTexts,
    x5c: jwkTexts,
    x5u: jwkText,
    x5t: jwkText,
    d: ofPrivateKey,
    k: ofPrivateKey,
    p: ofPrivateKey,
    q: ofPrivateKey,
    dp: ofPrivateKey,
    dq: ofPrivateKey,
    qi: ofPrivateKey,
  },
  { error: JWKS_RULE },
);
const BY_KEY = 'private_key_jwt';
const flag = (name: string) => z.boolean({ error: `${name} must be true or false.` });
const ALGS = ['RS256', 'ES256'] as const;

const line = (name: string) => z.string({ error: `${name} must be a text.` });
const lines = (name: string) =>
  z.array(z.string({ error: `${name} must list texts.` }), { error: `${name} must be a list.` });

/** Validated together with all other fields (client-faults); described here for typed clients. */
const redirectUris = lines('redirect_uris').openapi({
  description:
    'https, or http on localhost; compared byte for byte, but for ports of loopback addresses with `client_kind` `native`.',
  minItems: 1,
  maxItems: 20,
});
const scopes = lines('scopes').openapi({
  description: 'With `openid`.',
  items: { type: 'string', enum: [...SCOPES] },
  minItems: 1,
});

const THRESHOLDS_RULE = `age_thresholds must list at least one of: ${AGE_BRACKETS.join(', ')}.`;

const optional = {
  logo: line('logo').nullable().optional().openapi({
    description: 'A `data:` URL of a picture, at most 16 KiB.',
  }),
  logo_url: line('logo_url').nullable().optional(),
  post_logout_redirect_uris: lines('post_logout_redirect_uris').optional(),
  backchannel_logout_uri: line('backchannel_logout_uri').nullable().optional(),
  frontchannel_logout_uri: line('frontchannel_logout_uri').nullable().optional().openapi({
    description:
      'Opened in a frame when a person signs out, always with `iss` and `sid`; at the origin of a redirect URI.',
  }),
  age_thresholds: z
    .array(oneOfNumbers(AGE_BRACKETS, THRESHOLDS_RULE), { error: THRESHOLDS_RULE })
    .min(1, THRESHOLDS_RULE)
    .nullable()
    .optional()
    .openapi({ description: 'Default, and null: all.' }),
  refuses_face: z
    .boolean({ error: 'refuses_face must be true or false.' })
    .optional()
    .openapi({ description: 'Default: false. As `acr_values` without `urn:agate:acr:face`.' }),
  client_kind: z
    .enum(CLIENT_KINDS, { error: `client_kind must be one of: ${CLIENT_KINDS.join(', ')}.` })
    .optional()
    .openapi({
      description:
        'Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1] are then good with any port.',
    }),
  pkce_optional: z.boolean({ error: 'pkce_optional must be true or false.' }).optional().openapi({
    description:
      'Default: false. For libraries that cannot do better: requests may come without PKCE, and must then have a `nonce` that your site checks. Not for public and native clients.',
  }),
  id_token_claims: z
    .boolean({ error: 'id_token_claims must be true or false.' })
    .optional()
    .openapi({
      description:
        'Default: false. For libraries that read no userinfo: ID tokens have the claims of the granted scopes, as of then.',
    }),
  dpop_bound_access_tokens: z
    .boolean({ error: 'dpop_bound_access_tokens must be true or false.' })
    .optional()
    .openapi({ description: 'Default: false. Every client may send DPoP proofs; this one must.' }),
  jwks: z
    .strictObject({ keys: z.array(GivenKey, { error: JWKS_RULE }) }, { error: JWKS_RULE })
    .nullable()
    .optional()
    .openapi({
      description:
        'Public keys for ES256, PS256 or Ed25519, at most 10. For `private_key_jwt`, and for signed requests (RFC 9101).',
      example: { keys: [EXAMPLE_KEY] },
    }),
  jwks_uri: line('jwks_uri').nullable().optional().openapi({
    description: 'In place of `jwks`: a public https address, read again after five minutes.',
  }),
  require_pushed_authorization_requests: flag('require_pushed_authorization_requests')
    .optional()
    .openapi({
      description: 'Default: false. Every client may use PAR (RFC 9126); this one must.',
    }),
  id_token_signed_response_alg: z
    .enum(ALGS, { error: `id_token_signed_response_alg must be one of: ${ALGS.join(', ')}.` })
    .optional()
    .openapi({ description: 'Default: RS256.' }),
  profile: z.enum(['fapi2'], { error: 'profile must be fapi2.' }).nullable().optional().openapi({
    description:
      'FAPI 2.0 Security Profile: needs `private_key_jwt` and https redirect URIs, and sets PAR, DPoP and ES256.',
  }),
  default_max_age: z
    .int({ error: 'default_max_age must be a whole number of seconds.' })
    .nullable()
    .optional()
    .openapi({
      description:
        'Seconds, at most a year. For requests without `max_age`; of an older sign-in userinfo wants another one (RFC 9470).',
      example: 3600,
    }),
  device_flow: flag('device_flow')
    .optional()
    .openapi({ description: 'Default: false. It may ask for device codes (RFC 8628).' }),
  fedcm: flag('fedcm').optional().openapi({
    description:
      'Default: false. Its pages, at the origins of its redirect URIs, may ask the browser for a sign-in (FedCM). Not for native clients and for those that push their requests.',
  }),
  web_origins: lines('web_origins')
    .optional()
    .openapi({
      description:
        'Of a public client: origins of pages that call the token endpoints from a browser.',
      example: ['https://app.example'],
    }),
};

const AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'private_key_jwt',
] as const;
const CHANGED_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

export const NewClientBody = z
  .strictObject({
    name: givenName('name'),
    redirect_uris: redirectUris,
    scopes,
    token_endpoint_auth_method: z
      .enum(AUTH_METHODS, {
        error: `token_endpoint_auth_method must be one of: ${AUTH_METHODS.join(', ')}.`,
      })
      .optional()
      .openapi({
        description:
          '`none` makes a public client, for good: no secret, PKCE alone. `private_key_jwt`: no secret, but signatures by a key of `jwks` or `jwks_uri`. Without them both ways to send a secret work.',
      }),
    ...optional,
  })
  .openapi('OAuthClientRegistration');

export const ClientChangesBody = z
  .strictObject({
    name: givenName('name').optional(),
    redirect_uris: redirectUris.optional(),
    scopes: scopes.optional(),
    token_endpoint_auth_method: z
      .enum(CHANGED_METHODS, {
        error: `token_endpoint_auth_method must be one of: ${CHANGED_METHODS.join(', ')}.`,
      })
      .optional()
      .openapi({
        description:
          'With `private_key_jwt` no secret works any more. Back to a secret: the one from before works again; a client that never had one gets it by rotation. Not of public clients.',
      }),
    ...optional,
  })
  .openapi('OAuthClientChanges');

export const toChanges = (body: z.infer<typeof ClientChangesBody>): ClientChanges => ({
  name: body.name,
  logo: body.logo,
  logoUrl: body.logo_url,
  redirectUris: body.redirect_uris,
  scopes: body.scopes && [...new Set(body.scopes)],
  postLogoutRedirectUris: body.post_logout_redirect_uris,
  backchannelLogoutUri: body.backchannel_logout_uri,
  frontchannelLogoutUri: body.frontchannel_logout_uri,
  ageThresholds: body.age_thresholds && inOrder(body.age_thresholds),
  refusesFace: body.refuses_face,
  needsProof: body.dpop_bound_access_tokens,
  pkceOptional: body.pkce_optional,
  idTokenClaims: body.id_token_claims,
  isNative: body.client_kind && body.client_kind === 'native',
  provesByKey: body.token_endpoint_auth_method && body.token_endpoint_auth_method === BY_KEY,
  jwks: body.jwks && asKeys(body.jwks),
  jwksUri: body.jwks_uri,
  pushesRequests: body.require_pushed_authorization_requests,
  idTokenAlg: body.id_token_signed_response_alg,
  profile: body.profile,
  defaultMaxAgeSeconds: body.default_max_age,
  usesDevices: body.device_flow,
  usesFedcm: body.fedcm,
  webOrigins: body.web_origins && [...new Set(body.web_origins)],
});

/** Validated together with all other fields (proof-faults.ts). */
const asKeys = (jwks: object) => jwks as NonNullable<ClientRegistration['jwks']>;

const inOrder = (ages: readonly AgeBracket[]): AgeBracket[] =>
  AGE_BRACKETS.filter((one) => ages.includes(one));

export const toRegistration = (body: z.infer<typeof NewClientBody>): ClientRegistration => ({
  name: body.name,
  redirectUris: body.redirect_uris,
  scopes: [...new Set(body.scopes)],
  postLogoutRedirectUris: body.post_logout_redirect_uris ?? [],
  ...(typeof body.logo === 'string' && { logo: body.logo }),
  ...(typeof body.logo_url === 'string' && { logoUrl: body.logo_url }),
  ...(typeof body.backchannel_logout_uri === 'string' && {
    backchannelLogoutUri: body.backchannel_logout_uri,
  }),
  ...(typeof body.frontchannel_logout_uri === 'string' && {
    frontchannelLogoutUri: body.frontchannel_logout_uri,
  }),
  ...(body.refuses_face === true && { refusesFace: true as const }),
  ...(body.dpop_bound_access_tokens !== undefined && {
    needsProof: body.dpop_bound_access_tokens,
  }),
  ...(body.pkce_optional === true && { pkceOptional: true }),
  ...(body.id_token_claims === true && { idTokenClaims: true }),
  ...(body.client_kind === 'native' && { isNative: true }),
  ...(body.token_endpoint_auth_method === 'none' && { isPublic: true }),
  ...(body.token_endpoint_auth_method === BY_KEY && { provesByKey: true }),
  ...(body.jwks && { jwks: asKeys(body.jwks) }),
  ...(typeof body.jwks_uri === 'string' && { jwksUri: body.jwks_uri }),
  ...(body.require_pushed_authorization_requests !== undefined && {
    pushesRequests: body.require_pushed_authorization_requests,
  }),
  ...(body.id_token_signed_response_alg !== undefined && {
    idTokenAlg: body.id_token_signed_response_alg,
  }),
  ...(body.profile && { profile: body.profile }),
  ...(typeof body.default_max_age === 'number' && { defaultMaxAgeSeconds: body.default_max_age }),
  ...(body.device_flow === true && { usesDevices: true }),
  ...(body.fedcm === true && { usesFedcm: true }),
  ...(body.web_origins !== undefined && { webOrigins: [...new Set(body.web_origins)] }),
  ...(Array.isArray(body.age_thresholds) && { ageThresholds: inOrder(body.age_thresholds) }),
});
