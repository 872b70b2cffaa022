// CSRF protection: only pages of this origin may send requests that act with a visitor's cookie.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Checks Fetch Metadata if the browser sends it, else the Origin header. A client that sends
 * neither is not a browser, so it is let through.
 */
export const requireSameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const site = c.req.header('Sec-Fetch-Site');
  const origin = c.req.header('Origin');
  const foreign =
    site === undefined
      ? origin !== undefined && origin !== new URL(c.req.url).origin
      : site !== 'same-origin' && site !== 'none';
  if (foreign) throw new AppError('FORBIDDEN', 'This call must come from a page of this service.');
  await next();
});

/**
 * Whether a request comes from one of our own pages; false without Fetch Metadata. For example, a
 * language link changes the account's language only in a request from one of our own pages.
 */
export const isOwnPage = (c: HonoContext): boolean =>
  c.req.header('Sec-Fetch-Site') === 'same-origin';
