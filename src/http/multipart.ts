// Multipart bodies, for the routes that accept files.
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

/** @throws AppError INVALID_REQUEST for any content type except multipart/form-data */
export const requireMultipart = createMiddleware<AppEnv>(async (c, next) => {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('Content-Type') ?? ''))
    throw new AppError('INVALID_REQUEST', 'The Content-Type must be multipart/form-data.');
  await next();
});
