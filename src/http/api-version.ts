// The dated version of /verify and /api (D-4).
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

export const CURRENT_VERSION = '2026-08-13';

/**
 * Applies the current version, which is the only one so far, regardless of the date in the request.
 * The version is returned in the header and in `meta`.
 */
export const apiVersion = createMiddleware<AppEnv>(async (c, next) => {
  c.set('apiVersion', CURRENT_VERSION);
  c.header('X-API-Version', CURRENT_VERSION);
  const requested = c.req.header('X-API-Version');
  if (requested !== undefined && !isDate(requested))
    throw new AppError('INVALID_API_VERSION', 'X-API-Version must be a date: YYYY-MM-DD.');
  await next();
});

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
