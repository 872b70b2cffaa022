import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from '../../context.ts';
import { SCOPES } from '../../domain/terms/scope.ts';
import { CLIENT_ALGORITHMS } from '../../domain/openid/clients/client-keys.ts';
import { PROOF_ALGORITHMS } from '../../domain/openid/grants/dpop-proof.ts';
import { PROMPTS, RESPONSE_MODES } from '../../domain/openid/grants/authorization-request.ts';
import { acrValues } from '../../domain/terms/authentication.ts';
import { shownLevels } from '../../domain/verification/session-margin.ts';
import { SUPPORTED_LOCALES } from '../../domain/terms/locale.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { keepJson, type KeptJson } from '../../http/etag.ts';

const url = z.string().openapi({ example: 'https://id.example/oauth/token' });
const names = z.array(z.string());

const ProviderMetadata = z
  .object({
    issuer: z.string().openapi({ example: 'https://id.example' }),
    authorization_endpoint: url,
    token_endpoint: url,
    pushed_authorization_request_endpoint: url,
    device_authorization_endpoint: url,
    userinfo_endpoint: url,
    revocation_endpoint: url,
    introspection_endpoint: url,
    jwks_uri: url,
    end_session_endpoint: url,
    scopes_supported: names,
    response_types_supported: names,
    response_modes_supported: names,
    grant_types_supported: names,
    token_endpoint_auth_methods_supported: names,
    token_endpoint_auth_signing_alg_values_supported: names,
    revocation_endpoint_auth_methods_supported: names,
    introspection_endpoint_auth_methods_supported: names,
    revocation_endpoint_auth_signing_alg_values_supported: names,
    introspection_endpoint_auth_signing_alg_values_supported: names,
    request_object_signing_alg_values_supported: names,
    require_pushed_authorization_requests: z.boolean(),
    subject_types_supported: names,
    id_token_signing_alg_values_supported: names,
    code_challenge_methods_supported: names,
    dpop_signing_alg_values_supported: names,
    claims_supported: names,
    acr_values_supported: names,
    prompt_values_supported: names,
    display_values_supported: names,
    claim_types_supported: names,
    ui_locales_supported: names,
    service_documentation: url,
    authorization_response_iss_parameter_supported: z.boolean(),
    claims_parameter_supported: z.boolean(),
    request_parameter_supported: z.boolean(),
    request_uri_parameter_supported: z.boolean(),
    require_request_uri_registration: z.boolean(),
    backchannel_logout_supported: z.boolean(),
    backchannel_logout_session_supported: z.boolean(),
    frontchannel_logout_supported: z.boolean(),
    frontchannel_logout_session_supported: z.boolean(),
  })
  .openapi('ProviderMetadata');

const describe = (path: string, operationId: string, source: string) =>
  createRoute({
    method: 'get',
    path,
    operationId,
    tags: ['Discovery'],
    summary: 'Read the metadata of the sign-in provider',
    description: `Raw ${source}, no envelope. Cached for an hour.`,
    security: [],
    responses: {
      200: {
        description: "The provider's metadata.",
        content: { 'application/json': { schema: ProviderMetadata } },
      },
      304: { description: 'The document is unchanged (`If-None-Match`).' },
      ...errorResponses(429, 500),
    },
  });

/**
 * RFC 8414 5 and OpenID Connect Discovery 4 define different addresses, and clients may try either
 * one, so both addresses serve the same document.
 */
const routes = [
  describe('/openid-configuration', 'readOpenIdConfiguration', 'OpenID Connect Discovery 1.0'),
  describe('/oauth-authorization-server', 'readAuthorizationServerMetadata', 'RFC 8414'),
];

export function registerOpenIdConfiguration(surface: OpenAPIHono<AppEnv>): void {
  for (const route of routes) {
    surface.openapi(route, async (c) => {
      const { bytes, etag } = await rememberProvider(c.get('ctx'));
      c.header('Cache-Control', 'public, max-age=3600');
      c.header('ETag', etag);
      if (c.req.header('If-None-Match') === etag) return c.body(null, 304);
      return c.body(bytes, 200, { 'Content-Type': 'application/json' });
    });
  }
}

const known = new WeakMap<Context['config'], Promise<KeptJson>>();

/**
 * Caches the document per isolate: it depends on the configuration and the bound Workers, which do
 * not change during the isolate's life.
 */
function rememberProvider(ctx: Context): Promise<KeptJson> {
  const provider = known.get(ctx.config) ?? keepJson(presentProvider(ctx));
  known.set(ctx.config, provider);
  return provider;
}

/** The grant type that declares support for device authorization (RFC 8628 4). */
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * The members from spec 4.6 come first, then those for additional features. The document must list
 * only supported features (S-83).
 */
function presentProvider(ctx: Context): z.infer<typeof ProviderMetadata> {
  const { baseUrl } = ctx.config;
  const methods = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'];
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    pushed_authorization_request_endpoint: `${baseUrl}/oauth/par`,
    device_authorization_endpoint: `${baseUrl}/oauth/device_authorization`,
    userinfo_endpoint: `${baseUrl}/oauth/userinfo`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    end_session_endpoint: `${baseUrl}/oauth/logout`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: [...RESPONSE_MODES],
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    token_endpoint_auth_methods_supported: [...methods, 'none'],
    // `none` is included because anyone who has a token may revoke it (D-38).
    revocation_endpoint_auth_methods_supported: [...methods, 'none'],
    introspection_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: [...CLIENT_ALGORITHMS],
    revocation_endpoint_auth_signing_alg_values_supported: [...CLIENT_ALGORITHMS],
    introspection_endpoint_auth_signing_alg_values_supported: [...CLIENT_ALGORITHMS],
    // Request objects are accepted only in pushed requests, so request_parameter_supported is
    // false.
    request_object_signing_alg_values_supported: [...CLIENT_ALGORITHMS],
    require_pushed_authorization_requests: false,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: [...PROOF_ALGORITHMS],
    claims_supported: CLAIMS,
    acr_values_supported: acrValues({
      levels: shownLevels(ctx),
      seesFaces: ctx.face !== undefined,
    }),
    prompt_values_supported: [...PROMPTS],
    display_values_supported: ['page'],
    claim_types_supported: ['normal'],
    ui_locales_supported: [...SUPPORTED_LOCALES],
    service_documentation: `${baseUrl}/docs`,
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
  };
}

/** Every claim in userinfo responses and ID tokens (spec 2.5, D-31). */
const CLAIMS = [
  'sub',
  'iss',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'at_hash',
  'sid',
  'amr',
  'acr',
  'name',
  'display_name',
  'email',
  'email_verified',
  'age_verified',
  'verified_brackets',
  'meets_threshold',
  'age_bracket',
  'verification_level',
  'verified_at',
  'connected_sites_count',
];
