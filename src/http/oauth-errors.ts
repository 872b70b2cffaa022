// Errors from the token endpoints in the format of RFC 6749. Responses with status 413, 415 or 429
// use the envelope, as on every surface (D-1).
import type { Context as HonoContext } from 'hono';
import { OAuthError, type OAuthErrorCode } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { DPOP_ALGORITHMS } from './auth/dpop.ts';
import { statusOf } from './error-status.ts';
import { recogniseError, renderError, setRetryAfter } from './envelope.ts';

const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_dpop_proof: 400,
  unauthorized_client: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  insufficient_user_authentication: 401,
  access_denied: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  login_required: 400,
  consent_required: 400,
  unmet_authentication_requirements: 400,
  invalid_request_object: 400,
  invalid_authorization_details: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  registration_not_supported: 400,
} as const satisfies Record<OAuthErrorCode, number>;

const IN_THE_ENVELOPE: readonly number[] = [413, 415, 429];

export async function renderOAuthError(error: unknown, c: HonoContext<AppEnv>): Promise<Response> {
  if (error instanceof OAuthError) return respond(error, c);
  const known = await recogniseError(error, c);
  if (IN_THE_ENVELOPE.includes(statusOf(known))) return renderError(known, c);
  if (known.code === 'UNAVAILABLE') {
    setRetryAfter(known, c);
    return c.json({ error: 'temporarily_unavailable', error_description: known.message }, 503);
  }
  if (known.code !== 'INTERNAL_ERROR')
    return respond(new OAuthError('invalid_request', known.message), c);
  return c.json({ error: 'server_error', error_description: known.message }, 500);
}

function respond(error: OAuthError, c: HonoContext<AppEnv>): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Pragma', 'no-cache');
  const { code, message, scheme } = error;
  const challenge = challengeOf(error);
  if (challenge !== undefined) c.header('WWW-Authenticate', challenge);
  // RFC 9449 7.1: an invalid proof that comes with an access token means that the token is not
  // accepted, hence 401.
  const status = code === 'invalid_dpop_proof' && scheme === 'DPoP' ? 401 : STATUS[code];
  return c.json({ error: code, error_description: message }, status);
}

/**
 * Returns the WWW-Authenticate header: as in RFC 6749 5.2 for clients, RFC 6750 3 for bearer
 * tokens, and RFC 9449 7.1 for DPoP-bound tokens.
 */
function challengeOf({ code, message, scheme, maxAgeSeconds }: OAuthError): string | undefined {
  if (code === 'invalid_client') return 'Basic realm="oauth"';
  // RFC 9470 3: the `max_age` that the client must send in a new authorization request.
  const age = maxAgeSeconds === undefined ? '' : `, max_age="${maxAgeSeconds}"`;
  if (scheme === 'DPoP')
    return `DPoP error="${code}", error_description="${message}"${age}, ${DPOP_ALGORITHMS}`;
  if (scheme === 'Bearer') return `Bearer error="${code}", error_description="${message}"${age}`;
  return undefined;
}
