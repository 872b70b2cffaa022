// Errors of the token endpoints in the format of RFC 6749. 429 and 413 use the envelope, as on every surface
// (D-1).
import type { Context as HonoContext } from 'hono';
import { OAuthError, type OAuthErrorCode } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { recogniseError, renderError, sayWhenToRetry } from './envelope.ts';

const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  invalid_token: 401,
  insufficient_scope: 403,
} as const satisfies Record<OAuthErrorCode, number>;

export async function renderOAuthError(error: unknown, c: HonoContext<AppEnv>): Promise<Response> {
  if (error instanceof OAuthError) return respond(error, c);
  const known = await recogniseError(error, c);
  if (known.code === 'TOO_MANY_REQUESTS' || known.code === 'PAYLOAD_TOO_LARGE')
    return renderError(known, c);
  if (known.code === 'UNAVAILABLE') {
    sayWhenToRetry(known, c);
    return c.json({ error: 'temporarily_unavailable', error_description: known.message }, 503);
  }
  if (known.code !== 'INTERNAL_ERROR')
    return respond(new OAuthError('invalid_request', known.message), c);
  return c.json({ error: 'server_error', error_description: known.message }, 500);
}

function respond({ code, message }: OAuthError, c: HonoContext<AppEnv>): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Pragma', 'no-cache');
  const challenge = challengeOf(code, message);
  if (challenge !== undefined) c.header('WWW-Authenticate', challenge);
  return c.json({ error: code, error_description: message }, STATUS[code]);
}

/** WWW-Authenticate: RFC 6749 5.2 for clients, RFC 6750 3 for bearer tokens. */
function challengeOf(code: OAuthErrorCode, message: string): string | undefined {
  if (code === 'invalid_client') return 'Basic realm="oauth"';
  if (code === 'invalid_token' || code === 'insufficient_scope')
    return `Bearer error="${code}", error_description="${message}"`;
  return undefined;
}
