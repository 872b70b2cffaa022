// Rate limits by the platform's Rate Limiting binding: no network hop, counted per location (D-50).
import { createMiddleware } from 'hono/factory';
import { VOLUME_LIMITS, type VolumeName } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import type { Context as HonoContext } from 'hono';

/**
 * What an API key reads, per tenant. Publishable keys are counted together and apart: everybody can copy one from a page, and
 * must not be able to take the calls of the customer's backend.
 */
export const limitReads = limitVolume('result', (c) => {
  const { kind, tenant } = c.get('principal');
  return kind === 'publishable' ? `pages:${tenant.id}` : tenant.id;
});

/** @param keyOf the key that requests are counted under */
export function limitVolume(name: VolumeName, keyOf: (c: HonoContext<AppEnv>) => string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await requireVolume(c, name, keyOf(c));
    await next();
  });
}

/** As limitVolume, for what is known only after the body was read. @throws AppError TOO_MANY_REQUESTS */
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
