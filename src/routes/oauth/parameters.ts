// Parameters of authorization requests and of client authentication, for the API description.
import { z } from '@hono/zod-openapi';

const optional = (description: string) => z.string().optional().openapi({ description });

/**
 * Describes the parameters for the API reference only: parse-request.ts validates them, and reports
 * a fault to the site if that is safe.
 */
export const AuthorizationParameters = z.object({
  response_type: z.string().openapi({ description: '`code`.' }),
  client_id: z.string().openapi({ example: 'xoc_7pFq0cW4mT2y' }),
  redirect_uri: z.string().openapi({ description: 'Exactly one of the registered URIs.' }),
  scope: z.string().openapi({ example: 'openid age_verification' }),
  state: optional('Returned unchanged. Recommended.'),
  response_mode: optional(
    '`query`, or `form_post`: our page posts the response to your redirect URI.',
  ),
  nonce: optional('Returned in the ID token.'),
  code_challenge: z.string().openapi({ description: 'BASE64URL(SHA256(code_verifier)).' }),
  code_challenge_method: z.string().openapi({ description: '`S256`.' }),
  dpop_jkt: optional(
    'RFC 7638 thumbprint of the DPoP key that must redeem the code (RFC 9449 10).',
  ),
  prompt: optional('`none`, or `login`, `consent`, `select_account`.'),
  max_age: optional('Maximum seconds since the person’s last authentication.'),
  id_token_hint: optional('ID token of the person whom the site expects.'),
  login_hint: optional('Email address with which to fill in the form.'),
  acr_values: optional('Preferred ways to sign in.'),
  ui_locales: optional('Preferred languages of the service’s pages.'),
  request: optional(
    'When pushed: a signed request object. All other parameters are then ignored (RFC 9101).',
  ),
});

/** The parameters in a browser's request. */
export const BrowserParameters = AuthorizationParameters.omit({ request: true })
  .partial()
  .required({ client_id: true })
  .extend({
    request_uri: optional(
      'URI of a pushed request. All other parameters except `client_id` are then ignored (RFC 9126).',
    ),
  });

/** Client credentials in the form, instead of the Authorization header of `client_secret_basic`. */
export const ClientCredentials = {
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  client_assertion: optional(
    'JWT for `private_key_jwt` (RFC 7523), valid for at most five minutes and one use.',
  ),
  client_assertion_type: optional('`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.'),
};
