// CORS for the token endpoints: pages of public clients may call them from their registered origins
// (D-105; S-73), but without browser credentials, which are not needed because all parameters are
// in the request itself.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { decodeJwt } from 'jose';
import { findClient } from '../../domain/openid/clients/client.ts';
import type { OAuthClient } from '../../domain/openid/clients/oauth-client.ts';
import type { AppEnv } from '../app-env.ts';

/**
 * Answers preflight requests from every origin, because such requests do not identify a client and
 * change nothing. The functions below decide who may read the actual response.
 */
export const answerPreflight = createMiddleware<AppEnv>(async (c, next) => {
  c.header('Vary', 'Origin');
  const origin = c.req.header('Origin');
  if (c.req.method !== 'OPTIONS' || origin === undefined) return next();
  c.header('Access-Control-Allow-Origin', origin);
  c.header('Access-Control-Allow-Methods', 'GET, POST');
  c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, DPoP');
  c.header('Access-Control-Max-Age', '3600');
  return c.body(null, 204);
});

/**
 * Lets the client's registered origins read the response. Must run before anything that can fail,
 * so that pages can read error responses as well.
 */
export function allowOriginOf(c: HonoContext<AppEnv>, client: OAuthClient | undefined): void {
  const origin = c.req.header('Origin');
  if (origin === undefined || client?.webOrigins?.includes(origin) !== true) return;
  c.header('Access-Control-Allow-Origin', origin);
  c.header('Access-Control-Expose-Headers', 'WWW-Authenticate');
}

/**
 * @param clientId any value; it only decides who may read the response. Without an Origin header,
 *   no client is looked up
 */
export async function allowOriginOfId(c: HonoContext<AppEnv>, clientId: unknown): Promise<void> {
  if (c.req.header('Origin') === undefined || typeof clientId !== 'string') return;
  allowOriginOf(c, await findClient(c.get('ctx'), clientId));
}

/**
 * @param accessToken not verified, because a page must be able to read that its token has expired
 */
export async function allowOriginOfToken(
  c: HonoContext<AppEnv>,
  accessToken: string,
): Promise<void> {
  if (c.req.header('Origin') === undefined) return;
  await allowOriginOfId(c, clientNamedBy(accessToken));
}

function clientNamedBy(token: string): unknown {
  try {
    return decodeJwt(token)['client_id'];
  } catch {
    // A token that is not a JWT identifies no client.
    return undefined;
  }
}
