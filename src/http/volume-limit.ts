// Rate limits that use the platform's Rate Limiting binding: no network call, counted per location
// (D-50).
import { createMiddleware } from 'hono/factory';
import { VOLUME_LIMITS, type VolumeName } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import type { Context as HonoContext } from 'hono';

/**
 * Limits reads with an API key, per tenant. The publishable keys of a tenant share a separate
 * count: anyone can copy such a key from a page, and must not be able to use up the limit of the
 * customer's backend.
 */
export const limitReads = limitVolume('result', (c) => {
  const { kind, tenant } = c.get('principal');
  return kind === 'publishable' ? `pages:${tenant.id}` : tenant.id;
});

/** @param keyOf returns the key that a request is counted under */
export function limitVolume(name: VolumeName, keyOf: (c: HonoContext<AppEnv>) => string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await requireVolume(c, name, keyOf(c));
    await next();
  });
}

/**
 * Like limitVolume, for keys that are known only once the body has been read.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requireVolume(
  c: HonoContext<AppEnv>,
  name: VolumeName,
  key: string,
): Promise<void> {
  const { success } = await c.get('ctx').volume[name].limit({ key });
  if (success) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please slow down.', {
    refusal: {
      policy: name,
      retryAfterSeconds: VOLUME_LIMITS[name].windowSeconds,
      ...VOLUME_LIMITS[name],
    },
  });
}
