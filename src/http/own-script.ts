// CSRF protection for the consoles (D-109): accepts only requests from scripts on our own pages. A
// form cannot send the required header, and a script from a different origin would need a
// preflight, which no route with this check allows.
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Stricter than requireSameOrigin: the X-Agate-Console header is required. Sec-Fetch-Site, if sent,
 * must be `same-origin`, and Origin, if sent, must be our own; a request with neither header is
 * refused.
 * @throws AppError FORBIDDEN
 */
export const requireOwnScript = createMiddleware<AppEnv>(async (c, next) => {
  const site = c.req.header('Sec-Fetch-Site');
  const origin = c.req.header('Origin');
  const isOwn =
    (site === undefined ? origin !== undefined : site === 'same-origin') &&
    (origin === undefined || origin === new URL(c.req.url).origin);
  if (!isOwn || c.req.header('X-Agate-Console') !== '1')
    throw new AppError('FORBIDDEN', 'This call must come from a page of this service.');
  await next();
});
