// Middleware for every call that uploads a photograph of a face: it checks the key, the customer's
// limit, and the size of the body.
import { createMiddleware } from 'hono/factory';
import { countAgainst } from '../../domain/terms/guess-limits.ts';
import { nameInMode } from '../../domain/terms/name-in-mode.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { limitBodyTo, requireJsonObject } from '../../http/body.ts';

/** Routes with their own body limit. */
export const FACE_UPLOADS = /\/(2fa\/(register|verify)|blacklist\/image)$/;

const limitUpload = limitBodyTo({
  bytes: 10_000_000 + 64 * 1024,
  message: 'The body is larger than an image of 10,000,000 characters and 64 KiB.',
});

const TOO_MANY = 'Too many pictures of faces in a minute. Please slow down.';

/**
 * Applies the customer's limit before the body is read. The limit is exact. Test and live calls are
 * counted separately, so that tests do not block live calls (D-51).
 */
export const limitFaces = createMiddleware<AppEnv>(async (c, next) => {
  const { tenant, test } = c.get('principal');
  const ctx = c.get('ctx');
  await countAgainst(ctx, [ctx.config.guessLimits.face2fa, nameInMode(tenant.id, test), TOO_MANY]);
  await next();
});

export const FACE_UPLOAD = [requireApiKey('secret'), limitFaces, limitUpload, requireJsonObject];
