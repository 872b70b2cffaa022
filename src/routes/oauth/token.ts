import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Context } from '../../context.ts';
import type { OAuthClient } from '../../domain/openid/clients/oauth-client.ts';
import type { Proof } from '../../domain/openid/grants/dpop-proof.ts';
import {
  redeemCode,
  redeemDeviceCode,
  rotateRefreshToken,
  type TokenSet,
} from '../../domain/openid/grants/issue-tokens.ts';
import { NO_DETAILS } from '../../domain/signing-in/authorization/parse-request.ts';
import { OAuthError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowOriginOf } from '../../http/auth/client-of-origin.ts';
import { readProof } from '../../http/auth/dpop.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireTokenClient } from '../../http/auth/oauth-client.ts';
import { readForm, requireParameter, type Form } from '../../http/oauth-parameters.ts';
import { DEVICE_GRANT, formOf, oauthErrors, TokenRequest, TokenResponse } from './schemas.ts';

const route = createRoute({
  method: 'post',
  path: '/token',
  operationId: 'requestTokens',
  tags: ['Sign-in'],
  summary: 'Exchange a code, or refresh tokens',
  description:
    'RFC 6749 4.1.3 and 6, with PKCE. Authenticate with `client_secret_basic`, `client_secret_post` or `private_key_jwt`; a public client sends its `client_id`. The refresh token is replaced at every use; a retry with the previous one within 30 seconds receives the same successor, and later reuse ends the grant (with `profile` `fapi2` the grant remains). A device polls with its `device_code` (RFC 8628 3.4). A `DPoP` header (RFC 9449) binds the access token to the key of its proof, and for a public client the refresh token too.',
  security: [],
  request: formOf(TokenRequest),
  responses: {
    200: {
      description: 'The tokens.',
      content: { 'application/json': { schema: TokenResponse } },
    },
    ...oauthErrors(400, 401, 500),
    ...errorResponses(429),
  },
});

export function registerToken(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.post('/token', async (c) => {
    const form = await readForm(c);
    const client = await requireTokenClient(c, form);
    allowOriginOf(c, client);
    const proof = await readProof(c);
    const tokens = await grantTokens(c.get('ctx'), client, form, proof);
    if (tokens === undefined)
      throw new OAuthError('invalid_grant', 'The code or refresh token is invalid or has expired.');
    c.header('Pragma', 'no-cache');
    return c.json(presentTokens(tokens), 200);
  });
}

/**
 * Implements RFC 6749 4.1.3 and 6, and RFC 8628 3.4. Any other grant_type is
 * `unsupported_grant_type` (RFC 6749 5.2).
 */
function grantTokens(
  ctx: Context,
  client: OAuthClient,
  form: Form,
  proof: Proof | undefined,
): Promise<TokenSet | undefined> {
  const type = requireParameter(form, 'grant_type');
  if (form.has('authorization_details'))
    throw new OAuthError('invalid_authorization_details', NO_DETAILS);
  if (type === 'refresh_token')
    return rotateRefreshToken(ctx, client, requireParameter(form, 'refresh_token'), proof);
  if (type === DEVICE_GRANT) {
    if (client.usesDevices !== true)
      throw new OAuthError('unauthorized_client', 'This client may not request device codes.');
    return redeemDeviceCode(ctx, client, requireParameter(form, 'device_code'), proof);
  }
  if (type !== 'authorization_code')
    throw new OAuthError(
      'unsupported_grant_type',
      `Only authorization_code, refresh_token and ${DEVICE_GRANT} are supported.`,
    );
  return redeemCode(ctx, client, {
    code: requireParameter(form, 'code'),
    redirectUri: requireParameter(form, 'redirect_uri'),
    // RFC 7636 4.6: if the code was bound to a challenge, a missing or malformed verifier counts as
    // a wrong one (S-44).
    codeVerifier: form.get('code_verifier'),
    proof,
  });
}

const presentTokens = (tokens: TokenSet): z.infer<typeof TokenResponse> => ({
  access_token: tokens.accessToken,
  token_type: tokens.tokenType,
  expires_in: tokens.expiresInSeconds,
  refresh_token: tokens.refreshToken,
  id_token: tokens.idToken,
  scope: tokens.scope.join(' '),
});
