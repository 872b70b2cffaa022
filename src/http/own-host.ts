import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Answers requests for the service's own host only. A page of another name that resolves to this address (DNS
 * rebinding) is of its own origin, and could otherwise read what this service shows.
 * @throws AppError MISDIRECTED_REQUEST for any other host or port (RFC 9110 15.5.20: 421 when a server is not configured to
 *   answer for the authority of the request)
 */
export const requireOwnHost = createMiddleware<AppEnv>(async (c, next) => {
  const { host } = new URL(c.get('ctx').config.baseUrl);
  if (new URL(c.req.url).host !== host)
    throw new AppError('MISDIRECTED_REQUEST', 'This service does not answer for this host.');
  await next();
});
