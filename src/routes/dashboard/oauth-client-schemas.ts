// Request and response schemas for a customer's OAuth clients. The field values are validated
// together, in domain/customers/client-administration.
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
      description:
        'Ages about which the client may request claims. Claims say nothing about other ages.',
      example: [18],
    }),
    client_kind: z.enum(CLIENT_KINDS).openapi({
      description:
        '`native`: a program on people’s devices. Its redirect URIs at 127.0.0.1 and [::1] match any port (RFC 8252 7.3).',
    }),
    pkce_optional: z.boolean().openapi({
      description: 'Whether requests may omit PKCE. They must then have a `nonce`.',
    }),
    nonce_optional: z.boolean().openapi({
      description: 'Whether requests without PKCE may also omit the `nonce`. Set by an operator.',
    }),
    id_token_claims: z
      .boolean()
      .openapi({ description: 'Whether ID tokens contain the claims of the granted scopes.' }),
    refuses_face: z
      .boolean()
      .openapi({ description: 'Whether the client refuses sign-in by face.' }),
    dpop_bound_access_tokens: z.boolean().openapi({
      description:
        'Whether the client only gets tokens that are bound to a key (DPoP, RFC 9449 5.2).',
    }),
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
      .openapi({ description: 'When the previous secret stops being valid.' }),
  })
  .openapi('OAuthClient');

export const OAuthClientWithSecret = OAuthClient.extend({
  client_secret: z
    .string()
    .optional()
    .openapi({ description: 'Client secret, shown only once. Absent for public clients.' }),
}).openapi('OAuthClientWithSecret');

const JWKS_RULE = 'jwks must be a JSON Web Key Set.';
const jwkText = z.string({ error: JWKS_RULE }).optional();
const ofPrivateKey = jwkText.openapi({
  description: 'Member of a private or symmetric key, which is refused.',
});
const jwkTexts = z.array(z.string({ error: JWKS_RULE }), { error: JWKS_RULE }).optional();

/** The members of a JSON Web Key (RFC 7517 and 7518); the domain decides which are stored. */
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

/**
 * The domain validates the value together with all other fields (client-faults.ts); this schema
 * only describes it for typed clients.
 */
const redirectUris = lines('redirect_uris').openapi({
  description:
    'https, or http on localhost. Compared byte for byte, except for ports of loopback addresses with `client_kind` `native`.',
  minItems: 1,
  maxItems: 20,
});
const scopes = lines('scopes').openapi({
  description: 'Must include `openid`.',
  items: { type: 'string', enum: [...SCOPES] },
  minItems: 1,
});

const THRESHOLDS_RULE = `age_thresholds must list at least one of: ${AGE_BRACKETS.join(', ')}.`;

const optional = {
  logo: line('logo').nullable().optional().openapi({
    description: 'Logo as a `data:` URL, at most 16 KiB.',
  }),
  logo_url: line('logo_url').nullable().optional(),
  post_logout_redirect_uris: lines('post_logout_redirect_uris').optional(),
  backchannel_logout_uri: line('backchannel_logout_uri').nullable().optional(),
  frontchannel_logout_uri: line('frontchannel_logout_uri').nullable().optional().openapi({
    description:
      'Opened in a frame when a person signs out, always with `iss` and `sid`. Must be at the origin of a redirect URI.',
  }),
  age_thresholds: z
    .array(oneOfNumbers(AGE_BRACKETS, THRESHOLDS_RULE), { error: THRESHOLDS_RULE })
    .min(1, THRESHOLDS_RULE)
    .nullable()
    .optional()
    .openapi({ description: 'Default, and null: all ages.' }),
  refuses_face: z.boolean({ error: 'refuses_face must be true or false.' }).optional().openapi({
    description:
      'Default: false. Refuses sign-in by face, like `acr_values` without `urn:agate:acr:face`.',
  }),
  client_kind: z
    .enum(CLIENT_KINDS, { error: `client_kind must be one of: ${CLIENT_KINDS.join(', ')}.` })
    .optional()
    .openapi({
      description:
        'Default: `web`. `native`: a program on people’s devices; redirect URIs at 127.0.0.1 and [::1] then match any port.',
    }),
  pkce_optional: z.boolean({ error: 'pkce_optional must be true or false.' }).optional().openapi({
    description:
      'Default: false. For libraries without PKCE support: requests may omit PKCE but must then have a `nonce` that your site checks. Not for public and native clients.',
  }),
  id_token_claims: z
    .boolean({ error: 'id_token_claims must be true or false.' })
    .optional()
    .openapi({
      description:
        'Default: false. For libraries that do not read userinfo: ID tokens contain the claims of the granted scopes, as of their issue.',
    }),
  dpop_bound_access_tokens: z
    .boolean({ error: 'dpop_bound_access_tokens must be true or false.' })
    .optional()
    .openapi({
      description: 'Default: false. If true, the client must send DPoP proofs; otherwise it may.',
    }),
  jwks: z
    .strictObject({ keys: z.array(GivenKey, { error: JWKS_RULE }) }, { error: JWKS_RULE })
    .nullable()
    .optional()
    .openapi({
      description:
        'Public keys for ES256, PS256 or Ed25519, at most 10. Used for `private_key_jwt` and for signed requests (RFC 9101).',
      example: { keys: [EXAMPLE_KEY] },
    }),
  jwks_uri: line('jwks_uri').nullable().optional().openapi({
    description:
      'Public https URL of the keys, instead of `jwks`. Fetched again after five minutes.',
  }),
  require_pushed_authorization_requests: flag('require_pushed_authorization_requests')
    .optional()
    .openapi({
      description: 'Default: false. If true, the client must use PAR (RFC 9126); otherwise it may.',
    }),
  id_token_signed_response_alg: z
    .enum(ALGS, { error: `id_token_signed_response_alg must be one of: ${ALGS.join(', ')}.` })
    .optional()
    .openapi({ description: 'Default: RS256.' }),
  profile: z.enum(['fapi2'], { error: 'profile must be fapi2.' }).nullable().optional().openapi({
    description:
      'FAPI 2.0 Security Profile. Requires `private_key_jwt` and https redirect URIs, and enables PAR, DPoP and ES256.',
  }),
  default_max_age: z
    .int({ error: 'default_max_age must be a whole number of seconds.' })
    .nullable()
    .optional()
    .openapi({
      description:
        'Maximum authentication age in seconds for requests without `max_age`, at most a year. After an older sign-in, userinfo requires a new one (RFC 9470).',
      example: 3600,
    }),
  device_flow: flag('device_flow').optional().openapi({
    description: 'Default: false. Whether the client may request device codes (RFC 8628).',
  }),
  fedcm: flag('fedcm').optional().openapi({
    description:
      'Default: false. Whether the client’s pages, at the origins of its redirect URIs, may ask the browser for a sign-in (FedCM). Not for native clients or clients that push their requests.',
  }),
  web_origins: lines('web_origins')
    .optional()
    .openapi({
      description:
        'For public clients: origins of pages that call the token endpoints from a browser.',
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
          '`none` creates a public client permanently: no secret, PKCE only. `private_key_jwt`: no secret, but signatures with a key of `jwks` or `jwks_uri`. Default: both ways to send a secret work.',
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
          'With `private_key_jwt`, secrets stop working. After switching back, the previous secret works again; a client that never had one gets it by rotation. Not for public clients.',
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

/**
 * The cast does not validate anything: the domain validates the keys together with all other fields
 * (proof-faults.ts).
 */
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
