// Calls of the token endpoints by pages in browsers: those of public clients, at their registered origins (D-105; S-73). Never with
// credentials of the browser: what these endpoints take is in the request itself.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { decodeJwt } from 'jose';
import { findClient } from '../../domain/openid/clients/client.ts';
import type { OAuthClient } from '../../domain/openid/clients/oauth-client.ts';
import type { AppEnv } from '../app-env.ts';

/** Answers preflight requests for every origin, since they name no client and do nothing. Who may read the call itself is below. */
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

/** Before anything that can fail, so that a page reads errors too. */
export function allowOriginOf(c: HonoContext<AppEnv>, client: OAuthClient | undefined): void {
  const origin = c.req.header('Origin');
  if (origin === undefined || client?.webOrigins?.includes(origin) !== true) return;
  c.header('Access-Control-Allow-Origin', origin);
  c.header('Access-Control-Expose-Headers', 'WWW-Authenticate');
}

/** @param clientId may be anything: it decides who may read the answer, and nothing else. Calls without an Origin cost nothing */
export async function allowOriginOfId(c: HonoContext<AppEnv>, clientId: unknown): Promise<void> {
  if (c.req.header('Origin') === undefined || typeof clientId !== 'string') return;
  allowOriginOf(c, await findClient(c.get('ctx'), clientId));
}

/** @param accessToken not verified: a page must read that its token has expired */
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
    // No JWT names no client.
    return undefined;
  }
}
