// CORS for publishable keys: only pages on the tenant's embed origins may use them.
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'X-API-Key, Authorization, X-API-Version',
  'Access-Control-Max-Age': '600',
  Vary: 'Origin',
};

/**
 * Answers CORS preflights. A preflight carries no key, so the tenant is unknown and any origin is
 * allowed; bindToEmbedOrigins checks the origin of the actual request.
 */
export const answerPreflight = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header('Origin');
  if (c.req.method !== 'OPTIONS' || origin === undefined) return next();
  return c.body(null, 204, { ...PREFLIGHT_HEADERS, 'Access-Control-Allow-Origin': origin });
});

/**
 * Restricts publishable keys to pages on the tenant's embed origins. Such a key also works without
 * an Origin header (outside a browser), because it grants no access to secret data. A secret key
 * never gets CORS headers. Must run after requireApiKey.
 */
export const bindToEmbedOrigins = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header('Origin');
  const { kind, tenant } = c.get('principal');
  c.header('Vary', 'Origin');
  if (origin !== undefined && kind === 'publishable') {
    if (!tenant.embedOrigins.includes(origin))
      throw new AppError('FORBIDDEN', 'This key is not allowed on pages of this origin.');
    c.header('Access-Control-Allow-Origin', origin);
    c.header('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After');
  }
  await next();
});
