// Which pages may use a publishable key: those of the tenant's embed origins, as browsers tell and enforce it (CORS).
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'X-API-Key, Authorization, X-API-Version',
  'Access-Control-Max-Age': '600',
  Vary: 'Origin',
};

/** A browser asks before it sends a key, so nobody knows the tenant yet: the answer to the request itself decides. */
export const answerPreflight = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header('Origin');
  if (c.req.method !== 'OPTIONS' || origin === undefined) return next();
  return c.body(null, 204, { ...PREFLIGHT_HEADERS, 'Access-Control-Allow-Origin': origin });
});

/**
 * After requireApiKey. A publishable key works for pages of the tenant's embed origins, and where there is no page:
 * then nothing but the key is proven, and it opens nothing that is secret. A secret key never gets CORS headers.
 */
export const bindToEmbedOrigins = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header('Origin');
  const { kind, tenant } = c.get('principal');
  c.header('Vary', 'Origin');
  if (origin !== undefined && kind === 'publishable') {
    if (!tenant.embedOrigins.includes(origin))
      throw new AppError('FORBIDDEN', 'This key is not for pages of this origin.');
    c.header('Access-Control-Allow-Origin', origin);
    c.header('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After');
  }
  await next();
});
