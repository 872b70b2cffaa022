// Request and response schemas for the token endpoints, for the API description; RFC 6749, 7009,
// 7662 and OIDC Core define them.
import { z } from '@hono/zod-openapi';
import { ClientCredentials } from './parameters.ts';

/** The grant type of the device flow (RFC 8628 3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export const TokenRequest = z
  .object({
    grant_type: z.enum(['authorization_code', 'refresh_token', DEVICE_GRANT]),
    device_code: z.string().optional().openapi({ description: '`xdc_…`.' }),
    code: z
      .string()
      .optional()
      .openapi({ description: '`xoac_…`, single use, valid for 60 seconds.' }),
    redirect_uri: z
      .string()
      .optional()
      .openapi({ description: 'The redirect URI of the authorization request.' }),
    code_verifier: z
      .string()
      .optional()
      .openapi({ description: 'PKCE verifier, 43-128 characters.' }),
    refresh_token: z
      .string()
      .optional()
      .openapi({ description: '`xort_…`; replaced at every use.' }),
    ...ClientCredentials,
  })
  .openapi('TokenRequest');

export const TokenResponse = z
  .object({
    access_token: z.string().openapi({ description: 'JWT, `typ: at+jwt` (RFC 9068).' }),
    token_type: z.enum(['Bearer', 'DPoP']),
    expires_in: z.int().openapi({ example: 3600 }),
    refresh_token: z.string().openapi({ description: '`xort_…`' }),
    id_token: z.string().openapi({
      description: 'JWT, signed with RS256 unless the client is registered for ES256.',
    }),
    scope: z.string().openapi({ example: 'openid age_verification' }),
  })
  .openapi('TokenResponse');

export const TokenQuery = z
  .object({
    token: z.string().openapi({ minLength: 1 }),
    token_type_hint: z.string().optional().openapi({ description: 'Ignored.' }),
    ...ClientCredentials,
  })
  .openapi('TokenQuery');

export const Introspection = z
  .union([
    // This schema must be first: generated clients take the first schema that fits, and this one
    // requires more members than the other.
    z
      .object({
        active: z.literal(true),
        scope: z.string(),
        client_id: z.string(),
        sub: z.string(),
        exp: z.int(),
        iat: z.int(),
        iss: z.string(),
        token_type: z.string().openapi({ example: 'Bearer' }),
        auth_time: z.int().optional().openapi({
          description: 'Time of the person’s last authentication (RFC 9470 6.2).',
        }),
        acr: z.string().optional().openapi({ example: 'urn:agate:acr:passkey' }),
        cnf: z
          .object({ jkt: z.string() })
          .optional()
          .openapi({ description: 'Present for a token that is bound to a key (RFC 9449 6.2).' }),
      })
      .openapi('ActiveToken'),
    z.object({ active: z.literal(false) }).openapi('InactiveToken'),
  ])
  .openapi('Introspection');

export const Revocation = z.object({ status: z.literal('ok') }).openapi('Revocation');

export const Userinfo = z
  .object({
    sub: z.string().openapi({ description: '`xid_…`, the same for every client.' }),
    name: z.string().optional().openapi({ description: 'Requires scope `profile`.' }),
    display_name: z
      .string()
      .optional()
      .openapi({ description: 'Same value as `name`. Requires scope `profile`.' }),
    email: z.string().optional().openapi({ description: 'Requires scope `email`.' }),
    email_verified: z.boolean().optional(),
    age_verified: z
      .boolean()
      .optional()
      .openapi({ description: 'Requires scope `age_verification`.' }),
    verified_brackets: z
      .array(z.string())
      .optional()
      .openapi({ example: ['+12', '+15', '+18'] }),
    meets_threshold: z
      .object({
        '12': z.boolean(),
        '15': z.boolean(),
        '18': z.boolean(),
        '21': z.boolean(),
        '25': z.boolean(),
      })
      .optional(),
    age_bracket: z.string().optional().openapi({ example: '18+' }),
    verification_level: z.string().optional().openapi({ example: 'ml' }),
    verified_at: z.string().optional().openapi({ example: '2026-08-13T09:30:00Z' }),
    connected_sites_count: z
      .int()
      .optional()
      .openapi({ description: 'Requires scope `connections`.' }),
  })
  .openapi('Userinfo');

export const OAuthErrorBody = z
  .object({
    error: z.string().openapi({ example: 'invalid_grant' }),
    error_description: z.string(),
  })
  .openapi('OAuthError');

const FORM = 'application/x-www-form-urlencoded';

/** @param schema the schema of a form's parameters */
export const formOf = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { [FORM]: { schema } } },
});

/** @param statuses the statuses whose body is an error of RFC 6749 */
export const oauthErrors = (...statuses: number[]) =>
  Object.fromEntries(
    (statuses.includes(500) ? [...statuses, 503] : statuses).map((status) => [
      status,
      {
        description: 'An error of RFC 6749.',
        content: { 'application/json': { schema: OAuthErrorBody } },
      },
    ]),
  );
