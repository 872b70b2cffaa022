// Errors of the token family in RFC 6749's shape. What every surface shares (429, 413) stays in the envelope
// (D-1).
import type { Context as HonoContext } from 'hono';
import { OAuthError, type OAuthErrorCode } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { renderError, toAppError } from './envelope.ts';

const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  invalid_token: 401,
  insufficient_scope: 403,
} as const satisfies Record<OAuthErrorCode, number>;

export function renderOAuthError(error: unknown, c: HonoContext<AppEnv>): Response {
  if (error instanceof OAuthError) return answer(error, c);
  const known = toAppError(error);
  if (known.code === 'TOO_MANY_REQUESTS' || known.code === 'PAYLOAD_TOO_LARGE')
    return renderError(error, c);
  if (known.code !== 'INTERNAL_ERROR')
    return answer(new OAuthError('invalid_request', known.message), c);
  return c.json({ error: 'server_error', error_description: known.message }, 500);
}

function answer({ code, message }: OAuthError, c: HonoContext<AppEnv>): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Pragma', 'no-cache');
  const challenge = challengeOf(code, message);
  if (challenge !== undefined) c.header('WWW-Authenticate', challenge);
  return c.json({ error: code, error_description: message }, STATUS[code]);
}

/**
 * RFC 6749 5.2: a client that failed to authenticate gets 401 and the scheme it may use. RFC 6750 3: a refused access
 * token gets a Bearer challenge that names the error.
 */
function challengeOf(code: OAuthErrorCode, message: string): string | undefined {
  if (code === 'invalid_client') return 'Basic realm="oauth"';
  if (code === 'invalid_token' || code === 'insufficient_scope')
    return `Bearer error="${code}", error_description="${message}"`;
  return undefined;
}
