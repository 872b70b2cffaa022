// Keeps other sites from acting through a visitor's cookie: only pages of this origin may post.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

/** Fetch Metadata where the browser sends it, else the Origin header; neither means it is no browser. */
export const requireSameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const site = c.req.header('Sec-Fetch-Site');
  const origin = c.req.header('Origin');
  const foreign =
    site === undefined
      ? origin !== undefined && origin !== new URL(c.req.url).origin
      : site !== 'same-origin' && site !== 'none';
  if (foreign) throw new AppError('FORBIDDEN', 'This call must come from our own page.');
  await next();
});

/** For links that do a little more when a page of ours has them. Browsers that do not say are not believed. */
export const isOwnPage = (c: HonoContext): boolean =>
  c.req.header('Sec-Fetch-Site') === 'same-origin';
