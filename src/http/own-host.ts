import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Rejects requests whose host is not our own (DNS rebinding): a page under a different host name
 * that resolves to this address would be same-origin with the service and could read its responses.
 * @throws AppError MISDIRECTED_REQUEST (RFC 9110 15.5.20) for a host or port that is not ours,
 *   INVALID_REQUEST for several Host headers or none (RFC 9112 3.2)
 */
export const requireOwnHost = createMiddleware<AppEnv>(async (c, next) => {
  const { baseUrl } = c.get('ctx').config;
  const { url } = c.req;
  // The runtime joins two Host headers into one invalid address.
  if (!URL.canParse(url))
    throw new AppError('INVALID_REQUEST', 'A request must have exactly one Host header.');
  if (!url.startsWith(`${baseUrl}/`) && new URL(url).host !== new URL(baseUrl).host)
    throw new AppError('MISDIRECTED_REQUEST', 'This service does not answer for this host name.');
  await next();
});
